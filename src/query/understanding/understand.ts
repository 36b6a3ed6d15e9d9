/**
 * What a search text means in a view: its words with the dictionary terms each may stand for, the attribute values it
 * names, what it is that is looked for, and what the text rules out. Nothing is matched here, and nothing is corrected.
 */
import type { Searchable } from '../../snapshot/index.js';
import { findBounds, queryWordsOf } from '../../text/index.js';
import { divideCompounds, readEndings } from './compounds.js';
import { type Lexicon, lexiconOf } from './lexicon.js';
import { addAccents, addSynonyms } from './meanings.js';
import { takeExclusions } from './negation.js';
import { isKnown, type QueryTerm } from './query-term.js';
import { joinWords, readQueryTerms } from './reading.js';
import { markHead, recognise } from './recognition.js';
import { DISCOUNT, type Understanding } from './understanding.js';

/** A bound of discounts, in percent. */
const REDUCED = { min: 1, max: 100, unit: DISCOUNT, currency: undefined };
/** Bounds of a text that count. */
const MOST_BOUNDS = 4;
/** Words that the words of a text may become, when compounds are divided. */
const MOST_QUERY_TERMS = 32;

/** @param lexicon what the shop says about words; without it, what the language does */
export function understand(q: string, view: Searchable, lexicon: Lexicon = lexiconOf(view.analyzer)): Understanding {
  const bounds = view.numbers ? findBounds(q, view.analyzer.language).slice(0, MOST_BOUNDS) : [];
  let tokens = view.analyzer.tokenize(q);
  if (bounds.length > 0) {
    tokens = tokens.filter(({ start, end }) => !bounds.some(bound => start < bound.end && end > bound.start));
  }
  let read = readQueryTerms(tokens, view, lexicon);
  if (view.numbers) {
    const sale = read.filter(queryTerm => isOnSale(queryTerm, view));
    bounds.push(...sale.map(({ start, end }) => ({ start, end, ...REDUCED })));
    if (sale.length > 0) read = read.filter(queryTerm => !sale.includes(queryTerm));
  }
  const { queryTerms: wanted, excluded } = takeExclusions(read, view, lexicon);
  const queryTerms = meanings(wanted, view, lexicon);
  const values = recognise(queryTerms, view);
  markHead(queryTerms, values, view);
  return { queryTerms, values, bounds, excluded };
}

/** Whether a word asks for what is cheaper than it was, and is none that the catalog has. */
function isOnSale(queryTerm: QueryTerm, view: Searchable): boolean {
  return !isKnown(queryTerm) && queryWordsOf(view.analyzer.language).onSale.has(queryTerm.text);
}

/** The words of a phrase and what they stand for: enough to tell whether it has hits. */
export function readWords(phrase: string, view: Searchable, lexicon: Lexicon = lexiconOf(view.analyzer)): QueryTerm[] {
  return meanings(readQueryTerms(view.analyzer.tokenize(phrase), view, lexicon), view, lexicon);
}

function meanings(read: QueryTerm[], view: Searchable, lexicon: Lexicon): QueryTerm[] {
  // Words that carry little count when there are no others.
  if (read.every(queryTerm => queryTerm.optional)) for (const queryTerm of read) queryTerm.optional = false;
  const meant = addSynonyms(joinWords(read, view), view, lexicon);
  return readEndings(addAccents(divideCompounds(meant, view, lexicon), view), view).slice(0, MOST_QUERY_TERMS);
}
