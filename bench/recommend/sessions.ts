/**
 * Invented visitors of a given catalog, with a structure that is known, so that one can measure how much of it
 * recommendations find again. The same products and options give the same activities.
 *
 * A visitor has a taste (one of a few segments): a gender, categories, brands, colours, a price level. A session stays
 * in one category and near one style, which is a hidden property of products that half follows their brand; now and then
 * it strays to what goes with a product or to what everybody looks at. What goes together is fixed: each category has
 * others that complement it, each product a few products of those. How much a product is looked at follows Zipf's law.
 */
import { stream, zipf } from '../catalogs/chance.js';

/**
 * @typedef {object} SessionProduct
 * @property {string} key
 * @property {string} category whatever names its kind
 * @property {string} [variantKey] put into carts and paid for; the key where absent
 * @property {string} [group] products of one are not complements of each other
 * @property {string} [gender]
 * @property {string} [brand]
 * @property {string} [color]
 * @property {number} [price]
 */

/**
 * @typedef {object} SessionOptions
 * @property {string} [seed]
 * @property {number} [visitors] default 2000
 * @property {number} [days] over which they come, default 28
 * @property {number} [testDays] the last of them, default 4
 * @property {number} [startMs] of the first day
 * @property {string} [market]
 * @property {string} [locale]
 * @property {number} [segments] default 12
 */

/** @typedef {import('../../src/behaviour/activities/activity.js').Activity} Activity */

const DAY_MS = 86_400_000;
const STYLES = 8;
const COMPLEMENT_CATEGORIES = 3;
const COMPLEMENTS = 4;
/** Of a kind that a product is looked for in. */
const DRAWN_FROM = 4_000;

/** In percent. */
const CHANCE = {
  anyGender: 15,
  anyCategory: 15,
  straysToComplement: 10,
  straysAnywhere: 10,
  click: 60,
  favorite: 3,
  cart: 12,
  addsComplement: 55,
  pays: 55,
};

/**
 * @param {readonly SessionProduct[]} products
 * @param {SessionOptions} [options]
 * @returns {{ train: Activity[], test: Activity[], complements: Map<string, string[]> }} in order of time; test follows
 *   train. `complements`: what goes with a product, by key.
 */
export function generateSessions(products, options = {}) {
  const { seed = 'sessions', visitors = 2_000, days = 28, testDays = 4, segments = 12 } = options;
  const { startMs = Date.UTC(2026, 0, 5), market = 'uk', locale = 'en-GB' } = options;
  const shop = shopOf(products, seed, segments);
  /** @type {Activity[]} */
  const all = [];
  for (let visitor = 0; visitor < visitors; visitor++) {
    const draws = stream(`${seed} visitor ${visitor}`);
    const segment = draws.below(segments);
    const sessions = 1 + draws.below(3) + (draws.chance(20) ? draws.below(5) : 0);
    for (let session = 0; session < sessions; session++) {
      const happening = {
        at: startMs + draws.below(days) * DAY_MS + draws.below(DAY_MS - 3_600_000),
        market,
        customerKey: `c${visitor}`,
        sessionKey: `c${visitor}s${session}`,
        userContext: /** @type {const} */ ('PERSONALIZED'),
      };
      all.push(...visit(shop, segment, happening, locale, draws));
    }
  }
  all.sort((a, b) => a.at - b.at || (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0));
  const splitAt = startMs + (days - testDays) * DAY_MS;
  const complements = new Map(
    products.map(({ key }, i) => [key, shop.complements[i].map(other => products[other].key)]),
  );
  return { train: all.filter(({ at }) => at < splitAt), test: all.filter(({ at }) => at >= splitAt), complements };
}

const keyOf = (/** @type {Activity} */ { sessionKey }) => sessionKey ?? '';

