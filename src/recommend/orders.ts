/**
 * Orders over all products of a view that depend on no request: the cold-start order of a shop without behaviour, and
 * the order by release. Computed in steps and kept for a day, because newness decays by days.
 */
import { indicesByKey } from '../kernel/indices-by-key.js';
import { inSteps, type Steps } from '../kernel/steps.js';
import type { View } from '../snapshot/index.js';
import { keptOrder } from './kept-orders.js';
import { Order } from './order.js';
import { SharedByParts } from './shared-by-parts.js';
import type { Kinds, Traits } from './traits.js';

const DAY_MS = 86_400_000;
/** Days in which newness decays to 1/e. */
const NEWNESS_DAYS = 90;
const RATING_WEIGHT = 0.5;
const NEWNESS_WEIGHT = 0.3;
const MAX_RATING = 5;
/** What each doubling of the products of its kind or brand before it subtracts from a product's score. */
const SAME_KIND = 0.15;
const SAME_BRAND = 0.06;
/** More than any score, so that every group comes before the second product of any. */
const SAME_GROUP = 8;

export function dayOf(nowMs: number): number {
  return Math.floor(nowMs / DAY_MS);
}

/** Keys that differ by less than one of so many are equal: sums of the same numbers in another order are. */
const KEY_STEPS = 2 ** 30;

/**
 * Ordinals sorted by key, ascending; equal ones as they were.
 * @param key of the ordinal at an index, 0 to 1
 */
export function* sortedBy(key: (i: number) => number, ordinals: Uint32Array): Steps<Uint32Array> {
  const keys = new Float64Array(ordinals.length);
  yield* inSteps(keys.length, (from, end) => {
    for (let i = from; i < end; i++) {
      // From 1 to 2, numbers differ in 30 bits at most, which are sorted in three passes.
      keys[i] = 1 + Math.round(Math.min(1, Math.max(0, key(i))) * (KEY_STEPS - 1)) / KEY_STEPS;
    }
  });
  return yield* sortedByKeys(keys, ordinals);
}

function* sortedByKeys(keys: Float64Array, ordinals: Uint32Array): Steps<Uint32Array> {
  const sorted = yield* indicesByKey(keys);
  yield* inSteps(sorted.length, (from, end) => {
    for (let i = from; i < end; i++) sorted[i] = ordinals[sorted[i]];
  });
  return sorted;
}

/** All products of a view in the cold-start order of a day. */
export interface ColdOrder {
  day: number;
  order: Order;
}

const coldOrders = new SharedByParts<ColdOrder>();

export function* coldOrderOf(view: View, traits: Traits, nowMs: number): Steps<ColdOrder> {
  const day = dayOf(nowMs);
  const known = coldOrders.find(traits, view.numbers);
  if (known?.day === day) return known;
  const { structure, numbers, attributes } = view;
  const brands = brandsOf(attributes);
  const inputs = [
    structure.groupOf,
    numbers.get('rating')?.values,
    numbers.get('release_date')?.values,
    traits.kinds.of,
    brands?.start,
    brands?.of,
  ];
  const make = () => coldOrder(view, traits.kinds, nowMs);
  const cold = { day, order: yield* keptOrder('cold', inputs, make, day) };
  coldOrders.set(traits, view.numbers, cold);
  return cold;
}

/** The cold-start order: by rating and newness, diversified by kind, brand and group. */
function* coldOrder({ structure, numbers, attributes }: View, kinds: Kinds, nowMs: number): Steps<Order> {
  const { productCount, groupOf } = structure;
  const ratings = numbers.get('rating')?.values;
  const released = numbers.get('release_date')?.values;
  const mean = ratings ? average(ratings) : 0;
  const score = new Float64Array(productCount);
  const all = new Uint32Array(productCount);
  yield* inSteps(productCount, (from, end) => {
    for (let p = from; p < end; p++) {
      all[p] = p;
      const rating = ratings ? (Number.isNaN(ratings[p]) ? mean : ratings[p]) : 0;
      score[p] = (RATING_WEIGHT * Math.min(rating, MAX_RATING)) / MAX_RATING;
      if (released && released[p] <= nowMs) {
        score[p] += NEWNESS_WEIGHT * Math.exp((released[p] - nowMs) / (NEWNESS_DAYS * DAY_MS));
      }
    }
  });
  const best = RATING_WEIGHT + NEWNESS_WEIGHT;
  const order = yield* sortedBy(p => 1 - score[p] / best, all);

  const brands = brandsOf(attributes);
  const byBrand = new Uint32Array(brands?.size ?? 0);
  const byKind = new Uint32Array(kinds.count);
  const byGroup = new Uint8Array(structure.groupCount);
  let least = best;
  yield* inSteps(productCount, (from, end) => {
    let leastHere = best;
    for (let i = from; i < end; i++) {
      const p = order[i];
      const before = byGroup[groupOf[p]];
      if (before < 0xff) byGroup[groupOf[p]]++;
      if (before > 0) {
        score[p] -= SAME_GROUP + before;
      } else {
        const kind = kinds.of[p];
        if (kind >= 0) score[p] -= SAME_KIND * doublings(byKind[kind]++);
        if (brands && brands.start[p] < brands.start[p + 1]) {
          score[p] -= SAME_BRAND * doublings(byBrand[brands.of[brands.start[p]]]++);
        }
      }
      leastHere = Math.min(leastHere, score[p]);
    }
    least = Math.min(least, leastHere);
  });
  const products = yield* sortedBy(i => (best - score[order[i]]) / (best - least || 1), order);
  return new Order(products, productCount);
}

/** Logarithms of most counts, which are small: to read one takes less than to compute it. */
const DOUBLINGS = Float64Array.from({ length: 4096 }, (_, count) => Math.log2(1 + count));

function doublings(count: number): number {
  return count < DOUBLINGS.length ? DOUBLINGS[count] : Math.log2(1 + count);
}

/** The brand of each product, as `Attribute` has it. */
function brandsOf(attributes: View['attributes']) {
  const brands = attributes.get('brand');
  if (brands?.level !== 'product') return undefined;
  const { size, start, of } = brands;
  return { size, start, of };
}

function average(values: Float64Array): number {
  let sum = 0;
  let count = 0;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    sum += value;
    count++;
  }
  return count === 0 ? 0 : sum / count;
}

const releaseOrders = new SharedByParts<Order>();

/** Products with a release date, newest first, future releases included; of one date in the order of keys. */
export function* releaseOrderOf(view: View): Steps<Order> {
  const known = releaseOrders.find(view.structure, view.numbers);
  if (known) return known;
  const inputs = [view.structure.keyRank, view.numbers.get('release_date')?.values];
  const order = yield* keptOrder('by release', inputs, () => releaseOrder(view));
  releaseOrders.set(view.structure, view.numbers, order);
  return order;
}

function* releaseOrder({ structure, numbers }: View): Steps<Order> {
  const { keyRank, productCount } = structure;
  const released = numbers.get('release_date')?.values ?? new Float64Array(productCount).fill(Number.NaN);
  const byKey = new Uint32Array(productCount);
  for (let p = 0; p < productCount; p++) byKey[keyRank[p]] = p;
  const keys = new Float64Array(productCount);
  const dated = new Uint32Array(productCount);
  let count = 0;
  for (const p of byKey) {
    if (Number.isNaN(released[p])) continue;
    keys[count] = -released[p];
    dated[count++] = p;
  }
  const products = yield* sortedByKeys(keys.subarray(0, count), dated.subarray(0, count));
  return new Order(products, productCount);
}
