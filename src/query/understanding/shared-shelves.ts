/**
 * Leaves out where a word stands only among several that a shelf joins. "Clothing, shoes & jewellery" is the department of
 * shoes and of shirts: where the shop divides such a shelf further, so that products below it say shoes themselves, the
 * others are none. Where it does not, the shelf is all that says what its products are, and counts.
 */
import { FIELD } from '../../index/fields.js';
import type { Searchable } from '../../snapshot/index.js';
import { ViewCache } from '../view-cache.js';
import type { Expansion, QueryTerm } from './query-term.js';

const SHELF = 1 << FIELD.SHELF;
/** Fields that say what a product is, or on which shelf of one thing it stands. */
const KINDS = (1 << FIELD.TYPE) | (1 << FIELD.CATEGORY) | (1 << FIELD.ONTOLOGY);
/** A shelf is divided where one in so many of the products on it that have a word say so themselves. */
const DIVIDED_ONE_IN = 128;
/** Most products of a word that are looked at, evenly chosen. */
const MOST_LOOKS = 4096;
/** Words of a view that are remembered, in each of two generations. */
const KEPT_WORDS = 8192;

const divisions = new ViewCache<{ readonly isDivided: boolean }>('shelves', KEPT_WORDS);

/** Takes the shared shelves from the fields of query terms whose words name shelves below them. */
export function leaveSharedShelves(queryTerms: readonly QueryTerm[], view: Searchable): QueryTerm[] {
  return queryTerms.map(queryTerm => {
    const { optional, fields, expansions } = queryTerm;
    if (optional || (fields & SHELF) === 0 || expansions.length === 0) return queryTerm;
    const { isDivided } = divisions.get(view.key, String(expansions[0].term), () => divisionOf(expansions[0], view));
    return isDivided ? { ...queryTerm, fields: fields & ~SHELF } : queryTerm;
  });
}

function divisionOf({ term }: Expansion, { text }: Searchable): { isDivided: boolean } {
  const { fields } = text.postings(term);
  const from = text.start[term];
  const to = text.start[term + 1];
  const step = Math.max(1, Math.floor((to - from) / MOST_LOOKS));
  let alone = 0;
  let divided = 0;
  for (let i = from; i < to; i += step) {
    if ((fields[i] & SHELF) === 0) continue;
    if (fields[i] === SHELF) alone++;
    else if ((fields[i] & KINDS) !== 0) divided++;
  }
  return { isDivided: divided > 0 && divided * DIVIDED_ONE_IN >= alone };
}
