/**
 * What else the words of a query stand for: synonyms, and for words that the catalog does not know the ones that differ
 * in accents alone.
 */
import type { Searchable } from '../../snapshot/index.js';
import { foldBasic, keepsAccents, spellingsOf } from '../../text/index.js';
import type { Lexicon, Meaning } from './lexicon.js';
import { addExpansions, expand, isKnown, newQueryTerm, type QueryTerm, type TermGroup } from './query-term.js';

/** Accents that may be missing at once, and the shortest word that they are looked for in. */
const MOST_ACCENTS = 2;
const SHORTEST_UNACCENTED = 3;

/** Puts words together that mean something together, and adds what all of them mean beside themselves. */
export function addSynonyms(queryTerms: readonly QueryTerm[], view: Searchable, lexicon: Lexicon): QueryTerm[] {
  const stems = queryTerms.map(({ stem }) => stem);
  const out: QueryTerm[] = [];
  for (let i = 0; i < queryTerms.length; ) {
    const found = lexicon.meaningsAt(stems, i);
    const run = found && meaningful(queryTerms.slice(i, i + found.length), found.meanings, view);
    out.push(...(run ?? [queryTerms[i]]));
    i += run ? found!.length : 1;
  }
  return out;
}

/** The run as one query term; undefined when the catalog has nothing of what it means beside itself. */
function meaningful(
  run: readonly QueryTerm[],
  meanings: readonly Meaning[],
  view: Searchable,
): QueryTerm[] | undefined {
  const queryTerm =
    run.length === 1 ? { ...run[0], expansions: [...run[0].expansions], names: [...run[0].names] } : asOne(run);
  let added = false;
  for (const { words, weight } of meanings) {
    const terms = words.map(({ text, stem }) => expand(text, stem, view, 'synonym', weight));
    if (terms.some(expansions => expansions.length === 0)) continue;
    added = true;
    queryTerm.names.push(words.map(({ stem }) => stem).join(' '));
    if (terms.length === 1) addExpansions(queryTerm, terms[0]);
    else queryTerm.termGroups = [...queryTerm.termGroups, { words: terms, weight, how: 'synonym' }];
  }
  return added ? [queryTerm] : undefined;
}

/** Several words as one query term, in which each of them still has to match unless a synonym does. */
function asOne(run: readonly QueryTerm[]): QueryTerm {
  const needed = run.filter(queryTerm => !queryTerm.optional);
  const words = (needed.length > 0 ? needed : run).map(({ expansions }) => expansions);
  const termGroups: TermGroup[] = words.every(word => word.length > 0) ? [{ words, weight: 1, how: 'exact' }] : [];
  const stem = run.map(queryTerm => queryTerm.stem).join(' ');
  const text = run.map(queryTerm => queryTerm.text).join(' ');
  return { ...newQueryTerm(text, stem, run[0].start, run.at(-1)!.end, []), termGroups, fields: run[0].fields };
}

/** Gives words that the catalog does not know those that are the same but for accents: "roda" is röda. */
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

/** What words were found to be, by word: corrections read a text again and again. */
const unaccented = new WeakMap<Searchable, Map<string, string[]>>();
const MOST_KEPT = 2_000;

/** Words of the catalog, or with stems of it, that `queryTerm` is when accents do not count. */
function sameButAccents(queryTerm: QueryTerm, view: Searchable): string[] {
  let kept = unaccented.get(view);
  if (!kept) unaccented.set(view, (kept = new Map()));
  let words = kept.get(queryTerm.text);
  if (!words) {
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(queryTerm.text, (words = lookUpUnaccented(queryTerm, view)));
  }
  return words;
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

/** Letters that an accent may have fallen from. */
function accentable(word: string): number {
  return word.match(/[aeiouycnlzs]/g)?.length ?? 0;
}