/** What is fixed: how products hang together and who likes what. */
function shopOf(/** @type {readonly SessionProduct[]} */ products, seed, segmentCount) {
  const draws = stream(`${seed} shop`);
  /** @type {Map<string, number[]>} */
  const byCategory = new Map();
  products.forEach(({ category }, i) => {
    const members = byCategory.get(category);
    if (members) members.push(i);
    else byCategory.set(category, [i]);
  });
  const categories = [...byCategory.keys()];
  // Popularity is drawn, as it owes nothing to the order of the catalog.
  const order = draws.some(categories, categories.length).flatMap(category => byCategory.get(category) ?? []);
  for (let i = order.length - 1; i > 0; i--) {
    const k = draws.below(i + 1);
    [order[i], order[k]] = [order[k], order[i]];
  }
  const appeal = new Float64Array(products.length);
  order.forEach((product, rank) => {
    appeal[product] = 1 / (rank + 10);
  });
  const brands = [...new Set(products.map(({ brand = '' }) => brand))];
  const styleOfBrand = new Map(brands.map(brand => [brand, draws.below(STYLES)]));
  const style = products.map(({ brand = '' }) => (draws.chance(50) ? styleOfBrand.get(brand) : draws.below(STYLES)));
  const prices = products.map(({ price = 0 }) => price).sort((a, b) => a - b);
  const level = products.map(({ price = 0 }) =>
    price < prices[Math.floor(prices.length / 3)] ? 0 : price < prices[Math.floor((2 * prices.length) / 3)] ? 1 : 2,
  );
  const complementing = new Map(
    categories.map(category => [
      category,
      draws.some(
        categories.filter(other => other !== category),
        COMPLEMENT_CATEGORIES,
      ),
    ]),
  );
  const genders = [...new Set(products.flatMap(({ gender }) => gender ?? []))];
  const colors = [...new Set(products.flatMap(({ color }) => color ?? []))];
  const drawCategory = zipf(Math.max(1, categories.length));
  const segments = Array.from({ length: segmentCount }, () => ({
    gender: genders.length > 0 ? draws.pick(genders) : undefined,
    categories: Array.from({ length: 6 }, () => categories[drawCategory(draws)]),
    brands: new Set(draws.some(brands, Math.max(1, Math.ceil(brands.length / 8)))),
    colors: new Set(draws.some(colors, Math.max(1, Math.ceil(colors.length / 4)))),
    level: draws.below(3),
  }));
  const shop = {
    products,
    byCategory,
    categories,
    appeal,
    order,
    style,
    level,
    segments,
    complements: [],
    drawers: new Map(),
  };
  shop.complements = products.map((product, i) => complementsOf(shop, product, i, complementing, draws));
  return shop;
}

/** Of each complementing category the product that suits best: same gender and style, then what appeals. */
function complementsOf(shop, product, index, complementing, draws) {
  /** @type {number[]} */
  const chosen = [];
  const categories = complementing.get(product.category) ?? [];
  for (let tries = 0; categories.length > 0 && chosen.length < COMPLEMENTS && tries < 3 * COMPLEMENTS; tries++) {
    const members = shop.byCategory.get(categories[tries % categories.length]);
    let best = -1;
    let bestScore = -1;
    for (let k = 0; k < 12; k++) {
      const other = members[draws.below(members.length)];
      const { gender, group } = shop.products[other];
      if (chosen.includes(other) || other === index || (group !== undefined && group === product.group)) continue;
      const suits = (gender === product.gender ? 2 : 0) + (shop.style[other] === shop.style[index] ? 1 : 0);
      const score = suits + shop.appeal[other];
      if (score <= bestScore) continue;
      best = other;
      bestScore = score;
    }
    if (best >= 0) chosen.push(best);
  }
  return chosen;
}

