/**
 * Which products of a large view are compared with a text: those of the categories whose names are nearest to it. Ordinals
 * follow categories, so that these are ranges.
 */
import { writeDirection } from '../../index/word-vectors.js';
import type { Meaning, Searchable } from '../../snapshot/index.js';
import { dotAt, type VectorRange } from './vector-scan.js';

/** Products that are compared with a text at most, but for those of the last category. */
const MOST_COMPARED = 1 << 17;

/** The vectors of names, by the structure that has them. */
const known = new WeakMap<object, Int8Array>();

export function comparedRanges(text: Int8Array, view: Searchable, meaning: Meaning): VectorRange[] {
  const { structure } = view;
  const all = structure.productCount;
  if (all <= MOST_COMPARED) return [{ from: 0, to: all }];
  const { categories, categoryStart, groupStart } = structure;
  const names = namesOf(view, meaning);
  const rows = { dimensions: text.length, vectors: names };
  const dots = Float64Array.from({ length: categories.size }, (_, category) => dotAt(rows, category, text));
  const order = [...dots.keys()].sort((a, b) => dots[b] - dots[a] || a - b);
  const ranges: VectorRange[] = [];
  let left = MOST_COMPARED;
  for (const category of order) {
    if (left <= 0) break;
    const from = groupStart[categoryStart[category]];
    const to = Math.min(groupStart[categoryStart[category + 1]], from + left);
    ranges.push({ from, to });
    left -= to - from;
  }
  return ranges;
}

function namesOf({ structure, analyzer }: Searchable, { words }: Meaning): Int8Array {
  const present = known.get(structure);
  if (present) return present;
  const { dimensions, rarity, vectors } = words;
  const { categories } = structure;
  const names = new Int8Array(categories.size * dimensions);
  const sum = new Float32Array(dimensions);
  for (let category = 0; category < categories.size; category++) {
    sum.fill(0);
    for (const { text } of analyzer.tokenize(categories.at(category))) {
      const place = words.find(analyzer.stem(text));
      for (let d = 0; place >= 0 && d < dimensions; d++) sum[d] += rarity[place] * vectors[place * dimensions + d];
    }
    writeDirection(sum, 0, names, category * dimensions, dimensions);
  }
  known.set(structure, names);
  return names;
}
