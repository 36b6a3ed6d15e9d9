/**
 * What every list keeps to, whatever it recommends, on random shops, visitors and requests: rules, stock, what is
 * blocked or pinned, each group once, no group of what the list starts from, repetition between lists last; and the
 * whole list where its order follows from the catalog or the visitor alone.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import type { Remembered, Visitor } from '../../src/behaviour/visitors/visitor.js';
import type { RuleExpression } from '../../src/catalog/rules/rule-expression.js';
import type { RecListRequest } from '../../src/pages/shared/requests.js';
import { ALGORITHMS } from '../../src/recommend/algorithms.js';
import { type Item, type OfferSelection, Oracle, offerOf } from '../pages/oracle.js';
import { catalogs } from '../pages/random-catalog.js';
import { offerSelections, ruleExpressions } from '../pages/random-request.js';
import { Builder, type Catalog, NOW } from '../pages/shop.js';
import { keysOf, list, MARKET, RecommendingShop, signalsOf, type Told } from './small-shop.js';

const seed = 20261121;
const runs = 20;

const NAMES = Object.keys(ALGORITHMS) as RecListRequest['algorithm'][];
const ON_CART_PAGE = NAMES.filter(name => name !== 'ADD_TO_CART_RECS');
const LOCALE = 'en-GB';

interface Case {
  catalog: Catalog;
  /** Styles by product key. */
  styles: [string, string[]][];
  told: Told;
  visitor: Visitor;
  offers: OfferSelection;
  cart: string[];
  lists: RecListRequest[];
}

function productKeys(catalog: Catalog): string[] {
  return Object.values(catalog.groups).flatMap(({ products }) => Object.keys(products));
}

function withStyles(catalog: Catalog, styles: [string, string[]][]): Catalog {
  const styled = structuredClone(catalog);
  for (const [key, styleWith] of styles) {
    for (const { products } of Object.values(styled.groups)) {
      if (products[key]) products[key].defaults.styleWith = styleWith;
    }
  }
  return styled;
}

const cases: fc.Arbitrary<Case> = catalogs(14).chain(catalog => {
  const keys = productKeys(catalog);
  const known = fc.constantFrom(...keys);
  const key = fc.oneof({ weight: 9, arbitrary: known }, fc.constant('nobody'));
  const distinct = (most: number) => fc.uniqueArray(key, { maxLength: most });
  const happened: fc.Arbitrary<Remembered[]> = distinct(6).map(found =>
    found.map((key, i) => ({ key, at: NOW / 60_000 - i * 700 })),
  );
  const pairs = fc.array(fc.tuple(known, known, fc.constantFrom(0.2, 0.5, 0.9)), { maxLength: 12 });
  const wanted = fc.record({
    algorithm: fc.constantFrom(...ON_CART_PAGE),
    limit: fc.constantFrom(1, 2, 4, 40),
    rules: fc.oneof({ weight: 2, arbitrary: fc.constant<RuleExpression>([]) }, ruleExpressions(keys)),
    productKey: known,
    cart: fc.option(distinct(3), { nil: undefined }),
    pinned: fc.option(distinct(4), { nil: undefined }),
    blocked: fc.option(distinct(4), { nil: undefined }),
  });
  return fc.record({
    catalog: fc.constant(catalog),
    styles: fc.array(fc.tuple(known, distinct(5)), { maxLength: 4 }),
    told: fc.record({
      popularity: fc.dictionary(known, fc.constantFrom(0.1, 0.5, 1)),
      bought: pairs,
      seen: pairs,
    }),
    visitor: fc.record({
      searches: fc.constant([]),
      views: happened,
      favorites: happened,
      cart: happened,
      bought: happened,
      boughtVariants: fc.constant([]),
    }),
    offers: offerSelections,
    cart: distinct(3),
    lists: fc
      .array(wanted, { minLength: 1, maxLength: 4 })
      .map(all =>
        all.map(({ cart, pinned, blocked, ...one }, i) =>
          list({ ...one, ...(cart && { cart }), ...(pinned && { pinned }), ...(blocked && { blocked }) }, `l${i}`),
        ),
      ),
  });
});

/** One request, looked at product by product. */
class Naive {
  private readonly byKey: Map<string, Item>;
  private readonly shown = new Set<string>();

  constructor(
    private readonly one: Case,
    private readonly oracle: Oracle,
  ) {
    this.byKey = new Map(oracle.items.map(item => [item.product.key, item]));
  }

  has(key: string): boolean {
    return this.byKey.has(key);
  }

  group(key: string): string {
    return this.byKey.get(key)!.group;
  }

  inStock(key: string): boolean {
    return this.byKey.get(key)!.product.variants.some(variant => offerOf(variant, this.one.offers).stock > 0);
  }

  /** Groups that a list must not show. */
  private shut({ algorithm, productKey, cart }: RecListRequest, bought = true): Set<string> {
    const keys: string[] = [];
    if (algorithm === 'CART') keys.push(...(cart ?? this.one.cart));
    if (['UPSELL', 'ALTERNATIVES', 'STYLE_WITH', 'MORE_FROM_SERIES'].includes(algorithm)) keys.push(productKey!);
    if (bought && algorithm === 'PERSONAL') keys.push(...this.one.visitor.bought.map(({ key }) => key));
    return new Set(keys.filter(key => this.has(key)).map(key => this.group(key)));
  }

  /** Whether a list may show a product in the first place of its group. */
  mayShow(wanted: RecListRequest): (key: string) => boolean {
    const passing = new Set(this.oracle.hits(wanted.rules, [], this.one.offers).map(({ product }) => product.key));
    const mayPin = this.mayPin(wanted, this.shut(wanted));
    return key => passing.has(key) && mayPin(key);
  }

