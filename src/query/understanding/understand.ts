/**
 * Understands a search text in a view: its query terms with their expansions, the recognised values, the head, and the
 * limits and exclusions. Nothing is matched or corrected here.
 */
import type { Searchable } from '../../snapshot/index.js';
import { findBounds, queryWordsOf } from '../../text/index.js';
import { ViewCache } from '../view-cache.js';
import { completeLastWord } from './completion.js';
import { divideCompounds, expandHeads } from './compounds.js';
import { type Lexicon, lexiconOf } from './lexicon.js';
import { extractExclusions } from './negation.js';
import { isKnown, MOST_QUERY_TERMS, type QueryTerm } from './query-term.js';
import { joinWords, readQueryTerms } from './reading.js';
import { markHead, markLikelyHead, recognise } from './recognition.js';
import { leaveSharedShelves } from './shared-shelves.js';
import { addSpellings } from './spelling-variants.js';
import { addAccents, addSynonyms } from './synonyms.js';
import { DISCOUNT, type Understanding } from './understanding.js';

/** The bound that words such as "sale" stand for, in percent of discount. */
const REDUCED = { min: 1, max: 100, unit: DISCOUNT, currency: undefined };
/** Most bounds of a text. */
const MOST_BOUNDS = 4;

/** Texts of a view that are remembered, in each of two generations. */
const KEPT_TEXTS = 8192;
/** By lexicon: those of a language are shared by views. */
const submittedTexts = new WeakMap<Lexicon, ViewCache<Understanding>>();
const typedTexts = new WeakMap<Lexicon, ViewCache<Understanding>>();

/**
 * The result is shared by all queries for the text, and must not be changed.
 * @param lexicon of the shop; by default that of the language
 */
export function understand(q: string, view: Searchable, lexicon: Lexicon = lexiconOf(view.analyzer)): Understanding {
  return textsOf(lexicon, submittedTexts).get(view.key, q, () => read(q, view, lexicon));
}

/** As `understand`, for a text that is still being typed: its last word is also matched as a prefix. */
export function understandTyping(
  q: string,
  view: Searchable,
  lexicon: Lexicon = lexiconOf(view.analyzer),
): Understanding {
  return textsOf(lexicon, typedTexts).get(view.key, q, () => completeLastWord(read(q, view, lexicon, true), q, view));
}

function textsOf(lexicon: Lexicon, all: WeakMap<Lexicon, ViewCache<Understanding>>): ViewCache<Understanding> {
  let texts = all.get(lexicon);
  if (!texts) all.set(lexicon, (texts = new ViewCache('texts', KEPT_TEXTS)));
  return texts;
}

/** @param isTyped whether words may follow, so that the last one says little of what is looked for */
function read(q: string, view: Searchable, lexicon: Lexicon, isTyped = false): Understanding {
  const bounds = view.numbers ? findBounds(q, view.analyzer.language).slice(0, MOST_BOUNDS) : [];
  let tokens = view.analyzer.tokenize(q);
  if (bounds.length > 0) {
    tokens = tokens.filter(({ start, end }) => !bounds.some(bound => start < bound.end && end > bound.start));
  }
  let words = readQueryTerms(tokens, view, lexicon);
  if (view.numbers) {
    const sale = words.filter((queryTerm, i) => isOnSale(queryTerm, view) && !isNegated(i, words, view));
    bounds.push(...sale.map(({ start, end }) => ({ start, end, ...REDUCED })));
    if (sale.length > 0) words = words.filter(queryTerm => !sale.includes(queryTerm));
  }
  const { queryTerms: wanted, excluded } = extractExclusions(q, words, view, lexicon);
  const queryTerms = meanings(wanted, view, lexicon);
  const values = recognise(queryTerms, view);
  if (!markHead(queryTerms, values, view) && !isTyped) markLikelyHead(queryTerms, values, view);
  return { queryTerms, values, bounds, excluded, remembered: undefined };
}

/** Whether a word asks for reduced products, and no product has it as a word. */
function isOnSale(queryTerm: QueryTerm, view: Searchable): boolean {
  return !isKnown(queryTerm) && queryWordsOf(view.analyzer.language).onSale.has(queryTerm.text);
}

/** Whether a negating word stands before a word, with but a filler between: "not on sale". */
function isNegated(at: number, words: readonly QueryTerm[], view: Searchable): boolean {
  const { negators } = queryWordsOf(view.analyzer.language);
  const isNegator = (text: string) => negators.certain.has(text) || negators.possible.has(text);
  return words
    .slice(Math.max(0, at - 2), at)
    .some(({ text }, i, some) => isNegator(text) && some.slice(i + 1).every(({ optional }) => optional));
}

/** The query terms of a phrase, without limits: enough to tell whether it has hits. */
export function readWords(phrase: string, view: Searchable, lexicon: Lexicon = lexiconOf(view.analyzer)): QueryTerm[] {
  return meanings(readQueryTerms(view.analyzer.tokenize(phrase), view, lexicon), view, lexicon);
}

function meanings(read: QueryTerm[], view: Searchable, lexicon: Lexicon): QueryTerm[] {
  // Stop words are required when there are no others.
  if (read.every(queryTerm => queryTerm.optional)) for (const queryTerm of read) queryTerm.optional = false;
  return meaningsOfJoined(joinWords(read, view), view, lexicon);
}

/** @param joined words of which neighbours are joined */
export function meaningsOfJoined(joined: readonly QueryTerm[], view: Searchable, lexicon: Lexicon): QueryTerm[] {
  const meant = addSynonyms(joined, view, lexicon);
  const expanded = expandHeads(addAccents(divideCompounds(meant, view, lexicon), view), view, lexicon);
  return leaveSharedShelves(addSpellings(expanded, view, lexicon), view).slice(0, MOST_QUERY_TERMS);
}
