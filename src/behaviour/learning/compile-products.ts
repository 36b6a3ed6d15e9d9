/** Compiles the learned signals of a market's products, by ordinals of a snapshot: popularity and related products. */

import type { Relations } from '../../index/signals.js';
import type { KeyList } from '../../index/structure.js';
import { compareBytes } from '../../kernel/byte-order.js';
import { Growable, growableU32 } from '../../kernel/growable.js';
import { LONGEST } from './learning-limits.js';
import type { ProductLearning, Relation } from './product-learning.js';
import { BACKGROUND, SIGNIFICANT, significance } from './significance.js';

/** Largest number of related products of one product. */
const MOST_PARTNERS = 40;
/** Least number of sessions or baskets with both products of a pair; a single one is no evidence. */
const LEAST_SUPPORT = 2;

/**
 * Popularity grows with the logarithm of its sum in these units (see INTEREST in product-learning.ts; a view of content is
 * 1), and the greatest is 1. Where hardly anything is known, what few visitors did is compared with the least sum that
 * the greatest is taken for: a shop without visitors would be ranked by the first of them.
 */
const POPULARITY = { unit: 100, leastGreatest: 2000 } as const;
const CONTENT_POPULARITY = { unit: 10, leastGreatest: 200 } as const;

/**
 * The sum for one product of the clicks that `SignalBounds` admits from twenty ranges in a day, and of twice the clicks,
 * carts, favourites and views that it admits from one.
 */
const PRETENDED = 200;

/** Smoothing of the lift, in pairs of a product: lifts of products with few pairs are drawn towards 0. */
const SMOOTHING = 30;

/** The products of one market that are known here and in a snapshot: most of a large catalog have no learned data. */
export interface Numbering {
  /** Number of products of the snapshot. */
  count: number;
  /** Their ordinals, ascending, and the slot of each. */
  ordinals: Uint32Array;
  slots: Uint32Array;
  /** By slot; -1 where the snapshot lacks the product. */
  ordinalOf: Int32Array;
}

/** How many times as long it takes to find the ordinal of a key as the slot of one. */
const SEARCH_COST = 4;

/** @param market a slot */
export function numberingOf(market: number, keys: KeyList, count: number, { products }: ProductLearning): Numbering {
  const { used, scopes } = products;
  const ordinalOf = new Int32Array(used).fill(-1);
  let found = 0;
  const enter = (ordinal: number, slot: number) => {
    if (ordinal < 0 || slot < 0) return;
    ordinalOf[slot] = ordinal;
    found++;
  };
  if (used * SEARCH_COST < count) {
    for (let slot = 0; slot < used; slot++) {
      const key = products.name(slot);
      if (key !== '' && scopes[slot] === market) enter(keys.find(key), slot);
    }
  } else {
    for (let ordinal = 0; ordinal < count; ordinal++) enter(ordinal, products.find(market, keys.at(ordinal)));
  }
  // Sorted as numbers that have both, ordinals above slots.
  const pairs = new Float64Array(found);
  for (let slot = 0, n = 0; slot < used; slot++) if (ordinalOf[slot] >= 0) pairs[n++] = ordinalOf[slot] * used + slot;
  pairs.sort();
  const ordinals = Uint32Array.from(pairs, pair => Math.floor(pair / used));
  return { count, ordinals, slots: Uint32Array.from(pairs, (pair, i) => pair - ordinals[i] * used), ordinalOf };
}

/**
 * Payments come from the shop's server and count in full. Of what visitors do, which is easy to pretend, the first
 * events count for nothing: as many as a few ranges of addresses can bring about in a day.
 * @param factor weight of an event that happens now (see Decay).
 */
export function popularityOf(
  { count, ordinals, slots }: Numbering,
  learning: ProductLearning,
  factor: number,
): Float32Array {
  const { popularity, paid } = learning.products.counters;
  const trusted = (slot: number) => paid[slot] + Math.max(0, popularity[slot] - paid[slot] - PRETENDED * factor);
  const scaled = logScaled(
    Float32Array.from(slots, slot => trusted(slot) / factor),
    POPULARITY,
  );
  const values = new Float32Array(count);
  for (let i = 0; i < ordinals.length; i++) values[ordinals[i]] = scaled[i];
  return values;
}

/** Popularity of the viewed content items of a market, by key in byte order. */
export function contentPopularity(market: number, learning: ProductLearning, factor: number): [string, number][] {
  const { contents } = learning;
  const found: [string, number][] = [];
  for (let slot = 0; slot < contents.used; slot++) {
    if (contents.name(slot) === '' || contents.scopes[slot] !== market) continue;
    found.push([contents.name(slot), contents.counters.popularity[slot] / factor]);
  }
  found.sort((a, b) => compareBytes(a[0], b[0]));
  const scaled = logScaled(
    Float32Array.from(found, ([, popularity]) => popularity),
    CONTENT_POPULARITY,
  );
  return found.map(([key], i) => [key, scaled[i]]);
}

/** Log-scales values to 0 … 1. */
function logScaled(
  values: Float32Array,
  { unit, leastGreatest }: { unit: number; leastGreatest: number },
): Float32Array {
  const greatest = values.reduce((a, b) => Math.max(a, b), leastGreatest);
  return values.map(value => Math.log1p(value / unit) / Math.log1p(greatest / unit));
}

/**
 * The significant partners of every product, most significant first. The weight is, for `liked`, the lift (how many
 * times likelier a customer of one product views the other), for the other relations the significance scaled to 0 … 1.
 * @param market a slot
 */
export function relationsOf(
  relation: Relation,
  market: number,
  { count, ordinals, slots, ordinalOf }: Numbering,
  learning: ProductLearning,
  factor: number,
): Relations {
  const rows = learning[relation];
  const counts = learning.products.counters[relation];
  const total = learning.markets.counters[relation][market] / factor + BACKGROUND;
  const start = new Uint32Array(count + 1);
  const to = growableU32();
  const weight = new Growable(new Float32Array(1024));
  const scores = new Float64Array(LONGEST[relation]);
  const partners = new Uint32Array(LONGEST[relation]);
  const lifts = new Float64Array(LONGEST[relation]);
  const weights = relation === 'liked' ? lifts : scores;
  for (let at = 0; at < ordinals.length; at++) {
    const slot = slots[at];
    const order: number[] = [];
    const end = rows.end(slot);
    for (let i = rows.start(slot); i < end; i++) {
      const other = rows.to[i];
      if (rows.support[i] < LEAST_SUPPORT || ordinalOf[other] < 0) continue;
      const both = rows.weight[i] / factor;
      const ratio = significance(both, counts[slot] / factor, counts[other] / factor, total);
      if (ratio < SIGNIFICANT) continue;
      partners[order.length] = ordinalOf[other];
      scores[order.length] = strength(ratio);
      lifts[order.length] =
        (both * total) / ((counts[slot] / factor + SMOOTHING) * (counts[other] / factor + SMOOTHING));
      order.push(order.length);
    }
    order.sort((a, b) => scores[b] - scores[a] || partners[a] - partners[b]);
    for (let i = 0; i < order.length && i < MOST_PARTNERS; i++) {
      to.push(partners[order[i]]);
      weight.push(weights[order[i]]);
    }
    start.fill(to.length, ordinals[at] + 1, at + 1 < ordinals.length ? ordinals[at + 1] + 1 : count + 1);
  }
  return { start, to: to.view(), weight: weight.view() };
}

/** Scales a likelihood ratio to 0 … 1. */
function strength(ratio: number): number {
  return 1 - 1 / (1 + Math.sqrt(ratio));
}