  /** Pinned products may lie outside of the rules. */
  private mayPin({ algorithm, blocked }: RecListRequest, shut: ReadonlySet<string>): (key: string) => boolean {
    return key =>
      !blocked?.includes(key) &&
      !shut.has(this.group(key)) &&
      (ALGORITHMS[algorithm].outOfStock !== 'no' || this.inStock(key));
  }

  private firsts(keys: string[], listed = new Set<string>()): string[] {
    return keys.filter(key => !listed.has(this.group(key)) && listed.add(this.group(key)));
  }

  /** Keys whose order everybody can tell, those out of stock behind where that is so; undefined for the others. */
  private order({ algorithm, productKey }: RecListRequest): string[] | undefined {
    const { visitor } = this.one;
    switch (algorithm) {
      case 'FAVORITES':
        return visitor.favorites.map(({ key }) => key);
      case 'RECENTLY_VIEWED':
        return visitor.views.map(({ key }) => key);
      case 'STYLE_WITH':
        return this.byKey.get(productKey!)!.product.data.styleWith ?? [];
      case 'NEWEST_PRODUCTS': {
        const released = (key: string) => Date.parse(this.byKey.get(key)!.product.data.releaseDate ?? '');
        const newest = [...this.byKey.keys()]
          .filter(key => released(key) <= NOW)
          .sort((a, b) => released(b) - released(a) || (a < b ? -1 : 1));
        return [...newest.filter(key => this.inStock(key)), ...newest.filter(key => !this.inStock(key))];
      }
      default:
        return undefined;
    }
  }

  check(wanted: RecListRequest, keys: string[]): void {
    const { outOfStock, fillUp, demotesShown } = ALGORITHMS[wanted.algorithm];
    const mayShow = this.mayShow(wanted);
    const limit = wanted.algorithm === 'RECENTLY_VIEWED' ? Math.min(20, wanted.limit) : wanted.limit;
    const groups = keys.map(key => this.group(key));
    assert.ok(keys.length <= limit);
    assert.equal(new Set(groups).size, groups.length, 'each group once');

    // What a customer has bought may be pinned all the same.
    const mayPin = this.mayPin(wanted, this.shut(wanted, false));
    const pinned = this.firsts((wanted.pinned ?? []).filter(key => this.has(key) && mayPin(key))).slice(0, limit);
    assert.deepEqual(keys.slice(0, pinned.length), pinned);

    const rest = keys.slice(pinned.length);
    assert.ok(rest.every(mayShow), 'rules, stock, blocked products, groups it starts from');
    const repeats = rest.map(key => demotesShown && this.shown.has(this.group(key)));
    const ownAlone = !fillUp || wanted.algorithm === 'TOP_PRODUCTS';
    if (ownAlone) assert.deepEqual(repeats, [...repeats].sort(), 'what earlier lists show comes last');
    if (outOfStock === 'behind' && !fillUp) {
      for (const repeated of [false, true]) {
        const stock = rest.filter((_, i) => repeats[i] === repeated).map(key => !this.inStock(key));
        assert.deepEqual(stock, [...stock].sort(), 'what is out of stock comes behind');
      }
    }

    const pinnedGroups = new Set(pinned.map(key => this.group(key)));
    const eligible = new Set([...this.byKey.keys()].filter(mayShow).map(key => this.group(key)));
    const fresh = [...eligible].filter(group => !pinnedGroups.has(group));
    if (fillUp || wanted.algorithm === 'TOP_PRODUCTS') {
      assert.equal(
        rest.length,
        Math.min(limit - pinned.length, fresh.length),
        'no room is left that the shop could fill',
      );
    }
    if (wanted.algorithm === 'TOP_PRODUCTS') {
      const unseen = fresh.filter(group => !this.shown.has(group)).length;
      const taken = repeats.filter(repeated => !repeated).length;
      assert.equal(taken, Math.min(limit - pinned.length, unseen), 'nothing repeats while there is anything else');
    }

    const order = this.order(wanted);
    if (order) {
      const all = this.firsts(
        order.filter(key => this.has(key) && mayShow(key)),
        new Set(pinnedGroups),
      );
      const moved = (key: string) => demotesShown && this.shown.has(this.group(key));
      const own = [...all.filter(key => !moved(key)), ...all.filter(moved)].slice(0, limit - pinned.length);
      assert.deepEqual(rest.slice(0, own.length), own, 'its own in their order, those shown above last');
      if (!fillUp) assert.equal(rest.length, own.length);
    }
    if (demotesShown) for (const group of groups) this.shown.add(group);
  }
}

t.test('lists of random shops keep to what each algorithm promises', async t => {
  const builder = new Builder(t);
  fc.assert(
    fc.property(cases, one => {
      const catalog = withStyles(one.catalog, one.styles);
      const oracle = new Oracle(catalog, MARKET, LOCALE);
      fc.pre(oracle.items.length > 0);
      const lists = one.lists.filter(({ productKey }) =>
        oracle.items.some(({ product }) => product.key === productKey),
      );
      fc.pre(lists.length > 0);
      const built = builder.open(catalog);
      const shop = new RecommendingShop(built.shared);
      try {
        shop.visitor = one.visitor;
        // Once in a shop without visitors, once with their activities.
        for (const signals of [undefined, signalsOf(built.shared, one.told)]) {
          if (signals) shop.learn(signals);
          const naive = new Naive({ ...one, lists }, oracle);
          const answers = shop.lists(lists, { ...one.offers, cart: one.cart });
          for (const [i, answer] of answers.entries()) naive.check(lists[i]!, keysOf(answer));
        }
      } finally {
        shop.close();
        built.close();
      }
    }),
    { seed, numRuns: runs },
  );
});
