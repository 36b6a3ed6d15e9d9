/** Adds synonyms to query terms, and to unknown words the words that differ in accents alone. */
import { FIELD } from '../../index/fields.js';
import type { PartsKey, Searchable } from '../../snapshot/index.js';
import { foldBasic, keepsAccents, queryWordsOf, spellingsOf, writesCompounds } from '../../text/index.js';
import { ViewCache } from '../view-cache.js';
import type { Lexicon, Meaning, Meanings } from './lexicon.js';
import {
  addExpansions,
  type Expansion,
  expand,
  isKnown,
  newQueryTerm,
  type QueryTerm,
  type TermGroup,
} from './query-term.js';
import { besideSharedShelves } from './shared-shelves.js';

/** Most accents that may be missing at once, and the shortest word that gets them. */
const MOST_ACCENTS = 2;
const SHORTEST_UNACCENTED = 3;
/** Fields that say where a thing stands in the shop, above the level that it stands on. */
const SHELF_LEVELS =
  (1 << FIELD.ONTOLOGY) | (1 << FIELD.SHELF) | (1 << FIELD.DEPARTMENT) | (1 << FIELD.HEAD) | (1 << FIELD.PART);
/** Letters of the shortest word that is looked for at the ends of others. */
const SHORTEST_ENDING = 4;
/** Letters of the shortest part before it, and most words that are looked at. */
const SHORTEST_BEFORE = 3;
const MOST_ENDINGS = 16;

/** Merges words that have a synonym as a phrase into one query term, and adds the synonyms of all query terms. */
export function addSynonyms(queryTerms: readonly QueryTerm[], view: Searchable, lexicon: Lexicon): QueryTerm[] {
  const stems = queryTerms.map(({ stem }) => stem);
  const out: QueryTerm[] = [];
  for (let i = 0; i < queryTerms.length; ) {
    const found = lexicon.meaningsAt(stems, i);
    const run = found && meaningful(queryTerms.slice(i, i + found.length), found.meanings, view, lexicon);
    const phrase = run ? undefined : ownPhraseAt(i, queryTerms, view);
    if (phrase) out.push(phrase.queryTerm);
    else out.push(...(run ?? [queryTerms[i]]));
    i += run ? found!.length : (phrase?.length ?? 1);
  }
  return out;
}

/**
 * A phrase of the language that is no kind of one of its words, as one query term: where the shop has no trash can, it has
 * no can that is one.
 */
function ownPhraseAt(
  at: number,
  queryTerms: readonly QueryTerm[],
  { analyzer }: Searchable,
): { queryTerm: QueryTerm; length: number } | undefined {
  const words = queryWordsOf(analyzer.language).ownPhrases.find(
    ([first, ...further]) =>
      queryTerms[at].text === first && further.every((word, i) => queryTerms[at + 1 + i]?.stem === analyzer.stem(word)),
  );
  if (!words) return undefined;
  const run = queryTerms.slice(at, at + words.length);
  return { queryTerm: { ...asOne(run), parts: undefined }, length: words.length };
}

/** Whether the catalog has a synonym of a word, or where it has none and not the word, a wider or narrower one. */
export function hasMeaning(stem: string, view: Searchable, lexicon: Lexicon): boolean {
  const found = lexicon.meaningsAt([stem], 0);
  if (!found) return false;
  const { same, otherwise } = found.meanings;
  return same.some(meaning => inView(meaning, view) !== null) || otherwiseIn(otherwise, view, lexicon).length > 0;
}

/** The run as one query term with its synonyms; undefined when the catalog has none of them. */
function meaningful(
  run: readonly QueryTerm[],
  { same, otherwise }: Meanings,
  view: Searchable,
  lexicon: Lexicon,
): QueryTerm[] | undefined {
  const queryTerm =
    run.length === 1 ? { ...run[0], expansions: [...run[0].expansions], names: [...run[0].names] } : asOne(run);
  let added = false;
  let found = same.flatMap(meaning => inView(meaning, view) ?? []);
  if (found.length === 0 && !isOwnWord(queryTerm, view) && !endsCompounds(queryTerm, view))
    found = otherwiseIn(otherwise, view, lexicon);
  for (const { terms, name, weight } of found) {
    added = true;
    queryTerm.names.push(name);
    if (terms.length === 1) addExpansions(queryTerm, terms[0]);
    else queryTerm.termGroups = [...queryTerm.termGroups, { words: terms, weight, how: 'synonym' }];
  }
  return added ? [queryTerm] : undefined;
}

/** What the catalog has of wider and narrower words; of none of them, what it has of the synonyms of these. */
function otherwiseIn(otherwise: readonly Meaning[], view: Searchable, lexicon: Lexicon): ExpandedMeaning[] {
  const found = otherwise.flatMap(meaning => inView(meaning, view) ?? []);
  if (found.length > 0) return found;
  const further = otherwise.flatMap(({ words: [word, ...more] }) => {
    const meanings = more.length === 0 ? lexicon.meaningsAt([word.stem], 0)?.meanings : undefined;
    return meanings ? [...meanings.same, ...meanings.otherwise] : [];
  });
  return [...new Set(further)].flatMap(meaning => inView(meaning, view) ?? []);
}

