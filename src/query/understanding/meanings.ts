/**
 * What else the words of a query stand for: synonyms, and for words that the catalog does not know the ones that differ
 * in accents alone.
 */
import type { Searchable } from '../../snapshot/index.js';
import { foldBasic, keepsAccents, spellingsOf } from '../../text/index.js';
import type { Lexicon, Meaning } from '../lexicon.js';
import { addExpansions, expand, isKnown, type Joint, newSlot, type Slot } from './slot.js';

/** Accents that may be missing at once, and the shortest word that they are looked for in. */
const MOST_ACCENTS = 2;
const SHORTEST_UNACCENTED = 3;

/** Puts words together that mean something together, and adds what all of them mean beside themselves. */
export function addSynonyms(slots: readonly Slot[], view: Searchable, lexicon: Lexicon): Slot[] {
  const stems = slots.map(({ stem }) => stem);
  const out: Slot[] = [];
  for (let i = 0; i < slots.length; ) {
    const found = lexicon.meaningsAt(stems, i);
    const run = found && meaningful(slots.slice(i, i + found.length), found.meanings, view);
    out.push(...(run ?? [slots[i]]));
    i += run ? found!.length : 1;
  }
  return out;
}

/** The run as one slot; undefined when the catalog has nothing of what it means beside itself. */
function meaningful(run: readonly Slot[], meanings: readonly Meaning[], view: Searchable): Slot[] | undefined {
  const slot =
    run.length === 1 ? { ...run[0], expansions: [...run[0].expansions], names: [...run[0].names] } : asOne(run);
  let added = false;
  for (const { words, weight } of meanings) {
    const terms = words.map(({ text, stem }) => expand(text, stem, view, 'synonym', weight));
    if (terms.some(expansions => expansions.length === 0)) continue;
    added = true;
    slot.names.push(words.map(({ stem }) => stem).join(' '));
    if (terms.length === 1) addExpansions(slot, terms[0]);
    else slot.joints = [...slot.joints, { words: terms, weight, how: 'synonym' }];
  }
  return added ? [slot] : undefined;
}

/** Several words as one slot, in which each of them still has to match unless a synonym does. */
function asOne(run: readonly Slot[]): Slot {
  const needed = run.filter(slot => !slot.optional);
  const words = (needed.length > 0 ? needed : run).map(({ expansions }) => expansions);
  const joints: Joint[] = words.every(word => word.length > 0) ? [{ words, weight: 1, how: 'exact' }] : [];
  const stem = run.map(slot => slot.stem).join(' ');
  const text = run.map(slot => slot.text).join(' ');
  return { ...newSlot(text, stem, run[0].start, run.at(-1)!.end, []), joints, fields: run[0].fields };
}

/** Gives words that the catalog does not know those that are the same but for accents: "roda" is röda. */
export function addAccents(slots: Slot[], view: Searchable): Slot[] {
  if (!keepsAccents(view.analyzer.language)) return slots;
  return slots.map(slot => {
    if (slot.optional || isKnown(slot) || slot.text.length < SHORTEST_UNACCENTED || /\d/.test(slot.text)) return slot;
    const same = sameButAccents(slot, view);
    const expansions = same.flatMap(word => expand(word, view.analyzer.stem(word), view, 'accent'));
    if (expansions.length === 0) return slot;
    const stems = [...new Set(same.map(word => view.analyzer.stem(word)))];
    return { ...slot, expansions, stem: stems[0], names: stems };
  });
}

/** What words were found to be, by word: corrections read a text again and again. */
const unaccented = new WeakMap<Searchable, Map<string, string[]>>();
const MOST_KEPT = 2_000;

/** Words of the catalog, or with stems of it, that `slot` is when accents do not count. */
function sameButAccents(slot: Slot, view: Searchable): string[] {
  let kept = unaccented.get(view);
  if (!kept) unaccented.set(view, (kept = new Map()));
  let words = kept.get(slot.text);
  if (!words) {
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(slot.text, (words = lookUpUnaccented(slot, view)));
  }
  return words;
}

function lookUpUnaccented({ text, stem }: Slot, view: Searchable): string[] {
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
