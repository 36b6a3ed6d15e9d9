/**
 * Variants of a product: sizes with prices in each market, stock online and in stores.
 */
import { pricesIn, STORES } from './prices.mjs';

const SALES = [10, 15, 20, 20, 25, 30, 30, 40, 50];

/**
 * @typedef {import('./prices.mjs').Market} Market
 * @typedef {import('./products.mjs').Design} Design
 * @typedef {import('./random.mjs').Draw} Draw
 */

/**
 * Percent off per market: most sales run everywhere, some in one market.
 * @param {Design} design
 * @param {Draw} draw
 */
function salesOf(design, draw) {
  const off = draw.chance(17) ? draw.pick(SALES) : 0;
  /** @type {Record<string, number>} */
  const sales = Object.fromEntries(design.markets.map(market => [market, off]));
  if (off === 0 && draw.chance(6)) sales[draw.pick(design.markets)] = draw.pick(SALES);
  return sales;
}

/**
 * @param {Market} market
 * @param {Draw} draw
 */
function storesIn(market, draw) {
  /** @type {Record<string, number>} */
  const stores = {};
  for (const store of STORES[market]) if (draw.chance(55)) stores[store] = draw.below(6);
  return stores;
}

/**
 * @typedef {object} Variant
 * @property {object} defaults
 * @property {Record<string, object> | undefined} overrides
 * @property {Market[]} [limitedMarkets]
 */

/**
 * @param {Design} design
 * @param {string} key of the product
 * @param {Draw} draw
 * @returns variants by key
 */
export function variantsOf(design, key, draw) {
  const sales = salesOf(design, draw);
  /** @type {Record<string, number>} */
  const rebates = {};
  if (draw.chance(40)) rebates.member = 5;
  if (draw.chance(25)) rebates.vip = 15;
  const soldOut = draw.chance(4);
  const inStores = !design.onlineOnly && draw.chance(45);
  const [home, ...others] = design.markets;
  /** @type {Record<string, Variant>} */
  const variants = {};
  for (const { suffix, size, sizes, label, factor, data } of design.sizes.variants) {
    const pence = Math.round(design.pence * factor);
    const stock = soldOut || draw.chance(11) ? 0 : draw.between(1, 30);
    const inMarket = (/** @type {Market} */ market) => ({
      ...pricesIn(market, pence, sales[market], rebates),
      ...(inStores ? { stores: storesIn(market, draw) } : {}),
    });
    /** @type {Variant} */
    const variant = {
      defaults: { stock, ...inMarket(home), size, sizes, label, ...data },
      overrides: Object.fromEntries(others.map(market => [`${market}|*`, inMarket(market)])),
    };
    const last = suffix === 'xxl' || suffix === '46';
    if (last && others.length > 0 && draw.chance(20)) {
      variant.limitedMarkets = [home];
      variant.overrides = undefined;
    }
    variants[`${key}-${suffix.replace('/', '-')}`] = variant;
  }
  return variants;
}
