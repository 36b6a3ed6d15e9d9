/**
 * Which products are near to a text, product by product: with the vectors of words and products that a snapshot has,
 * which tests of builds hold against the words of products.
 */
import { WEIGHTS } from '../../src/query/ranking/weights.js';
import type { Meaning as Vectors } from '../../src/snapshot/index.js';
import type { Item } from '../pages/oracle.js';
import type { Meaning, Word } from './query-oracle.js';
import type { WordsOracle } from './words-oracle.js';

/** Of a view: its vectors, and the ordinal of a product by its key. */
export interface NearSource {
  vectors: Vectors;
  ordinalOf(key: string): number;
}

interface Near {
  hasWords: boolean;
  points: number;
}

const { fround } = Math;
const SQUARE = 127 ** 2;
const MOST_NEAR = 60;
const LEAST = 0.5;
const LEAD = 10;
const LEAD_POINTS = 500;
const NEAR_POINTS = WEIGHTS['near.similarity'];
const EXAMPLES = 5;
const EXAMPLES_WEIGHT = 0.7;
const LEAST_ALIKE = 0.15;
const LEAST_ALIKE_ALONE = 0.25;
const LEAST_DESCRIBED = 3;
const MOST_DESCRIBED = 128;
const CODE = /^(?=.*\d)(?=.*\p{L}.*\p{L})[\p{L}\d]{4,}$|^\d{5,}$/u;

export const WITHOUT_WORDS = -WEIGHTS['near.without_words'];

export class NearOracle {
  constructor(
    private readonly words: WordsOracle,
    private readonly source: NearSource,
  ) {}

  /**
   * @param points of the products that have some of the words
   * @param behind those of them that lack others
   */
  points(
    meaning: Meaning,
    within: readonly Item[],
    points: ReadonlyMap<Item, number>,
    behind: readonly Item[],
  ): Map<Item, Near> {
    const found = new Map<Item, Near>();
    const full = points.size - behind.length;
    const text = this.textVector(meaning);
    if (!text) return found;
    const best = (items: readonly Item[]) => byRank(items, item => points.get(item)!);
    const wanted = this.withExamples(text.vector, best([...points.keys()]).slice(0, EXAMPLES));
    const near = within.filter(item => this.dot(item, wanted) >= Math.ceil(LEAST * SQUARE));
    const nearest = byRank(near, item => this.dot(item, wanted)).slice(0, MOST_NEAR);
    const most = Math.max(0, ...nearest.map(item => this.dot(item, text.vector)));
    if (most <= this.source.vectors.words.strangersOf(text.words) * SQUARE) return found;
    for (const item of best(behind).slice(0, Math.max(0, LEAD - full))) {
      found.set(item, { hasWords: true, points: LEAD_POINTS });
    }
    for (const item of nearest) {
      if (found.has(item) || (points.has(item) && !behind.includes(item))) continue;
      const gained = fround((NEAR_POINTS * this.dot(item, wanted)) / SQUARE);
      found.set(item, { hasWords: points.has(item), points: gained });
    }
    return found;
  }

  private textVector({ words: all }: Meaning): { vector: number[]; words: number } | undefined {
    const required = all.filter(({ optional }) => !optional);
    if (required.some(({ text }) => CODE.test(text))) return undefined;
    const spoken = required.filter(({ text }) => !/\d/.test(text));
    const places = spoken.map(word => this.placeOf(word)).filter(place => place >= 0);
    const stems = spoken.filter(word => this.placeOf(word) < 0).map(({ text }) => this.words.analyzer.stem(text));
    const described = [...new Set(stems)].flatMap(stem => {
      const vector = this.describedVector(stem, places.length === 0 ? LEAST_ALIKE_ALONE : LEAST_ALIKE);
      return vector ? [vector] : [];
    });
    const told = places.length + described.length;
    if (told === 0 || told < spoken.length / 2) return undefined;
    const distinct = new Set(places);
    const { rarity, vectors, dimensions } = this.source.vectors.words;
    const sum = new Float32Array(dimensions);
    for (const place of distinct) {
      for (let d = 0; d < dimensions; d++) sum[d]! += rarity[place]! * vectors[place * dimensions + d]!;
    }
    for (const vector of described) for (let d = 0; d < dimensions; d++) sum[d]! += vector[d]!;
    return { vector: scaled(sum), words: distinct.size + described.length };
  }

  /** By the first products of groups whose descriptions have a stem; views of tests have too few to take some of them. */
  private describedVector(stem: string, leastAlike: number): Float32Array | undefined {
    const { groups, frequency } = this.words.described(stem);
    if (frequency < LEAST_DESCRIBED) return undefined;
    const firsts = new Map<string, Item>();
    for (const item of this.words.oracle.items) {
      if (this.words.describedPlace(stem, item) === undefined) continue;
      const first = firsts.get(item.group);
      if (!first || this.ordinal(item) < this.ordinal(first)) firsts.set(item.group, item);
    }
    if (firsts.size > MOST_DESCRIBED) throw new Error(`${stem}: more descriptions than are expected`);
    const own = [...firsts.values()].map(item => this.vectorOf(item));
    const sum = new Float32Array(this.source.vectors.words.dimensions);
    for (const vector of own) for (let d = 0; d < sum.length; d++) sum[d]! += vector[d]!;
    const pairs = own.length * (own.length - 1);
    const alike = (sum.reduce((all, x) => all + x * x, 0) / SQUARE - own.length) / pairs;
    if (alike < leastAlike) return undefined;
    const weight = Math.log(1 + groups / frequency) / own.length;
    return sum.map(x => x * weight);
  }

  private ordinal({ product }: Item): number {
    return this.source.ordinalOf(product.key);
  }

  private placeOf({ text, terms }: Word): number {
    const { words } = this.source.vectors;
    const placeOf = (word: string) => words.find(this.words.analyzer.stem(word));
    const likely = [...terms].sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1));
    return [text, ...likely.map(({ term }) => term)].map(placeOf).find(place => place >= 0) ?? -1;
  }

  private withExamples(text: readonly number[], examples: readonly Item[]): number[] {
    const sum = Float32Array.from(text);
    for (const item of examples) {
      this.vectorOf(item).forEach((x, d) => {
        sum[d]! += (EXAMPLES_WEIGHT / examples.length) * x;
      });
    }
    return scaled(sum);
  }

  private dot(item: Item, vector: readonly number[]): number {
    return this.vectorOf(item).reduce((sum, x, d) => sum + x * vector[d]!, 0);
  }

  private vectorOf({ product }: Item): Int8Array {
    const { dimensions, vectors } = this.source.vectors.products;
    const ordinal = this.source.ordinalOf(product.key);
    return vectors.subarray(ordinal * dimensions, (ordinal + 1) * dimensions);
  }
}

/** Best first, then by key. */
function byRank(items: readonly Item[], of: (item: Item) => number): Item[] {
  return [...items].sort((a, b) => of(b) - of(a) || (a.product.key < b.product.key ? -1 : 1));
}

function scaled(sum: Float32Array): number[] {
  const length = Math.sqrt(sum.reduce((square, x) => square + x * x, 0));
  return [...sum].map(x => (length === 0 ? 0 : Math.round(x * (127 / length))));
}
