/**
 * Finds the exclusions of a text: "without sleeves", "utan luva", "not black", "leather-free", "-blue". Their words are
 * removed from the query, and products that have them from the hits; products that say that they have none are raised.
 */
import { FIELD } from '../../index/fields.js';
import type { Searchable } from '../../snapshot/index.js';
import { queryWordsOf } from '../../text/index.js';
import type { Lexicon } from './lexicon.js';
import { type Expansion, expand, isKnown, KIND_WEIGHTS, newQueryTerm, type QueryTerm } from './query-term.js';
import { isKind, namesThing, type RecognisedValue, recognise } from './recognition.js';
import { addSynonyms } from './synonyms.js';

export interface Exclusion {
  /** As typed, folded. */
  text: string;
  /** Excludes products that have all of these words … */
  words: QueryTerm[];
  /** … or one of these values. */
  values: { attribute: number; value: number }[];
  /** The negating word. */
  negator: QueryTerm;
  /** Dictionary terms that say that there is none: "sugarfree", "bezglutenowy". */
  lacking: readonly number[];
  /** Whether it is of words that follow "without" or the like: what else titles have these words for may be wanted. */
  isOfWords: boolean;
}

/** Where a thing stands in the shop says nothing of what it has: a basket on the shelf "Tables & accessories". */
const SHELVES = (1 << FIELD.CATEGORY) | (1 << FIELD.ONTOLOGY) | (1 << FIELD.SHELF) | (1 << FIELD.DEPARTMENT);
const SHELF_IDS = new Set(['category', 'ontology', 'department']);
/** Before a word that is not wanted: after a space or at the beginning of the text. Numbers have a sign of their own. */
const MINUS = /(?:^|\s)[-\u2212]$/;
/** The negator that it is. */
const MINUS_SIGN = '-';
const BEGINS_WITH_DIGIT = /^\d/;
/** Letters of the shortest word of which others say that there is none, and those that may stand behind it there. */
const SHORTEST_LACKED = 3;
const LINK = 1;
/** Letters that an ending has. */
const INFLECTION = 2;
/** Most terms with a beginning that are looked at. */
const MOST_LACKING = 256;
/** Letters of the shortest word that a negator may be written together with: "nonstick", but "not" is no "no t". */
const SHORTEST_JOINED = 3;
/** Letters of the shortest word that is taken away by an ending though it names no value: "zuckerfrei". */
const SHORTEST_FREE = 3;
/** Letters of the shortest root of a word that begins so, and those of the longest ending behind it. */
const SHORTEST_ROOT = 4;
const LONGEST_ENDING = 4;
/** Most function words between a negating word and what it takes away. */
const MOST_LINKED = 2;
/** Most words of one exclusion. */
const MOST_WORDS = 3;

/** Removes exclusions from the query terms. A text with nothing but exclusions is read without them being such. */
export function extractExclusions(
  q: string,
  queryTerms: QueryTerm[],
  view: Searchable,
  lexicon: Lexicon,
): { queryTerms: QueryTerm[]; excluded: Exclusion[] } {
  const { negators, introducers, freeOf, lacking } = queryWordsOf(view.analyzer.language);
  const beginsLacking = ({ text }: QueryTerm) => lacking.beginnings.some(beginning => text.startsWith(beginning));
  const isNegator = ({ text }: QueryTerm) => negators.certain.has(text) || negators.possible.has(text);
  const endings = [...freeOf, ...lacking.endings];
  const isMinus = ({ start, text }: QueryTerm) =>
    !BEGINS_WITH_DIGIT.test(text) && MINUS.test(q.slice(Math.max(0, start - 2), start));
  if (
    !queryTerms.some(
      term =>
        isNegator(term) || isMinus(term) || endings.some(ending => term.text.endsWith(ending)) || beginsLacking(term),
    )
  ) {
    return { queryTerms, excluded: [] };
  }
  const kept: QueryTerm[] = [];
  const excluded: Exclusion[] = [];
  for (let i = 0; i < queryTerms.length; i++) {
    const negator = queryTerms[i];
    const free = freeExclusion(queryTerms, i, endings, view, lexicon);
    if (free) {
      excluded.push(free);
      if (free.negator !== negator) i++;
      continue;
    }
    if (isMinus(negator) && isKnown(negator)) {
      const minus = newQueryTerm(MINUS_SIGN, MINUS_SIGN, negator.start - 1, negator.start, []);
      const unwanted = exclusionOf(minus, addSynonyms([negator], view, lexicon), true, view);
      if (unwanted) excluded.push(unwanted);
      continue;
    }
    const certain = negators.certain.has(negator.text);
    if (!isNegator(negator) || (!certain && isPartOfName(negator, queryTerms[i + 1], view))) {
      kept.push(negator);
      continue;
    }
    // "Without a hood", "not for kids".
    const linked = linkedBehind(queryTerms, i + 1, introducers);
    const rest = queryTerms.slice(i + 1 + linked);
    const end = rest.findIndex(
      queryTerm => queryTerm.optional || isNegator(queryTerm) || introducers.has(queryTerm.text),
    );
    const taken = (end < 0 ? rest : rest.slice(0, end)).slice(0, MOST_WORDS);
    // Word by word, so that as many words as possible leave the query.
    const words = taken.flatMap(word => addSynonyms([word], view, lexicon));
    const exclusion = exclusionOf(negator, words, certain, view);
    if (exclusion) {
      excluded.push(exclusion);
      i += linked + exclusion.words.length;
    } else {
      kept.push(negator);
    }
  }
  if (kept.every(queryTerm => queryTerm.optional)) return { queryTerms, excluded: [] };
  return { queryTerms: kept, excluded: excluded.filter(({ words }) => !areWanted(words, kept)) };
}

