/** Hit rates at ten of one algorithm and of what it is measured against, and what a list costs. */
import { stream } from '../catalogs/chance.js';

const AT = 10;
const WARM_UP = 200;

export const HEAD = [
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

/** @typedef {{ hits: number, popular: number, random: number, fresh: number, micros: number }} Measured */

/** @param {{ algorithm: string, cases: import('./cases.js').Case[] }} asked */
export function measure(shop, { algorithm, cases }) {
  const { learnt, fresh, nowMs } = shop;
  const count = name => desk => cases.filter(one => isHit(desk.view, list(desk, name, one, nowMs), one)).length;
  for (const one of cases.slice(0, WARM_UP)) list(learnt, algorithm, one, nowMs);
  const started = process.cpuUsage();
  const hits = count(algorithm)(learnt);
  const { user, system } = process.cpuUsage(started);
  return {
    hits: hits / cases.length,
    popular: count('TOP_PRODUCTS')(learnt) / cases.length,
    random: cases.filter((one, i) => isHit(learnt.view, randomList(learnt, one, i), one)).length / cases.length,
    fresh: count(algorithm)(fresh) / cases.length,
    micros: (user + system) / cases.length,
  };
}

/** @returns {string[]} */
export function row(catalog, { what, algorithm, cases }, { hits, popular, random, fresh, micros }) {
  const percent = share => `${(share * 100).toFixed(1)} %`;
  const times = against => (against === 0 ? '' : `× ${(hits / against).toFixed(1)}`);
  return [
    `${catalog}: ${what}`,
    algorithm,
    String(cases.length),
    percent(hits),
    percent(popular),
    percent(random),
    times(popular),
    times(random),
    percent(fresh),
    micros.toFixed(0),
  ];
}

function list({ view, recommender, offers }, algorithm, { bases, visitor, familiar = [] }, nowMs) {
  recommender.start(nowMs);
  const products = bases.map(key => view.structure.products.find(key));
  return recommender.list({
    algorithm,
    limit: AT,
    within: undefined,
    offers,
    nowMs,
    bases: products.map(product => ({ product, share: 1 })),
    pinned: [],
    blocked: algorithm === 'TOP_PRODUCTS' ? familiar.map(key => view.structure.products.find(key)) : [],
    visitor: () => visitor,
  });
}

/** Ten products with stock, each as likely as any other. */
function randomList({ view, offers }, { bases }, i) {
  const { structure } = view;
  const draws = stream(`random list ${i}`);
  const { products: inStock } = offers.inStock;
  const groups = new Set(bases.map(key => structure.groupOf[structure.products.find(key)]));
  const drawn = [];
  while (drawn.length < AT) {
    const product = draws.below(structure.productCount);
    const free = (inStock[product >>> 5] & (1 << (product & 31))) !== 0 && !groups.has(structure.groupOf[product]);
    if (!free) continue;
    groups.add(structure.groupOf[product]);
    drawn.push(product);
  }
  return drawn;
}

/** A wanted product is a hit wherever it stands in one of the groups shown: a list shows groups whole. */
function isHit({ structure }, products, { wanted }) {
  const groups = new Set(Array.from(products, product => structure.groupOf[product]));
  for (const key of wanted) {
    const product = structure.products.find(key);
    if (product >= 0 && groups.has(structure.groupOf[product])) return true;
  }
  return false;
}
