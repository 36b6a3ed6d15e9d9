/**
 * What the visitor has marked, and what may please besides.
 */
import { landingPage } from '../api/queries.js';
import type { Answer } from '../api/request.js';
import type { QueryResponse, RecommendationList } from '../api/responses.js';
import { heading, productCount } from '../listing/listing.js';
import { message } from '../listing/notices.js';
import type { PageContext } from '../page/page-context.js';
import { grid } from '../products/card.js';
import { favoriteKeys } from '../products/favorites.js';
import { strips } from '../products/strip.js';
import { t } from '../texts/text.js';
import type { View } from './view.js';

const MOST = 200;
const MORE = 12;

/** Not a page of the shop's: the body says all that is wanted. */
const REFERENCE = 'preview/favorites';

interface Marked {
  /** Undefined when the answer has none. */
  list: RecommendationList | undefined;
  more: RecommendationList[];
  answer: Answer<QueryResponse<'landing-page'>>;
}

/**
 * The favourites, asked for on their own: beside other lists they would give way to what those show, and they are
 * filled up with what is popular, so only the visitor's own stay.
 * @param others further lists
 */
export async function marked(page: PageContext, others: object[], signal: AbortSignal): Promise<Marked> {
  const { state } = page;
  const own = new Set(favoriteKeys(state.market));
  const limit = Math.min(MOST, own.size + 1);
  const recommendationLists = [{ id: 'favorites', algorithm: 'FAVORITES', limit }, ...others];
  const answer = await landingPage(state, REFERENCE, { recommendationLists }, signal);
  const [list, ...more] = answer.body.recommendationLists;
  const productGroups = list?.productGroups.filter(group => group.products.some(({ key }) => own.has(key)));
  return { list: list && productGroups && { ...list, productGroups }, more, answer };
}

export const favorites: View = async (page, signal) => {
  const others = [{ id: 'personal', algorithm: 'PERSONAL', limit: MORE }];
  const { list, more, answer } = await marked(page, others, signal);
  const groups = list?.productGroups ?? [];
  const count = productCount(groups.length, page.state.locale);
  return {
    title: t('favorites'),
    content: [
      groups.length > 0 ? heading(t('favorites'), count) : message('nothing', t('noFavorites'), t('noFavoritesHint')),
      groups.length > 0 ? grid(groups, page) : undefined,
      ...strips(more, page),
    ],
    status: groups.length > 0 ? count : t('noFavorites'),
    answer,
  };
};
