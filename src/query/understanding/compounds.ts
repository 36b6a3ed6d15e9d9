/**
 * Expands compounds in queries: a compound also stands for its parts together ("regnjacka" for jackets with a word for
 * rain), and a word that occurs only inside of compounds stands for the compounds that end with it ("kängor" for
 * vandringskängor).
 */
import type { Searchable } from '../../snapshot/index.js';
import { allowedEdits, isFormOf, splitCompound, writesCompounds } from '../../text/index.js';
import type { Lexicon } from './lexicon.js';
import {
  type Expansion,
  expand,
  frequencyOf,
  isKnown,
  KIND_WEIGHTS,
  newQueryTerm,
  type QueryTerm,
  type TermGroup,
} from './query-term.js';
import { OFTEN_HEAD } from './recognition.js';
import { addSynonyms } from './synonyms.js';

const SHORTEST_COMPOUND = 6;
const SHORTEST_PART = 3;
/** Letters of the shortest part that is taken neither for an ending nor for a typing error. */
const CLEAR_PART = 4;
/** Letters of the shortest head that occurs only inside of compounds and is not taken for an ending. */
const CLEAR_HEAD = 5;
/** Letters of the shortest beginning that a compound has in common with another word, and most that may follow it there. */
const SHORTEST_BEGINNING = 8;
const LONGEST_OTHER_ENDING = 4;
/** Most compounds that such a head expands to. */
const MOST_COMPOUNDS = 512;

/** Adds their parts to compounds. A compound that the catalog does not have becomes the words that it consists of. */
export function divideCompounds(queryTerms: QueryTerm[], view: Searchable, lexicon: Lexicon): QueryTerm[] {
  const { language } = view.analyzer;
  if (!writesCompounds(language)) return queryTerms;
  return queryTerms.flatMap(queryTerm => {
    if (queryTerm.optional || queryTerm.text.length < SHORTEST_COMPOUND || queryTerm.text.includes(' '))
      return [queryTerm];
    const split = (withSynonyms: boolean) =>
      splitCompound(queryTerm.text, part => knows(part, queryTerm.text, { view, lexicon, withSynonyms }), language);
    const parts = split(false);
    if (isKnown(queryTerm)) return [parts ? withParts(queryTerm, parts, view, lexicon) : queryTerm];
    // A part that no product has may have a synonym that products have: skinn + soffa where the catalog has läder.
    const meant = parts ?? split(true);
    if (!meant || isMistyped(queryTerm.text, meant, view)) return [queryTerm];
    return addSynonyms(partsOf(queryTerm, meant, view, lexicon), view, lexicon);
  });
}

/**
 * Expands words that no product has as its head: to the compounds that end with them, or for an unknown word, to the
 * longest head at its end that is a word of its own.
 */
export function expandHeads(queryTerms: QueryTerm[], view: Searchable, lexicon: Lexicon): QueryTerm[] {
  if (!writesCompounds(view.analyzer.language)) return queryTerms;
  return queryTerms.flatMap(queryTerm => {
    if (queryTerm.optional || queryTerm.text.length < SHORTEST_PART || isHead(queryTerm.expansions, view))
      return [queryTerm];
    const compounds = compoundsOf(queryTerm.text, queryTerm.stem, view).filter(expansion => isHead([expansion], view));
    if (compounds.length > 0) return [{ ...queryTerm, expansions: [...queryTerm.expansions, ...compounds] }];
    const parts = isKnown(queryTerm) ? undefined : splitUnknown(queryTerm.text, view, lexicon);
    if (parts && !isMistyped(queryTerm.text, parts, view)) return partsOf(queryTerm, parts, view, lexicon);
    return isKnown(queryTerm) ? [queryTerm] : [{ ...queryTerm, expansions: beginningAlike(queryTerm.text, view) }];
  });
}

/** The word, or all its parts in one product. */
function withParts(queryTerm: QueryTerm, parts: readonly string[], view: Searchable, lexicon: Lexicon): QueryTerm {
  const stems = parts.map(part => view.analyzer.stem(part));
  const words = parts.map((part, i) => termsOfPart(part, stems[i], view, lexicon));
  const termGroup: TermGroup = { words, weight: KIND_WEIGHTS.compound, how: 'compound' };
  // Stemming may cut into a part: "sadetakin" is not a form of "sade".
  const expansions = queryTerm.expansions.filter(
    ({ term, how }) => how !== 'form' || isFormOf(view.text.terms.term(term), queryTerm.text),
  );
  return {
    ...queryTerm,
    expansions,
    termGroups: [...queryTerm.termGroups, termGroup],
    names: [...queryTerm.names, stems.join(' ')],
  };
}

function isHead(expansions: readonly Expansion[], { text }: Searchable): boolean {
  return expansions.some(({ term }) => text.heads[term] >= OFTEN_HEAD);
}

function partsOf(
  { start, end, fields }: QueryTerm,
  parts: readonly string[],
  view: Searchable,
  lexicon: Lexicon,
): QueryTerm[] {
  return parts.map(text => {
    const stem = view.analyzer.stem(text);
    return { ...newQueryTerm(text, stem, start, end, termsOfPart(text, stem, view, lexicon)), fields };
  });
}

interface Knowledge {
  view: Searchable;
  lexicon: Lexicon;
  withSynonyms: boolean;
}

