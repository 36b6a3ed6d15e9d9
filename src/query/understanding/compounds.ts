/**
 * Compounds: a word stands for its parts too ("regnjacka" for jackets that are for rain), and for the compounds that it
 * is the head of when it never stands alone ("kängor" for vandringskängor).
 */
import type { Searchable } from '../../snapshot/index.js';
import { isFormOf, splitCompound, writesCompounds } from '../../text/index.js';
import type { Lexicon } from './lexicon.js';
import { addSynonyms } from './meanings.js';
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

const SHORTEST_COMPOUND = 6;
const SHORTEST_PART = 3;
/** Parts of at least so many letters are told from endings and from typing errors. */
const CLEAR_PART = 4;
/** A part that never stands alone is told from an ending by so many letters. */
const CLEAR_HEAD = 5;
/** Compounds that a word which never stands alone stands for at most. */
const MOST_COMPOUNDS = 512;

/** Lets compounds stand for their parts: those that the catalog does not have become the words they consist of. */
export function divideCompounds(queryTerms: QueryTerm[], view: Searchable, lexicon: Lexicon): QueryTerm[] {
  const { language } = view.analyzer;
  if (!writesCompounds(language)) return queryTerms;
  return queryTerms.flatMap(queryTerm => {
    if (queryTerm.optional || queryTerm.text.length < SHORTEST_COMPOUND || queryTerm.text.includes(' '))
      return [queryTerm];
    const parts = splitCompound(queryTerm.text, part => knows(part, queryTerm.text, view), language);
    if (isKnown(queryTerm)) return [parts ? withParts(queryTerm, parts, view) : queryTerm];
    // A part that nothing has may have another name: skinn + soffa where there is läder.
    const meant = parts ?? splitCompound(queryTerm.text, part => knows(part, queryTerm.text, view, lexicon), language);
    if (!meant || isMistyped(queryTerm.text, meant, view)) return [queryTerm];
    return addSynonyms(partsOf(queryTerm, meant, view), view, lexicon);
  });
}

/**
 * Gives words that say of no product what it is a meaning by their ending: the compounds that they are the head of; or
 * else, where a word is not known at all, the longest head at its end that is a word of its own.
 */
export function readEndings(queryTerms: QueryTerm[], view: Searchable): QueryTerm[] {
  if (!writesCompounds(view.analyzer.language)) return queryTerms;
  return queryTerms.flatMap(queryTerm => {
    if (queryTerm.optional || queryTerm.text.length < SHORTEST_PART || isHead(queryTerm.expansions, view))
      return [queryTerm];
    const compounds = compoundsOf(queryTerm.text, queryTerm.stem, view).filter(expansion => isHead([expansion], view));
    if (compounds.length > 0) return [{ ...queryTerm, expansions: [...queryTerm.expansions, ...compounds] }];
    const parts = isKnown(queryTerm) ? undefined : behindUnknown(queryTerm.text, view);
    return parts && !isMistyped(queryTerm.text, parts, view) ? partsOf(queryTerm, parts, view) : [queryTerm];
  });
}

/** The word, or all its parts in one product. */
function withParts(queryTerm: QueryTerm, parts: readonly string[], view: Searchable): QueryTerm {
  const stems = parts.map(part => view.analyzer.stem(part));
  const words = parts.map((part, i) => termsOfPart(part, stems[i], view));
  const termGroup: TermGroup = { words, weight: KIND_WEIGHTS.compound, how: 'compound' };
  // Rules of stems may cut into a part: "sadetakin" is no form of "sade".
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

function partsOf({ start, end, fields }: QueryTerm, parts: readonly string[], view: Searchable): QueryTerm[] {
  return parts.map(text => {
    const stem = view.analyzer.stem(text);
    return { ...newQueryTerm(text, stem, start, end, termsOfPart(text, stem, view)), fields };
  });
}

/** Number of products that have a part of a compound, or with a lexicon, what means the same. */
function knows(part: string, whole: string, view: Searchable, lexicon?: Lexicon): number {
  if (part === whole) return 0;
  const stem = view.analyzer.stem(part);
  const frequency = frequencyOf(termsOfPart(part, stem, view), view);
  if (frequency > 0 || !lexicon) return frequency;
  const [queryTerm] = addSynonyms([newQueryTerm(part, stem, 0, 0, [])], view, lexicon);
  return frequencyOf(queryTerm.expansions, view);
}

/** The word itself and its other forms; where it stands in compounds alone, those. */
function termsOfPart(part: string, stem: string, view: Searchable): Expansion[] {
  const forms = expand(part, stem, view, 'compound', 1).filter(({ term }) =>
    isFormOf(view.text.terms.term(term), part),
  );
  if (forms.length > 0 || part.length < CLEAR_HEAD) return forms;
  const compounds = compoundsOf(part, stem, view).filter(expansion => isHead([expansion], view));
  return isBoundary(part, compounds, view) ? compounds : [];
}

/** Whether a word begins where a part does: different letters stand before it, or it would be longer ("dams-tövlar"). */
function isBoundary(part: string, compounds: readonly Expansion[], { text }: Searchable): boolean {
  const before = new Set<string>();
  for (const { term } of compounds) {
    const word = text.terms.term(term);
    const at = word.lastIndexOf(part.slice(0, SHORTEST_PART));
    if (at > 0) before.add(word[at - 1]);
  }
  return before.size > 1;
}

/** What a stemmer sees before a word to take it for the end of a compound. */
const BEFORE = 'kaba';

/** Compounds that end with a form of a word. */
function compoundsOf(word: string, stem: string, { text, analyzer }: Searchable): Expansion[] {
  // Rules of stems take more from long words, and irregular words are regular in compounds.
  const shorter = stem.replace(/[aeiouyåäöæø]$/u, '');
  const inCompound = analyzer.stem(BEFORE + word).slice(BEFORE.length);
  const endings = new Set([stem, inCompound, shorter.replace(/(\p{L})\1$/u, '$1')]);
  const common = word.slice(0, Math.min(shorter.length, inCompound.length));
  const found: Expansion[] = [];
  for (const ending of endings) {
    if (ending.length < SHORTEST_PART) continue;
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

/** The longest word at the end that says of things what they are, behind what is not known: wasser + flasche. */
function behindUnknown(word: string, view: Searchable): string[] | undefined {
  for (let at = SHORTEST_PART; at <= word.length - CLEAR_PART; at++) {
    const term = view.text.terms.find(word.slice(at));
    if (term >= 0 && view.text.heads[term] >= OFTEN_HEAD) return [word.slice(0, at), word.slice(at)];
  }
  return undefined;
}

/** Whether a word that could be divided is rather one that the catalog has, with a letter wrong. */
function isMistyped(word: string, parts: readonly string[], { text }: Searchable): boolean {
  if (parts.every(part => part.length >= CLEAR_PART && text.terms.find(part) >= 0)) return false;
  let near = false;
  text.terms.fuzzy(word, 1, 0, () => {
    near = true;
  });
  return near;
}