/** Draws a product of a category (or of all) as a segment likes them; with a style, mostly of that. */
function draw(shop, segment, category, style, draws) {
  const name = `${segment}|${category ?? ''}|${style ?? ''}`;
  let drawer = shop.drawers.get(name);
  if (drawer === undefined) {
    const members = (category === undefined ? shop.order : shop.byCategory.get(category)).slice(0, DRAWN_FROM);
    const taste = shop.segments[segment];
    const upTo = new Float64Array(members.length);
    let sum = 0;
    members.forEach((member, i) => {
      const { gender, brand = '', color } = shop.products[member];
      let weight = shop.appeal[member];
      if (gender !== undefined && taste.gender !== undefined && gender !== taste.gender)
        weight *= CHANCE.anyGender / 100;
      if (taste.brands.has(brand)) weight *= 3;
      if (color !== undefined && taste.colors.has(color)) weight *= 2;
      if (shop.level[member] === taste.level) weight *= 2;
      if (style !== undefined && shop.style[member] === style) weight *= 8;
      sum += weight;
      upTo[i] = sum;
    });
    drawer = { members, upTo, sum };
    shop.drawers.set(name, drawer);
  }
  const wanted = (draws.below(2 ** 32) / 2 ** 32) * drawer.sum;
  let low = 0;
  let high = drawer.members.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (drawer.upTo[middle] > wanted) high = middle;
    else low = middle + 1;
  }
  return drawer.members[low];
}

/** @returns {Generator<Activity>} one session's */
function* visit(shop, segment, happening, locale, draws) {
  const taste = shop.segments[segment];
  const category = draws.chance(CHANCE.anyCategory) ? draws.pick(shop.categories) : draws.pick(taste.categories);
  let { at } = happening;
  const next = () => ({ ...happening, at: (at += 3_000 + draws.below(60_000)) });
  let current = draw(shop, segment, category, undefined, draws);
  const style = shop.style[current];
  /** @type {Set<number>} */
  const cart = new Set();
  const length = 1 + draws.below(4) + (draws.chance(50) ? draws.below(8) : 0);
  for (let step = 0; step < length; step++) {
    yield* look(current);
    if (draws.chance(CHANCE.favorite)) {
      yield { type: 'add-favorite', ...next(), productKey: shop.products[current].key };
    }
    if (draws.chance(CHANCE.cart) && !cart.has(current)) {
      yield put(current);
      const goesWith = shop.complements[current];
      while (goesWith.length > 0 && draws.chance(CHANCE.addsComplement)) {
        const other = draws.pick(goesWith);
        if (cart.has(other)) break;
        yield* look(other);
        yield put(other);
      }
    }
    const goesWith = shop.complements[current];
    const strays = draws.below(100);
    if (strays < CHANCE.straysToComplement && goesWith.length > 0) current = draws.pick(goesWith);
    else if (strays < CHANCE.straysToComplement + CHANCE.straysAnywhere) {
      current = draw(shop, segment, undefined, undefined, draws);
    } else current = draw(shop, segment, category, style, draws);
  }
  if (cart.size > 0 && draws.chance(CHANCE.pays)) {
    const lines = Array.from(cart, product => ({
      quantity: draws.chance(90) ? 1 : 2,
      variantKey: variantOf(product),
      productKey: shop.products[product].key,
    }));
    yield { type: 'payment', ...next(), lines };
  }

  function variantOf(product) {
    return shop.products[product].variantKey ?? shop.products[product].key;
  }

  /** Clicked somewhere, mostly, and its page asked for. */
  function* look(product) {
    const { key } = shop.products[product];
    if (draws.chance(CHANCE.click)) {
      yield { type: 'click', ...next(), shown: shownAt('LANDING', draws.below(60)), productKey: key };
    }
    yield { type: 'view', ...next(), productKey: key };
  }

  function put(product) {
    cart.add(product);
    const { key } = shop.products[product];
    const variantKey = variantOf(product);
    return { type: 'add-to-cart', ...next(), shown: shownAt('PRODUCT', 0), productKey: key, variantKey };
  }

  function shownAt(pageType, position) {
    const minute = Math.floor(at / 60_000);
    const reference = { pageReference: '', list: 'primary', q: '', position, minute, generation: 1 };
    return { kind: pageType === 'PRODUCT' ? 'variant' : 'product', locale, pageType, ...reference };
  }
}
