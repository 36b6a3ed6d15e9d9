/**
 * A page of the shop: its heading, its products, what it recommends and what there is to read.
 */
import { ASKED_BY_CATEGORY } from '../api/asked.js';
import { landingPage } from '../api/queries.js';
import type { Answer } from '../api/request.js';
import type { QueryResponse } from '../api/responses.js';
import { allArticles, articleRow } from '../content/articles.js';
import { below } from '../dom/stages.js';
import { beside, heading, productCount, products, sortPicker } from '../listing/listing.js';
import { message } from '../listing/notices.js';
import { breadcrumbs, sideTree } from '../navigation/tree.js';
import { link } from '../page/links.js';
import type { PageContext } from '../page/page-context.js';
import { at, searchFor } from '../page/state.js';
import { strips } from '../products/strip.js';
import { listData } from '../products/structured-data.js';
import { t } from '../texts/text.js';
import { sponsored } from './sponsored.js';
import type { View, ViewContent } from './view.js';

type LandingPage = QueryResponse<'landing-page'>;

function unknown(page: PageContext, found: Answer<LandingPage>): ViewContent {
  const start = link(page, at(page.state, 'start'), { class: 'button' }, t('toStart'));
  return {
    title: t('noSuchPage'),
    content: [message('nothing', t('noSuchPage'), t('noSuchPageHint', page.state.reference), start)],
    side: found.body.navigation ? beside(() => treeOf(found.body, page), [], page) : undefined,
    hits: 0,
    status: t('noSuchPage'),
    answer: found,
  };
}

const treeOf = (answer: LandingPage, page: PageContext) =>
  sideTree(answer.navigation, page, path =>
    path === '/' ? searchFor(page.state, '') : at(page.state, 'category', path),
  );

export const category: View = async (page, signal) => {
  const { state } = page;
  const [found, paidFor] = await Promise.all([
    landingPage(state, state.reference, ASKED_BY_CATEGORY, signal),
    sponsored(page, state.reference, signal),
  ]);
  const answer = found.body;
  if (!answer.published) return unknown(page, found);
  const list = answer.primaryList;
  const trail = answer.navigation?.breadcrumbs ?? [];
  const title = answer.seo.pageHeading ?? trail.at(-1)?.label ?? state.reference;
  const count = productCount(list?.totalHits ?? 0, state.locale);
  return {
    title,
    description: list && `${title}: ${count}`,
    data: list && listData(list.productGroups, page),
    tools: list ? [sortPicker(list.sort, page)] : [],
    side: beside(() => treeOf(answer, page), list?.facets ?? [], page),
    hits: list?.totalHits ?? 0,
    content: [
      breadcrumbs(trail, page),
      heading(title, list ? count : ''),
      ...paidFor,
      ...(list ? products(list, list.facets, page) : []),
      ...below(function* () {
        yield* strips(answer.recommendationLists, page);
        for (const { items } of answer.contentLists) yield articleRow(t('reading'), items, page, allArticles(page));
      }),
    ],
    status: list ? count : title,
    answer: found,
  };
};
