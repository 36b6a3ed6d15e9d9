/**
 * The types of products of a view that are nearest to what a text means: what else may be looked for where few products
 * have its words. What a type is about is told by some of its products, as for categories.
 */
import { VECTOR_LENGTH, writeDirection } from '../../index/word-vectors.js';
import { Deadline } from '../../kernel/deadline.js';
import { TopK } from '../../kernel/top-k.js';
import type { Meaning, PartsKey, Searchable } from '../../snapshot/index.js';
import { LISTING } from '../ranking/weights.js';
import { Slot } from '../understanding/remembered.js';
import type { Understanding } from '../understanding/understanding.js';
import { isSpoken, textVector } from './text-vector.js';
import { eachNear, type VectorRows } from './vector-scan.js';

export const MOST_RELATED_TYPES = 3;
/** Further types of a view have no direction, so that comparing all takes a twentieth of a millisecond. */
const MOST_TYPES = 1 << 12;
/** Products that tell of a type at most, at equal distances. */
const MOST_SAMPLED = 16;
/** Fewer products say little of a type. */
const LEAST_PRODUCTS = 3;

const directions = new WeakMap<PartsKey, VectorRows>();
const known = new Slot<Understanding, readonly string[]>();
/** The text may name some of the nearest. */
const nearest = new TopK(2 * MOST_RELATED_TYPES);
const types = new Uint32Array(2 * MOST_RELATED_TYPES);
const dots = new Float32Array(2 * MOST_RELATED_TYPES);
const NONE: readonly string[] = [];

/**
 * Names of types, the nearest first, without those that the text names itself.
 * @param assembly whether WebAssembly may be used
 */
export function relatedTypes(understanding: Understanding, view: Searchable, assembly: boolean): readonly string[] {
  let names = known.get(understanding);
  if (!names) known.set(understanding, (names = find(understanding, view, assembly)));
  return names;
}

function find(understanding: Understanding, view: Searchable, assembly: boolean): readonly string[] {
  const { meaning } = view;
  const attribute = view.attributes.get('product_type');
  const text = meaning && isSpoken(understanding) && textVector(understanding, view, meaning);
  if (!meaning || !attribute || !text) return NONE;
  let rows = directions.get(view.key);
  if (!rows) directions.set(view.key, (rows = directionsOf(attribute, meaning)));
  const similarity = Math.max(LISTING['near.least_similarity'], meaning.words.strangersOf(text.words));
  const least = Math.ceil(similarity * VECTOR_LENGTH ** 2);
  nearest.reset(types.length);
  const all = [{ from: 0, to: rows.vectors.length / rows.dimensions }];
  eachNear(
    rows,
    all,
    text.vector,
    () => Math.max(least, nearest.floor),
    new Deadline(),
    assembly,
    (type, dot) => nearest.offer(type, dot, type),
  );
  const count = nearest.drain(types, dots);
  const { values, queryTerms } = understanding;
  const named = new Set(values.filter(one => one.attribute === attribute.index).map(({ value }) => value));
  const said = new Set(queryTerms.flatMap(({ names }) => names));
  const labels = view.labels.get('product_type')?.labels;
  const found = Array.from(types.subarray(0, count))
    .filter(type => !named.has(type))
    .map(type => labels?.at(type) ?? attribute.values.at(type))
    .filter(name => !wordsOf(name, view).every(stem => said.has(stem)));
  return found.slice(0, MOST_RELATED_TYPES);
}

function wordsOf(name: string, { analyzer }: Searchable): string[] {
  return analyzer.tokenize(name).map(({ text }) => analyzer.stem(text));
}

type Attribute = NonNullable<ReturnType<Searchable['attributes']['get']>>;

/** Of each type the sum of the vectors of its products. */
function directionsOf(attribute: Attribute, { products: { dimensions, vectors } }: Meaning): VectorRows {
  const size = Math.min(MOST_TYPES, attribute.values.size);
  const rows = new Int8Array(size * dimensions);
  const sum = new Float32Array(dimensions);
  for (let type = 0; type < size; type++) {
    const products = attribute.ownersOf(type);
    if (products.length < LEAST_PRODUCTS) continue;
    const step = Math.ceil(products.length / MOST_SAMPLED);
    sum.fill(0);
    for (let i = 0; i < products.length; i += step) {
      for (let d = 0; d < dimensions; d++) sum[d] += vectors[products[i] * dimensions + d];
    }
    writeDirection(sum, 0, rows, type * dimensions, dimensions);
  }
  return { dimensions, vectors: rows };
}
