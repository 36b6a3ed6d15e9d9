/**
 * Variants of a product: sizes with prices in each market, stock online and in stores.
 */
import { pricesIn, STORES } from './prices.mjs';

const SALES = [10, 15, 20, 20, 25, 30, 30, 40, 50];

/** Percent off per market: most sales run everywhere, some in one market. */
function salesOf(design, draw) {
  const off = draw.chance(17) ? draw.pick(SALES) : 0;
  const sales = Object.fromEntries(design.markets.map(market => [market, off]));
  if (off === 0 && draw.chance(6)) sales[draw.pick(design.markets)] = draw.pick(SALES);
  return sales;
}

function storesIn(market, draw) {
  const stores = {};
  for (const store of STORES[market]) if (draw.chance(55)) stores[store] = draw.below(6);
  return stores;
}

/** Variant key → variant. */
export function variantsOf(design, key, draw) {
  const sales = salesOf(design, draw);
  const rebates = {};
  if (draw.chance(40)) rebates.member = 5;
  if (draw.chance(25)) rebates.vip = 15;
  const soldOut = draw.chance(4);
  const inStores = !design.onlineOnly && draw.chance(45);
  const [home, ...others] = design.markets;
  const variants = {};
  for (const { suffix, size, sizes, label, factor, data } of design.sizes.variants) {
    const pence = Math.round(design.pence * factor);
    const stock = soldOut || draw.chance(11) ? 0 : draw.between(1, 30);
    const inMarket = market => ({
      ...pricesIn(market, pence, sales[market], rebates),
      ...(inStores ? { stores: storesIn(market, draw) } : {}),
    });
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
