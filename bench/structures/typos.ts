/**
 * `npm run bench -- typos`: how long the term dictionary takes to find what a mistyped word is near to. The words are
 * invented, of syllables drawn by Zipf's law, so that neighbours are as many as in a language.
 */

import { buildDictionary, Dictionary } from '../../src/index/dictionary.js';
import { PagedSection } from '../../src/index/part-reader.js';
import { sortedByBytes } from '../../src/kernel/byte-order.js';

import { type Draws, stream, zipf } from '../catalogs/chance.js';
import { median, quantile, whole } from '../harness/figures.js';

const SYLLABLES =
  'ka ra to le min der sko ber ing en va lu pe tri mo sa chi nor fel ga bo ti us ar ly ne do hal ri sten'.split(' ');
const SIZES = [50_000, 500_000];
const LOOKUPS = 4_000;
/** Of the look-ups, the first ones. */
const WARM_UP_SHARE = 0.25;
const TARGET_MICROS = 200;
/** The target holds for a dictionary of this size, with two edits. */
const TARGET_SIZE = 500_000;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

export function benchTypos(): void {
  console.log('| terms | edits | median µs | p99 µs | found | target |\n|---|---|---|---|---|---|');
  for (const size of SIZES) {
    const words = inventedWords(size);
    const dictionary = dictionaryOf(words);
    for (const edits of [1, 2] as const) console.log(`| ${measure(words, dictionary, edits).join(' | ')} |`);
  }
}

/** In the order of their bytes, as a dictionary wants them. */
function inventedWords(count: number): string[] {
  const draws = stream('bench typos');
  const syllable = zipf(SYLLABLES.length);
  const words = new Set<string>();
  while (words.size < count) {
    let word = '';
    for (let i = 2 + draws.below(4); i > 0; i--) word += SYLLABLES[syllable(draws)];
    words.add(word);
  }
  return sortedByBytes(words);
}

function dictionaryOf(words: readonly string[]): Dictionary {
  const { units, labels, offsets, firsts, children } = buildDictionary(words);
  const u16 = new Map([
    ['terms.units', units],
    ['terms.labels', labels],
  ]);
  const u32 = new Map([
    ['terms.offsets', offsets],
    ['terms.firsts', firsts],
    ['terms.children', children],
  ]);
  return new Dictionary(
    {
      u16: name => u16.get(name)!,
      u32: name => u32.get(name)!,
      pagedU16: name => new PagedSection(u16.get(name)!, undefined),
      pagedU32: name => new PagedSection(u32.get(name)!, undefined),
    },
    'terms',
  );
}

/** @returns the cells of a row */
function measure(words: readonly string[], dictionary: Dictionary, edits: 1 | 2): string[] {
  const draws = stream(`bench typos ${words.length} ${edits}`);
  const micros: number[] = [];
  let found = 0;
  // As queries have it: one edit from four letters, two from eight, the first letter right.
  const long = words.filter(word => word.length >= (edits === 1 ? 4 : 8));
  for (let i = 0; i < LOOKUPS; i++) {
    let typed = draws.pick(long);
    for (let k = 0; k < edits; k++) typed = mistype(typed, draws);
    const started = performance.now();
    dictionary.fuzzy(typed, edits, 1, () => found++);
    if (i >= LOOKUPS * WARM_UP_SHARE) micros.push((performance.now() - started) * 1000);
  }
  micros.sort((a, b) => a - b);
  const p50 = median(micros);
  const aimed = edits === 2 && words.length >= TARGET_SIZE;
  return [
    whole(words.length),
    String(edits),
    p50.toFixed(0),
    quantile(micros, 0.99).toFixed(0),
    (found / LOOKUPS).toFixed(1),
    aimed ? `${TARGET_MICROS} µs (${p50 <= TARGET_MICROS ? 'met' : 'missed'})` : '',
  ];
}

/** A letter wrong, behind the first. */
function mistype(word: string, draws: Draws): string {
  const at = 1 + draws.below(word.length - 1);
  return word.slice(0, at) + LETTERS[draws.below(LETTERS.length)] + word.slice(at + 1);
}
