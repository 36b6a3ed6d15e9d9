/**
 * What is asked and what would be a hit, from the activities of the last days: a list from what a visitor had done so
 * far, and the products that this visitor turned to next.
 */
import type { Activity } from '../../src/behaviour/activities/activity.js';
import type { Remembered, Visitor } from '../../src/behaviour/visitors/visitor.js';
import type { Algorithm } from '../../src/recommend/recommender.js';
import type { SessionProduct } from './products.js';

/** All products by key. */
export interface Case {
  /** What the list starts from. */
  bases: string[];
  /** Any of these is a hit. */
  wanted: Set<string>;
  visitor?: Visitor;
  /** What the list by popularity leaves out. */
  familiar?: string[];
}

/** An algorithm, and what it is asked. */
export interface Question {
  what: string;
  algorithm: Algorithm;
  cases: Case[];
}

const MOST = 3_000;
const MOST_VIEWS = 20;
const MOST_OTHERS = 50;
const LEAST_HISTORY = 4;
const MINUTE_MS = 60_000;

/** Those members of the union that may be of a type. */
type ActivityOf<Type extends Activity['type'], Member = Activity> = Member extends Activity
  ? Type extends Member['type']
    ? Member & { type: Type }
    : never
  : never;
type Products = ReadonlyMap<string, SessionProduct>;

/**
 * @param train activities in order of time
 * @param test those that follow
 * @param complements what truly goes with a product
 */
export function questions(
  products: readonly SessionProduct[],
  train: readonly Activity[],
  test: readonly Activity[],
  complements: ReadonlyMap<string, readonly string[]>,
): Question[] {
  const byKey = new Map(products.map(product => [product.key, product]));
  const sessions = [...grouped(test, ({ sessionKey }) => sessionKey).values()];
  const question = (what: string, algorithm: Algorithm, cases: Case[]) => ({
    what,
    algorithm,
    cases: cases.slice(0, MOST),
  });
  return [
    question(
      'rest of the basket from its first product',
      'UPSELL',
      sessions.flatMap(session => restOfBasket(session, byKey)),
    ),
    question(
      'last of the basket from the others',
      'CART',
      sessions.flatMap(session => lastOfBasket(session, byKey)),
    ),
    question('what the shop was made to have go together', 'UPSELL', complementing(complements, byKey)),
    question(
      'others of its kind looked at in the session',
      'ALTERNATIVES',
      sessions.flatMap(session => othersOfKind(session, byKey)),
    ),
    question('what the visitor looks at next', 'PERSONAL', personal(train, test, byKey)),
  ];
}

function restOfBasket(session: readonly Activity[], products: Products): Case[] {
  const [first, ...others] = basketOf(session);
  const wanted = others.filter(other => areApart(products, first, other));
  return wanted.length > 0 ? [{ bases: [first], wanted: new Set(wanted) }] : [];
}

function lastOfBasket(session: readonly Activity[], products: Products): Case[] {
  const bases = basketOf(session);
  const last = bases.pop();
  if (last === undefined || bases.length === 0 || !bases.every(one => areApart(products, one, last))) return [];
  return [{ bases, wanted: new Set([last]) }];
}

/** Pairs spread over the catalog. */
function complementing(complements: ReadonlyMap<string, readonly string[]>, products: Products): Case[] {
  const pairs = [...complements].flatMap(([key, others]): Case[] => {
    const wanted = others.filter(other => areApart(products, key, other));
    return wanted.length > 0 ? [{ bases: [key], wanted: new Set(wanted) }] : [];
  });
  const step = Math.max(1, Math.floor(pairs.length / MOST));
  return pairs.filter((_, i) => i % step === 0);
}

function othersOfKind(session: readonly Activity[], products: Products): Case[] {
  const [first, ...others] = ofType(session, 'view').map(({ productKey }) => productKey);
  const category = products.get(first)?.category;
  const wanted = others.filter(key => products.get(key)?.category === category && areApart(products, key, first));
  return wanted.length > 0 ? [{ bases: [first], wanted: new Set(wanted) }] : [];
}

/**
 * Visitors with a history who came again: what they looked at then for the first time. A group that they had looked at,
 * kept or bought anything of is nothing new, and the list by popularity leaves it out as well.
 */
function personal(train: readonly Activity[], test: readonly Activity[], products: Products): Case[] {
  const groupOf = (key: string) => products.get(key)!.group;
  const members = grouped([...products.values()], ({ group }) => group);
  const later = grouped(test, ({ customerKey }) => customerKey);
  const cases: Case[] = [];
  for (const [customerKey, activities] of grouped(train, one => one.customerKey)) {
    const next = ofType(later.get(customerKey) ?? [], 'view');
    if (next.length === 0 || activities.length < LEAST_HISTORY) continue;
    const known = new Set(activities.flatMap(productsOf).map(groupOf));
    const wanted = new Set(next.map(({ productKey }) => productKey).filter(key => !known.has(groupOf(key))));
    if (wanted.size === 0) continue;
    const familiar = [...known].flatMap(group => members.get(group) ?? []).map(({ key }) => key);
    cases.push({ bases: [], wanted, familiar, visitor: visitorOf(activities) });
  }
  return cases;
}

/** As a shop remembers a visitor. */
function visitorOf(activities: readonly Activity[]): Visitor {
  const newest = [...activities].reverse();
  const payments = ofType(newest, 'payment');
  const paidAt = payments.length > 0 ? minute(payments[0]) : 0;
  const cart = ofType(newest, 'add-to-cart').flatMap(one => remembered(one.variantKey ?? one.productKey, one));
  const bought = payments.flatMap(one => one.lines.flatMap(({ productKey }) => remembered(productKey, one)));
  const byProduct = (type: 'view' | 'add-favorite') =>
    ofType(newest, type).flatMap(one => remembered(one.productKey, one));
  return {
    searches: [],
    views: distinct(byProduct('view'), MOST_VIEWS),
    favorites: distinct(byProduct('add-favorite'), MOST_OTHERS),
    cart: distinct(
      cart.filter(({ at }) => at > paidAt),
      MOST_OTHERS,
    ),
    bought: distinct(bought, MOST_OTHERS),
    boughtVariants: [],
  };
}

function remembered(key: string | undefined, activity: Activity): Remembered[] {
  return key === undefined ? [] : [{ key, at: minute(activity) }];
}

/** The first of each key. */
function distinct(all: readonly Remembered[], most: number): Remembered[] {
  const seen = new Set<string>();
  return all.filter(({ key }) => !seen.has(key) && seen.add(key)).slice(0, most);
}

function minute({ at }: Activity): number {
  return Math.floor(at / MINUTE_MS);
}

/** Keys of different products that were put into the cart, in order. */
function basketOf(session: readonly Activity[]): string[] {
  return [...new Set(ofType(session, 'add-to-cart').flatMap(({ productKey }) => productKey ?? []))];
}

/** Keys of the products that an activity names. */
function productsOf(activity: Activity): string[] {
  if (activity.type === 'payment') return activity.lines.map(({ productKey }) => productKey);
  return 'productKey' in activity && activity.productKey !== undefined ? [activity.productKey] : [];
}

/** Whether two products are of different groups. */
function areApart(products: Products, a: string, b: string): boolean {
  return products.get(a)?.group !== products.get(b)?.group;
}

function ofType<Type extends Activity['type']>(activities: readonly Activity[], type: Type): ActivityOf<Type>[] {
  return activities.filter((one): one is ActivityOf<Type> => one.type === type);
}

function grouped<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