/** Whether products have a word themselves, and not the shelves alone that they stand on ("Backpacks & rucksacks"). */
function isOwnWord({ expansions, termGroups }: QueryTerm, { text }: Searchable): boolean {
  if (termGroups.length > 0) return true;
  return expansions.some(({ term }) => {
    const { fields } = text.postings(term);
    for (let i = text.start[term]; i < text.start[term + 1]; i++) if ((fields[i] & ~SHELF_LEVELS) !== 0) return true;
    return false;
  });
}

/** Whether words of the catalog end with a word, which stands for them then: "stövlar" for gummistövlar. */
function endsCompounds({ text: word, stem }: QueryTerm, { text, analyzer }: Searchable): boolean {
  // Of the word itself: the stem of mekko has three letters.
  if (!writesCompounds(analyzer.language) || word.length < SHORTEST_ENDING) return false;
  const endings = text.stemsEndingWith(stem, MOST_ENDINGS);
  // Fewer letters are no part: aurinko does not end with rinkka.
  return endings.some(at => text.stems.term(at).length >= stem.length + SHORTEST_BEFORE);
}

/** A synonym with the terms that its words stand for in a view. */
interface ExpandedMeaning {
  /** Shared by all texts. */
  readonly terms: Expansion[][];
  /** The stems of its words, joined by spaces. */
  readonly name: string;
  readonly weight: number;
}

/** By view; null: the catalog does not have all of its words. */
const expanded = new WeakMap<PartsKey, WeakMap<Meaning, ExpandedMeaning | null>>();

function inView(meaning: Meaning, view: Searchable): ExpandedMeaning | null {
  let known = expanded.get(view.key);
  if (!known) expanded.set(view.key, (known = new WeakMap()));
  let own = known.get(meaning);
  if (own === undefined) {
    const { words, weight } = meaning;
    const terms = words.map(({ text, stem }) => expand(text, stem, view, 'synonym', weight));
    const isKnown = terms.every(expansions => expansions.length > 0);
    const apart = terms.length > 1 ? terms.map(word => besideSharedShelves(word, view)) : terms;
    own = isKnown ? { terms: apart, name: words.map(({ stem }) => stem).join(' '), weight } : null;
    known.set(meaning, own);
  }
  return own;
}

/** Several words as one query term; a product must have each of them, or a synonym of the phrase. */
function asOne(run: readonly QueryTerm[]): QueryTerm {
  const needed = run.filter(queryTerm => !queryTerm.optional);
  const words = (needed.length > 0 ? needed : run).map(({ expansions }) => expansions);
  const termGroups: TermGroup[] = words.every(word => word.length > 0) ? [{ words, weight: 1, how: 'exact' }] : [];
  const stem = run.map(queryTerm => queryTerm.stem).join(' ');
  const text = run.map(queryTerm => queryTerm.text).join(' ');
  const { fields, start } = run[0];
  return { ...newQueryTerm(text, stem, start, run.at(-1)!.end, []), termGroups, fields, parts: run };
}

/** Expands unknown words to the words of the catalog that are the same but for accents: "roda" to röda. */
export function addAccents(queryTerms: QueryTerm[], view: Searchable): QueryTerm[] {
  if (!keepsAccents(view.analyzer.language)) return queryTerms;
  return queryTerms.map(queryTerm => {
    if (
      queryTerm.optional ||
      isKnown(queryTerm) ||
      queryTerm.text.length < SHORTEST_UNACCENTED ||
      /\d/.test(queryTerm.text)
    )
      return queryTerm;
    const same = sameButAccents(queryTerm, view);
    const expansions = same.flatMap(word => expand(word, view.analyzer.stem(word), view, 'accent'));
    if (expansions.length === 0) return queryTerm;
    const stems = [...new Set(same.map(word => view.analyzer.stem(word)))];
    return { ...queryTerm, expansions, stem: stems[0], names: stems };
  });
}

/** Words of a view that are remembered, in each of two generations: corrections read a text many times. */
const KEPT_WORDS = 1024;
const unaccented = new ViewCache<readonly string[]>('accents', KEPT_WORDS);

/** Words of the catalog, or with stems of it, that equal `queryTerm` without accents. */
function sameButAccents(queryTerm: QueryTerm, view: Searchable): readonly string[] {
  return unaccented.get(view.key, queryTerm.text, () => lookUpUnaccented(queryTerm, view));
}

function lookUpUnaccented({ text, stem }: QueryTerm, view: Searchable): string[] {
  const { terms, stems } = view.text;
  const words: string[] = [];
  const plain = foldBasic(text);
  const edits = Math.min(MOST_ACCENTS, accentable(plain));
  if (edits > 0) {
    terms.fuzzy(text, edits, 0, term => {
      const word = terms.term(term);
      if (foldBasic(word) === plain) words.push(word);
    });
    const plainStem = foldBasic(stem);
    if (words.length === 0 && stem.length >= SHORTEST_UNACCENTED) {
      stems.fuzzy(stem, edits, 0, at => {
        if (foldBasic(stems.term(at)) !== plainStem) return;
        for (const term of view.text.termsOfStemAt(at)) words.push(terms.term(term));
      });
    }
  }
  for (const spelling of spellingsOf(text, view.analyzer.language)) {
    if (expand(spelling, view.analyzer.stem(spelling), view).length > 0) words.push(spelling);
  }
  return [...new Set(words)];
}

/** Number of letters that an accent may be missing from. */
function accentable(word: string): number {
  return word.match(/[aeiouycnlzs]/g)?.length ?? 0;
}