/** How many function words lead from a negating word to what it takes away. */
function linkedBehind(queryTerms: readonly QueryTerm[], from: number, introducers: ReadonlySet<string>): number {
  let to = from;
  while (to < queryTerms.length && (queryTerms[to].optional || introducers.has(queryTerms[to].text))) to++;
  return to < queryTerms.length && to - from <= MOST_LINKED ? to - from : 0;
}

/** Whether the text wants the same words: "tool cases without tools" wants cases that all have "tool" in their titles. */
function areWanted(words: readonly QueryTerm[], kept: readonly QueryTerm[]): boolean {
  return words.every(({ stem }) => kept.some(queryTerm => !queryTerm.optional && queryTerm.stem === stem));
}

/**
 * Whether an uncertain negator and the word behind it are a name: "no 7", "EN 397", a brand "No Fear"; or one word of
 * the catalog: "non stick" for nonstick.
 */
function isPartOfName(negator: QueryTerm, next: QueryTerm | undefined, view: Searchable): boolean {
  if (!next) return false;
  if (BEGINS_WITH_DIGIT.test(next.text)) return true;
  const joined = negator.text + next.text;
  if (next.text.length >= SHORTEST_JOINED && view.text.terms.find(joined) >= 0) return true;
  return view.text
    .entitiesOf(`${negator.stem} ${next.stem}`)
    .some(({ attribute }) => view.attributes.all[attribute].id === 'brand');
}

/**
 * "Leather-free", "lederfrei" and "sokeriton": a negating word or ending behind a word of the catalog; or one before it,
 * "bezglutenowy".
 */
function freeExclusion(
  queryTerms: readonly QueryTerm[],
  at: number,
  endings: readonly string[],
  view: Searchable,
  lexicon: Lexicon,
): Exclusion | undefined {
  const { freeOf, lacking } = queryWordsOf(view.analyzer.language);
  const queryTerm = queryTerms[at];
  const next = queryTerms[at + 1];
  if (next && freeOf.has(next.text)) return exclusionOf(next, addSynonyms([queryTerm], view, lexicon), false, view);
  if (isKnown(queryTerm)) return undefined;
  const ending = endings.find(free => queryTerm.text.endsWith(free) && queryTerm.text.length > free.length);
  if (ending === undefined) {
    const beginning = lacking.beginnings.find(lacks => queryTerm.text.startsWith(lacks));
    const lacked = beginning === undefined ? undefined : beganWith(queryTerm, beginning, view);
    return lacked && exclusionOf(queryTerm, [lacked], true, view);
  }
  const text = queryTerm.text.slice(0, -ending.length);
  const stem = view.analyzer.stem(text);
  const value = newQueryTerm(text, stem, queryTerm.start, queryTerm.end, expand(text, stem, view));
  const isSure = isKnown(value) && text.length >= SHORTEST_FREE;
  return exclusionOf(queryTerm, addSynonyms([value], view, lexicon), isSure, view);
}

/**
 * What a word says that there is none of, which begins so: the words of the catalog that are like the rest of it but for
 * the ending. Undefined where there are none.
 */
function beganWith(queryTerm: QueryTerm, beginning: string, view: Searchable): QueryTerm | undefined {
  const rest = queryTerm.text.slice(beginning.length);
  const shortest = Math.max(SHORTEST_ROOT, rest.length - LONGEST_ENDING);
  for (let length = rest.length; length >= shortest; length--) {
    const root = rest.slice(0, length);
    const terms = termsWith(root, view).filter(term => view.text.terms.term(term).length <= length + INFLECTION);
    if (terms.length === 0) continue;
    const expansions = terms.map((term): Expansion => ({ term, weight: KIND_WEIGHTS.form, how: 'form' }));
    return newQueryTerm(root, view.analyzer.stem(root), queryTerm.start, queryTerm.end, expansions);
  }
  return undefined;
}

