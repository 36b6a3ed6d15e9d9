/**
 * Leaves out where a word stands only among several that a shelf joins. "Clothing, shoes & jewellery" is the department of
 * shoes and of shirts: where the shop divides such a shelf further, so that products below it say shoes themselves, the
 * others are none. Where it does not, the shelf is all that says what its products are, and counts.
 */
import { FIELD } from '../../index/fields.js';
import type { Searchable } from '../../snapshot/index.js';
import { ViewCache } from '../view-cache.js';
import { ALL_FIELDS, type Expansion, type QueryTerm } from './query-term.js';

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
    if (optional || (fields & SHELF) === 0) return queryTerm;
    // A shelf has the plural where products say the singular: "Chairs & sofas", "Leather sofa".
    const terms = expansions.filter(({ how }) => how === 'exact' || how === 'form').map(({ term }) => term);
    if (terms.length === 0) return queryTerm;
    const { isDivided } = divisions.get(view.key, terms.join(' '), () => divisionOf(terms, view));
    return isDivided ? { ...queryTerm, fields: fields & ~SHELF } : queryTerm;
  });
}

/**
 * A word of a phrase, without the shared shelves where there are shelves below them: "sports shoes" are no sports bras in a
 * department of shoes.
 */
export function besideSharedShelves(word: Expansion[], view: Searchable): Expansion[] {
  const terms = word.map(({ term }) => term);
  if (terms.length === 0) return word;
  const { isDivided } = divisions.get(view.key, terms.join(' '), () => divisionOf(terms, view));
  return isDivided ? word.map(expansion => ({ ...expansion, fields: ALL_FIELDS & ~SHELF })) : word;
}

/** @param terms forms of one word */
function divisionOf(terms: readonly number[], { text }: Searchable): { isDivided: boolean } {
  const total = terms.reduce((sum, term) => sum + text.frequency(term), 0);
  const step = Math.max(1, Math.floor(total / MOST_LOOKS));
  const having = new Map<number, number>();
  for (const term of terms) {
    const { docs, fields } = text.postings(term);
    for (let i = text.start[term]; i < text.start[term + 1]; i++) {
      if (docs[i] % step === 0) having.set(docs[i], (having.get(docs[i]) ?? 0) | fields[i]);
    }
  }
  let alone = 0;
  let divided = 0;
  for (const fields of having.values()) {
    if ((fields & SHELF) === 0) continue;
    if (fields === SHELF) alone++;
    else if ((fields & KINDS) !== 0) divided++;
  }
  return { isDivided: divided > 0 && divided * DIVIDED_ONE_IN >= alone };
}
