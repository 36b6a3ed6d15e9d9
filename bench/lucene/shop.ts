/** Our pages as Lucene is compared with them, and the cards that they answer with. */
import { Compile } from 'typebox/compile';
import { QUERY_RESPONSES } from '../../src/api/responses.js';
import type { Pages } from '../../src/pages/pages.js';
import type { SharedSnapshot } from '../../src/snapshot/index.js';
import { answerText, pagesOver, parsedQuery } from '../harness/own-pages.js';
import { parsedJson } from '../harness/parsed-json.js';

/** That a rule may name. */
const MOST_KEYS = 100;
const CONTEXT = 'market=uk&locale=en-GB&touchpoint=DESKTOP&customerKey=c&sessionKey=s';

const SearchPage = Compile(QUERY_RESPONSES['search-page']);

/** @param facets that lists have, in their order */
export function pagesWith(facets: readonly string[], snapshot: SharedSnapshot): Pages {
  return pagesOver(snapshot, { facets: [...facets], maxFacets: facets.length });
}

/** What an answer has for each of some products as a hit: its group, itself first. JSON by key. */
export function cardsOf(pages: Pages, keys: readonly string[]): Map<string, string> {
  const cards = new Map<string, string>();
  for (let from = 0; from < keys.length; from += MOST_KEYS) {
    const named = keys.slice(from, from + MOST_KEYS).map(key => JSON.stringify(key));
    const body = { primaryList: { productRules: `rule incl product_key {${named.join(', ')}}` } };
    const request = parsedQuery('search-page', `${CONTEXT}&q=&limit=${MOST_KEYS}`, body);
    const { primaryList } = parsedJson(SearchPage, answerText(pages, request, Date.now()), 'search page');
    for (const group of primaryList.productGroups) cards.set(group.products[0].key, JSON.stringify(group));
  }
  return cards;
}