/** Number of products with a part of a compound, or with its synonyms. */
function knows(part: string, whole: string, { view, lexicon, withSynonyms }: Knowledge): number {
  if (part === whole) return 0;
  const stem = view.analyzer.stem(part);
  const frequency = frequencyOf(termsOfPart(part, stem, view, lexicon), view);
  if (frequency > 0 || !withSynonyms) return frequency;
  const [queryTerm] = addSynonyms([newQueryTerm(part, stem, 0, 0, [])], view, lexicon);
  return frequencyOf(queryTerm.expansions, view);
}

/** The word and its other forms; where it occurs only inside of compounds, those. */
function termsOfPart(part: string, stem: string, view: Searchable, lexicon: Lexicon): Expansion[] {
  const forms = expand(part, stem, view, 'compound', 1).filter(({ term }) =>
    isFormOf(view.text.terms.term(term), part),
  );
  const isWord = part.length >= CLEAR_PART && lexicon.has(stem);
  if (forms.length > 0 || (part.length < CLEAR_HEAD && !isWord)) return forms;
  const compounds = compoundsOf(part, stem, view).filter(expansion => isHead([expansion], view));
  return isWord || isBoundary(part, compounds, view) ? compounds : [];
}

/**
 * Whether the part begins at a word boundary in the compounds: different letters precede it there. Otherwise a longer
 * word may be cut ("dams-tövlar"), unless the part is a word of the language.
 */
function isBoundary(part: string, compounds: readonly Expansion[], { text }: Searchable): boolean {
  const before = new Set<string>();
  for (const { term } of compounds) {
    const word = text.terms.term(term);
    const at = word.lastIndexOf(part.slice(0, SHORTEST_PART));
    if (at > 0) before.add(word[at - 1]);
  }
  return before.size > 1;
}

const VOWEL = /[aeiouyåäöæø]/u;
/** Letters put before a word so that the stemmer treats it as the end of a compound. */
const PREFIX = 'kaba';

/** Compounds that end with a form of a word. */
function compoundsOf(word: string, stem: string, { text, analyzer }: Searchable): Expansion[] {
  // Stemmers remove more from long words, and the lists of irregular words do not have their compounds.
  const shorter = stem.replace(/[aeiouyåäöæø]$/u, '');
  const inCompound = analyzer.stem(PREFIX + word).slice(PREFIX.length);
  const endings = new Set([stem, inCompound, shorter.replace(/(\p{L})\1$/u, '$1')]);
  const common = word.slice(0, Math.min(shorter.length, inCompound.length));
  const found: Expansion[] = [];
  for (const ending of endings) {
    // "Schue" has the stem "sch", as bags and tables end: letters, and no word.
    if (ending.length < SHORTEST_PART || !VOWEL.test(ending)) continue;
    for (const at of text.stemsEndingWith(ending, MOST_COMPOUNDS)) {
      if (text.stems.term(at).length < ending.length + SHORTEST_PART) continue;
      for (const term of text.termsOfStemAt(at)) {
        if (text.terms.term(term).includes(common))
          found.push({ term, weight: KIND_WEIGHTS.compound, how: 'compound' });
      }
    }
  }
  return found;
}

/**
 * The longest word at the end that is a head of products, with its unknown beginning: wasser + flasche. It may be a word of
 * the language that stands in other compounds alone: köks + bord where there are matbord.
 */
function splitUnknown(word: string, view: Searchable, lexicon: Lexicon): string[] | undefined {
  for (let at = SHORTEST_PART; at <= word.length - CLEAR_PART; at++) {
    const end = word.slice(at);
    const term = view.text.terms.find(end);
    if (term >= 0 && view.text.heads[term] >= OFTEN_HEAD) return [word.slice(0, at), end];
    const stem = view.analyzer.stem(end);
    const isInOthers = () => compoundsOf(end, stem, view).some(expansion => isHead([expansion], view));
    if (term < 0 && lexicon.has(stem) && isInOthers()) return [word.slice(0, at), end];
  }
  return undefined;
}

/**
 * Compounds that begin as a word does that the catalog does not have, but for how it ends: for terränglöpning there are
 * terränglöparskor. None where the word may be misspelt.
 */
function beginningAlike(word: string, { text }: Searchable): Expansion[] {
  const beginning = word.slice(0, Math.max(SHORTEST_BEGINNING, word.length - LONGEST_OTHER_ENDING));
  if (word.length < SHORTEST_BEGINNING + SHORTEST_PART) return [];
  const { from, to } = text.terms.prefix(beginning);
  const found: Expansion[] = [];
  for (let term = from; term < to && found.length < MOST_COMPOUNDS; term++) {
    if (text.heads[term] >= OFTEN_HEAD) found.push({ term, weight: KIND_WEIGHTS.compound, how: 'compound' });
  }
  if (found.length === 0) return found;
  let isNear = false;
  text.terms.fuzzy(word, allowedEdits(word), 1, () => {
    isNear = true;
  });
  return isNear ? [] : found;
}

/** Whether a divisible word is more likely a word of the catalog with one letter wrong. */
function isMistyped(word: string, parts: readonly string[], { text }: Searchable): boolean {
  if (parts.every(part => part.length >= CLEAR_PART && text.terms.find(part) >= 0)) return false;
  let near = false;
  text.terms.fuzzy(word, 1, 0, () => {
    near = true;
  });
  return near;
}
