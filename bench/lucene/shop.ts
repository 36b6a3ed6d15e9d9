/** Our pages over the announced snapshot of a data folder, and the cards that they answer with. */
import { parseStorefrontQuery } from '../../src/api/storefront.js';
import { DEFAULT_INDEX_SETTINGS } from '../../src/index/analysis-settings.js';
import { Pages } from '../../src/pages/pages.js';
import { DEFAULT_PAGE_SETTINGS } from '../../src/pages/shared/page-settings.js';
import { announcedSnapshot, loadSnapshot } from '../../src/snapshot/index.js';

/** That a rule may name. */
const MOST_KEYS = 100;
const SECRET = 'secret of the bench';
const CONTEXT = 'market=uk&locale=en-GB&touchpoint=DESKTOP&customerKey=c&sessionKey=s';

export async function openSnapshot(dataDir) {
  const id = await announcedSnapshot(dataDir);
  if (id === undefined) throw new Error(`${dataDir} has no snapshot`);
  return loadSnapshot(dataDir, id);
}

/** @param {string[]} facets that lists have, in their order */
export function pagesOf(snapshot, facets) {
  return new Pages(snapshot, {
    settings: { ...DEFAULT_PAGE_SETTINGS, facets, maxFacets: facets.length },
    discountThreshold: DEFAULT_INDEX_SETTINGS.discountThreshold,
    ticketSecret: SECRET,
  });
}

/** @returns {import('../../src/pages/shared/requests.js').StorefrontRequest} */
export function parsed(query, parameters, body) {
  const bytes = body && Buffer.from(JSON.stringify(body));
  return parseStorefrontQuery(query, body ? 'POST' : 'GET', parameters, 'application/json', bytes, {
    ticketSecret: SECRET,
  });
}

/** What an answer has for each of some products as a hit: its group, itself first. @returns {Map<string, string>} */
export function cardsOf(pages, keys) {
  const cards = new Map();
  for (let from = 0; from < keys.length; from += MOST_KEYS) {
    const named = keys.slice(from, from + MOST_KEYS).map(key => JSON.stringify(key));
    const body = { primaryList: { productRules: `rule incl product_key {${named.join(', ')}}` } };
    const { body: bytes } = pages.answer(parsed('search-page', `${CONTEXT}&q=&limit=${MOST_KEYS}`, body), Date.now());
    for (const group of JSON.parse(Buffer.from(bytes).toString()).primaryList.productGroups) {
      cards.set(group.products[0].key, JSON.stringify(group));
    }
  }
  return cards;
}
