/** Hit rates at ten of one algorithm and of what it is measured against, and what a list costs. */

import { hasBit } from '../../src/kernel/bitmap.js';
import type { Algorithm } from '../../src/recommend/recommender.js';
import type { View } from '../../src/snapshot/index.js';
import { stream } from '../catalogs/chance.js';
import { percent } from '../harness/figures.js';
import type { Case, Question } from './cases.js';
import type { Recommendations, Shop } from './shop.js';

const AT = 10;
const WARM_UP = 200;

export const HEAD: readonly string[] = [
  'catalog: what is to be found',
  'algorithm',
  'cases',
  'hits at 10',
  'by popularity',
  'at random',
  '× popularity',
  '× random',
  'new shop',
  'CPU µs a list',
];

/** Shares of the cases that were hits. */
interface HitRates {
  hits: number;
  /** By popularity. */
  popular: number;
  random: number;
  /** With nothing learned. */
  fresh: number;
  /** Microseconds of CPU of a list. */
  micros: number;
}

export function measure({ learned, fresh, nowMs }: Shop, { algorithm, cases }: Question): HitRates {
  const count = (name: Algorithm, from: Recommendations) =>
    cases.filter(one => isHit(from.view, list(from, name, one, nowMs), one)).length;
  for (const one of cases.slice(0, WARM_UP)) list(learned, algorithm, one, nowMs);
  const started = process.cpuUsage();
  const hits = count(algorithm, learned);
  const { user, system } = process.cpuUsage(started);
  return {
    hits: hits / cases.length,
    popular: count('TOP_PRODUCTS', learned) / cases.length,
    random: cases.filter((one, i) => isHit(learned.view, randomList(learned, one, i), one)).length / cases.length,
    fresh: count(algorithm, fresh) / cases.length,
    micros: (user + system) / cases.length,
  };
}

/** @param catalog its name @returns cells in the order of HEAD */
export function row(
  catalog: string,
  { what, algorithm, cases }: Question,
  { hits, popular, random, fresh, micros }: HitRates,
): string[] {
  const times = (against: number) => (against === 0 ? '' : `× ${(hits / against).toFixed(1)}`);
  return [
    `${catalog}: ${what}`,
    algorithm,
    String(cases.length),
    percent(hits, 1),
    percent(popular, 1),
    percent(random, 1),
    times(popular),
    times(random),
    percent(fresh, 1),
    micros.toFixed(0),
  ];
}

/** @returns products */
function list(
  { view, recommender, offers }: Recommendations,
  algorithm: Algorithm,
  { bases, visitor, familiar = [] }: Case,
  nowMs: number,
): Uint32Array {
  const ordinals = (keys: readonly string[]) => keys.map(key => view.structure.products.find(key));
  recommender.start(nowMs);
  return recommender.list({
    algorithm,
    limit: AT,
    within: undefined,
    offers,
    nowMs,
    bases: ordinals(bases).map(product => ({ product, share: 1 })),
    pinned: [],
    blocked: algorithm === 'TOP_PRODUCTS' ? ordinals(familiar) : [],
    visitor: () => visitor,
  });
}

/** Ten products with stock, each as likely as any other. @param i number of the case: another one, other draws */
function randomList({ view, offers }: Recommendations, { bases }: Case, i: number): number[] {
  const { structure } = view;
  const draws = stream(`random list ${i}`);
  const { products: inStock } = offers.inStock;
  const groups = new Set(bases.map(key => structure.groupOf[structure.products.find(key)]));
  const drawn: number[] = [];
  while (drawn.length < AT) {
    const product = draws.below(structure.productCount);
    const group = structure.groupOf[product];
    if (!hasBit(inStock, product) || groups.has(group)) continue;
    groups.add(group);
    drawn.push(product);
  }
  return drawn;
}

/** A wanted product is a hit wherever it stands in one of the groups shown: a list shows groups whole. */
function isHit({ structure }: View, products: ArrayLike<number>, { wanted }: Case): boolean {
  const groups = new Set(Array.from(products, product => structure.groupOf[product]));
  for (const key of wanted) {
    const product = structure.products.find(key);
    if (product >= 0 && groups.has(structure.groupOf[product])) return true;
  }
  return false;
}