/**
 * The exclusion behind a negating word. Undefined when nothing follows, or nothing that an uncertain negator ("no")
 * negates.
 */
function exclusionOf(
  negator: QueryTerm,
  words: QueryTerm[],
  certain: boolean,
  view: Searchable,
): Exclusion | undefined {
  if (words.length === 0) return undefined;
  const values = recognise(words, view);
  const first = values.filter(({ from }) => from === 0);
  if (first.length === 0 && !certain && !isBefore(negator, words[0])) return undefined;
  // A value is excluded alone: in "without sleeves black" black is wanted; but with a thing that it is said of.
  const ofThing = certain ? thingBehind(first[0], words, values, view) : 0;
  const end = ofThing || (first[0]?.to ?? (certain ? (values[0]?.from ?? words.length) : 1));
  const taken = words.slice(0, end).map(word => {
    const expansions = [...word.expansions, ...havingTerms(word, view)];
    return { ...word, expansions, fields: word.fields & ~SHELVES };
  });
  const own = ofThing ? [] : first.filter(({ attribute }) => !SHELF_IDS.has(view.attributes.all[attribute].id));
  return {
    text: taken.map(({ text }) => text).join(' '),
    words: taken,
    values: own,
    negator,
    lacking: lackingTerms(words[0], view),
    isOfWords: certain && own.length === 0 && negator.text !== MINUS_SIGN,
  };
}

/**
 * Where the thing ends that the first value is said of: "without glass beads" does not want beads of glass, though
 * something has the colour of glass. 0: it is said of none.
 */
function thingBehind(
  first: RecognisedValue | undefined,
  words: readonly QueryTerm[],
  values: readonly RecognisedValue[],
  view: Searchable,
): number {
  if (!first || isKind(view.attributes.all[first.attribute].id)) return 0;
  const thing = words[first.to];
  const isNamed = values.some(({ from, to }) => from <= first.to && first.to < to);
  return thing && !isNamed && namesThing(thing, view) ? first.to + 1 : 0;
}

/** Whether a word of the catalog follows a negating one: "no zip". */
function isBefore(negator: QueryTerm, word: QueryTerm): boolean {
  return negator.end <= word.start && isKnown(word);
}

/** Whether what stands before an ending is the word: "wireless" does not say that it has no wireless. */
function isAbout(length: number, part: string, text: string): boolean {
  return length >= part.length && length <= text.length + LINK;
}

/** Terms that begin with a word and end as those do that say that there is none of it. */
function lackingTerms(word: QueryTerm, view: Searchable): number[] {
  const { endings, beginnings } = queryWordsOf(view.analyzer.language).lacking;
  const found = new Set(withEndings(word, endings, view));
  for (const part of new Set([word.text, word.stem])) {
    if (part.length < SHORTEST_LACKED) continue;
    // Behind such a beginning the word has another ending: bez glutenu, bezglutenowy.
    const short = part.slice(0, Math.max(SHORTEST_LACKED + 1, part.length - INFLECTION));
    for (const beginning of beginnings) for (const term of termsWith(beginning + short, view)) found.add(term);
  }
  return [...found];
}

/** Terms that say that there is some of what a word names: "vetoketjullinen" of a zip. */
function havingTerms(word: QueryTerm, view: Searchable): Expansion[] {
  const { having } = queryWordsOf(view.analyzer.language);
  return withEndings(word, having, view).map(term => ({ term, weight: KIND_WEIGHTS.form, how: 'form' }));
}

/** Terms that begin with a word, and have one of some endings behind it. */
function withEndings({ text, stem }: QueryTerm, endings: readonly string[], view: Searchable): number[] {
  const found = new Set<number>();
  for (const part of endings.length === 0 ? [] : new Set([text, stem])) {
    if (part.length < SHORTEST_LACKED) continue;
    const hasEnding = (term: string) =>
      endings.some(ending => term.endsWith(ending) && isAbout(term.length - ending.length, part, text));
    for (const term of termsWith(part, view)) if (hasEnding(view.text.terms.term(term))) found.add(term);
  }
  return [...found];
}

function termsWith(prefix: string, { text }: Searchable): number[] {
  const { from, to } = text.terms.prefix(prefix);
  return Array.from({ length: Math.min(to - from, MOST_LACKING) }, (_, i) => from + i);
}
