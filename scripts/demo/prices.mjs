/**
 * Prices per market, in the market's currency and rounded as its shops round, and what members and VIPs pay. All
 * arithmetic is on whole hundredths, so that every machine writes the same numbers.
 */

/** @typedef {'uk' | 'se' | 'de'} Market */

/** @type {Market[]} */
export const MARKETS = ['uk', 'se', 'de'];

/** Units of a currency for one pound, times 100. */
const RATES = { uk: 100, se: 1290, de: 117 };

export const STORES = {
  uk: ['london', 'leeds', 'bristol'],
  se: ['stockholm', 'goteborg', 'malmo'],
  de: ['berlin', 'hamburg', 'muenchen'],
};

/**
 * A shop's price near an amount in hundredths: 34.95, 185, 399, 1295.
 * @param {Market} market
 * @param {number} hundredths
 */
function rounded(market, hundredths) {
  const units = Math.round(hundredths / 100);
  if (market === 'se') {
    if (units < 200) return Math.max(29, Math.round(units / 10) * 10 - 1) * 100;
    return (units < 1000 ? Math.round(units / 50) * 50 - 1 : Math.round(units / 100) * 100 - 5) * 100;
  }
  if (units < 100) return Math.max(3, units) * 100 - 5;
  return (units < 400 ? Math.round(units / 5) * 5 : Math.round(units / 10) * 10 - 1) * 100;
}

const money = (/** @type {number} */ hundredths) => hundredths / 100;

/** @typedef {{ listPrice: number, sellingPrice: number }} Price */

/**
 * What one variant costs in a market.
 * @param {Market} market
 * @param {number} pence the list price in pounds times 100
 * @param {number} off percent of the sale, 0 for none
 * @param {Record<string, number>} rebates percent by price id
 */
export function pricesIn(market, pence, off, rebates) {
  const list = rounded(market, Math.round((pence * RATES[market]) / 100));
  const selling = off === 0 ? list : Math.min(list, rounded(market, Math.round((list * (100 - off)) / 100)));
  /** @type {Price & { cost: number, customPrices?: Record<string, Price> }} */
  const prices = {
    listPrice: money(list),
    sellingPrice: money(selling),
    cost: money(Math.round((list * 42) / 100)),
  };
  const custom = Object.entries(rebates).map(([id, percent]) => {
    const price = Math.min(selling, Math.round((selling * (100 - percent)) / 10000) * 100);
    return [id, { listPrice: money(list), sellingPrice: money(Math.min(selling, Math.max(100, price))) }];
  });
  if (custom.length > 0) prices.customPrices = Object.fromEntries(custom);
  return prices;
}
