/**
 * `npm run bench -- typos`: how long the term dictionary takes to find what a mistyped word is near to. The words are
 * invented, of syllables drawn by Zipf's law, so that neighbours are as many as in a language.
 */
import { buildDictionary, Dictionary } from '../../src/index/dictionary.js';
import { compareBytes } from '../../src/index/strings.js';
import { stream, zipf } from '../catalogs/chance.js';

const SYLLABLES =
  'ka ra to le min der sko ber ing en va lu pe tri mo sa chi nor fel ga bo ti us ar ly ne do hal ri sten'.split(' ');
const SIZES = [50_000, 500_000];
const LOOKUPS = 4_000;
/** Microseconds. */
const TARGET = 200;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

export function benchTypos() {
  console.log('| terms | edits | median µs | p99 µs | found | target |\n|---|---|---|---|---|---|');
  for (const size of SIZES) {
    const words = invent(size);
    const dictionary = open(words);
    for (const edits of [1, 2]) console.log(measure(words, dictionary, edits));
  }
}

/** @param {number} size */
function invent(size) {
  const draws = stream('bench typos');
  const syllable = zipf(SYLLABLES.length);
  const words = new Set();
  while (words.size < size) {
    let word = '';
    for (let i = 2 + draws.below(4); i > 0; i--) word += SYLLABLES[syllable(draws)];
    words.add(word);
  }
  return [...words].sort(compareBytes);
}

/** @param {string[]} words */
function open(words) {
  const sections = /** @type {Record<string, Uint16Array | Uint32Array>} */ ({ ...buildDictionary(words) });
  const section = (/** @type {string} */ name) => sections[name.split('.')[1]];
  const part = /** @type {unknown} */ ({ u16: section, u32: section });
  return new Dictionary(/** @type {ConstructorParameters<typeof Dictionary>[0]} */ (part), 'terms');
}

/**
 * @param {string[]} words
 * @param {Dictionary} dictionary
 * @param {number} edits
 */
function measure(words, dictionary, edits) {
  const draws = stream(`bench typos ${words.length} ${edits}`);
  const times = [];
  let found = 0;
  // As queries have it: one edit from four letters, two from eight, the first letter right.
  const long = words.filter(word => word.length >= (edits === 1 ? 4 : 8));
  for (let i = 0; i < LOOKUPS; i++) {
    let typed = draws.pick(long);
    for (let k = 0; k < edits; k++) typed = mistype(typed, draws);
    let near = 0;
    const started = performance.now();
    dictionary.fuzzy(typed, edits, 1, () => near++);
    // The first ones only warm up.
    if (i >= LOOKUPS / 4) times.push((performance.now() - started) * 1_000);
    found += near;
  }
  times.sort((a, b) => a - b);
  const median = times[times.length >> 1];
  const p99 = times[Math.floor(times.length * 0.99)];
  const target = edits === 1 || words.length < 500_000 ? '' : `${TARGET} µs (${median <= TARGET ? 'met' : 'missed'})`;
  const cells = [words.length.toLocaleString('en'), edits, median.toFixed(0), p99.toFixed(0)];
  return `| ${[...cells, (found / LOOKUPS).toFixed(1), target].join(' | ')} |`;
}

/**
 * A letter wrong, behind the first.
 * @param {string} word
 * @param {{ below(n: number): number }} draws
 */
function mistype(word, draws) {
  const at = 1 + draws.below(word.length - 1);
  return word.slice(0, at) + LETTERS[draws.below(LETTERS.length)] + word.slice(at + 1);
}
