/**
 * What is asked and what would be a hit, from the activities of the last days: a list from what a visitor had done so
 * far, and the products that this visitor turned to next.
 */

/**
 * @typedef {object} Case
 * @property {string[]} bases product keys that the list starts from
 * @property {Set<string>} wanted product keys, any of which is a hit
 * @property {import('../../src/behaviour/visitors/visitor.js').Visitor} [visitor]
 * @property {string[]} [familiar] product keys that what it is measured against leaves out
 */

const MOST = 3_000;
const MOST_VIEWS = 20;
const MOST_OTHERS = 50;
const LEAST_HISTORY = 4;
const MINUTE_MS = 60_000;

/**
 * @param {readonly import('./sessions.js').SessionProduct[]} products
 * @param {import('./sessions.js').Activity[]} train
 * @param {import('./sessions.js').Activity[]} test
 * @param {Map<string, string[]>} complements what truly goes with a product
 * @returns {{ what: string, algorithm: string, cases: Case[] }[]}
 */
export function cases(products, train, test, complements) {
  const byKey = new Map(products.map(product => [product.key, product]));
  const sessions = [...grouped(test, ({ sessionKey }) => sessionKey).values()];
  const otherGroup = (a, b) => byKey.get(a)?.group !== byKey.get(b)?.group;
  const upsell = [];
  const cart = [];
  const alternatives = [];
  for (const session of sessions) {
    const basket = [
      ...new Set(session.filter(({ type }) => type === 'add-to-cart').map(({ productKey }) => productKey)),
    ];
    if (basket.length > 1) {
      const [first, ...others] = basket;
      const wanted = new Set(others.filter(other => otherGroup(first, other)));
      if (wanted.size > 0) upsell.push({ bases: [first], wanted });
      const last = others[others.length - 1];
      const before = basket.slice(0, -1);
      if (before.every(one => otherGroup(one, last))) cart.push({ bases: before, wanted: new Set([last]) });
    }
    const views = session.filter(({ type }) => type === 'view').map(({ productKey }) => productKey);
    const first = byKey.get(views[0]);
    const alike = views
      .slice(1)
      .filter(key => byKey.get(key)?.category === first?.category && otherGroup(key, views[0]));
    if (alike.length > 0) alternatives.push({ bases: [views[0]], wanted: new Set(alike) });
  }
  const pairs = [...complements].flatMap(([key, others]) => {
    const wanted = new Set(others.filter(other => otherGroup(key, other)));
    return wanted.size > 0 ? [{ bases: [key], wanted }] : [];
  });
  const step = Math.max(1, Math.floor(pairs.length / MOST));
  return [
    { what: 'rest of the basket from its first product', algorithm: 'UPSELL', cases: upsell.slice(0, MOST) },
    { what: 'last of the basket from the others', algorithm: 'CART', cases: cart.slice(0, MOST) },
    {
      what: 'what the shop was made to have go together',
      algorithm: 'UPSELL',
      cases: pairs.filter((_, i) => i % step === 0).slice(0, MOST),
    },
    {
      what: 'others of its kind looked at in the session',
      algorithm: 'ALTERNATIVES',
      cases: alternatives.slice(0, MOST),
    },
    {
      what: 'what the visitor looks at next',
      algorithm: 'PERSONAL',
      cases: personal(train, test, byKey).slice(0, MOST),
    },
  ];
}

/**
 * Visitors with a history who came again: what they looked at then for the first time. A group that they had looked at,
 * kept or bought anything of is nothing new, and the list by popularity is spared it as well.
 */
function personal(train, test, byKey) {
  const groupOf = key => byKey.get(key)?.group;
  const members = grouped([...byKey.values()], ({ group }) => group);
  const later = grouped(test, ({ customerKey }) => customerKey);
  const found = [];
  for (const [customerKey, activities] of grouped(train, ({ customerKey }) => customerKey)) {
    const next = later.get(customerKey)?.filter(({ type }) => type === 'view') ?? [];
    if (next.length === 0 || activities.length < LEAST_HISTORY) continue;
    const known = new Set(
      activities
        .flatMap(({ productKey, lines = [] }) => [productKey, ...lines.map(line => line.productKey)])
        .filter(key => key !== undefined)
        .map(groupOf),
    );
    const wanted = new Set(next.map(({ productKey }) => productKey).filter(key => !known.has(groupOf(key))));
    if (wanted.size === 0) continue;
    const familiar = [...known].flatMap(group => members.get(group).map(({ key }) => key));
    found.push({ bases: [], wanted, familiar, visitor: visitorOf(activities) });
  }
  return found;
}

function visitorOf(activities) {
  const newest = [...activities].reverse();
  const list = (items, most) => {
    const seen = new Set();
    return items.filter(({ key }) => !seen.has(key) && seen.add(key)).slice(0, most);
  };
  const of = type =>
    newest
      .filter(activity => activity.type === type)
      .map(({ at, productKey, variantKey }) => ({ key: variantKey ?? productKey, at: Math.floor(at / MINUTE_MS) }));
  const paid = newest.filter(({ type }) => type === 'payment');
  const bought = paid.flatMap(({ at, lines }) =>
    lines.map(({ productKey }) => ({ key: productKey, at: Math.floor(at / MINUTE_MS) })),
  );
  const paidAt = paid[0] ? Math.floor(paid[0].at / MINUTE_MS) : 0;
  return {
    searches: [],
    views: list(of('view'), MOST_VIEWS),
    favorites: list(of('add-favorite'), MOST_OTHERS),
    cart: list(
      of('add-to-cart').filter(({ at }) => at > paidAt),
      MOST_OTHERS,
    ),
    bought: list(bought, MOST_OTHERS),
  };
}

function grouped(activities, keyOf) {
  const groups = new Map();
  for (const activity of activities) {
    const key = keyOf(activity);
    const group = groups.get(key);
    if (group) group.push(activity);
    else groups.set(key, [activity]);
  }
  return groups;
}
