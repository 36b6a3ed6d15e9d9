/** Hit rates at ten of one algorithm and of what it is measured against, and what a list costs. */

import { hasBit } from '../../src/kernel/bitmap.js';
import type { Algorithm } from '../../src/recommend/recommender.js';
import type { View } from '../../src/snapshot/index.js';
import { stream } from '../catalogs/chance.js';
import type { Case, Question } from './cases.js';
import type { MeasuredQuestion } from './results.js';
import type { Recommendations, Shop } from './shop.js';

const AT = 10;
const WARM_UP = 200;

/** @param catalog its name */
export function measure(
  catalog: string,
  { learned, fresh, nowMs }: Shop,
  { what, algorithm, cases }: Question,
): MeasuredQuestion {
  const count = (name: Algorithm, from: Recommendations) =>
    cases.filter(one => isHit(from.view, list(from, name, one, nowMs), one)).length;
  for (const one of cases.slice(0, WARM_UP)) list(learned, algorithm, one, nowMs);
  const started = process.cpuUsage();
  const hits = count(algorithm, learned);
  const { user, system } = process.cpuUsage(started);
  return {
    catalog,
    what,
    algorithm,
    cases: cases.length,
    hits: hits / cases.length,
    popular: count('TOP_PRODUCTS', learned) / cases.length,
    random: cases.filter((one, i) => isHit(learned.view, randomList(learned, one, i), one)).length / cases.length,
    fresh: count(algorithm, fresh) / cases.length,
    micros: (user + system) / cases.length,
  };
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
    sameOnce: true,
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
