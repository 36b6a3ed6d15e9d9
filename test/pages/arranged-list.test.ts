import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import type { RuleExpression } from '../../src/catalog/rules/ast.js';
import { canonical, parseRules } from '../../src/catalog/rules/parse.js';
import type { PagePrimaryList, PageSlice } from '../../src/catalog/site/page-primary-list.js';
import type { FacetSelection, SortOrder } from '../../src/pages/requests.js';
import {
  MAX_RATING,
  NEWNESS_HALF_LIFE_DAYS,
  NEWNESS_WORTH,
  OUT_OF_STOCK_PENALTY,
  RATING_WORTH,
} from '../../src/query/scoring.js';
import { landing, listPage, pages, productSets } from './landing.js';
import { type Item, type OfferSelection, Oracle, offerOf } from './oracle.js';
import { catalogs } from './random-catalog.js';
import { facetSelections, offerSelections, ruleExpressions } from './random-request.js';
import { Builder, type Catalog, mainKeys, type Shop } from './shop.js';

const seed = 20260901;
const builder = new Builder(t);
const view = { market: 'se', locale: 'sv-SE' };
const SETS = ['one', 'two', 'none'];

interface RandomPage {
  rules: RuleExpression;
  above: { rules: RuleExpression; restricts: boolean; slices: PageSlice[] | undefined };
  pinned: string[];
  blocked: string[];
  slices: PageSlice[];
  byPrice: boolean;
}

interface Question {
  facets: FacetSelection[];
  offers: OfferSelection;
  sort: SortOrder | undefined;
  cut: number;
}

/** Rules that can be written down: handpicked keys, for one, must stand alone. */
const rules = fc.oneof(
  fc.constant<RuleExpression>([]),
  ruleExpressions([]).filter(expression => {
    try {
      parseRules(canonical(expression));
      return true;
    } catch {
      return false;
    }
  }),
);

function randomPage(keys: readonly string[]): fc.Arbitrary<RandomPage> {
  const some = (maxLength: number) => fc.uniqueArray(fc.constantFrom('nokey', ...keys), { maxLength });
  const slice = fc.record<PageSlice>(
    {
      pinnedProducts: some(2),
      productSetId: fc.constantFrom(...SETS),
      limit: fc.constantFrom(-1, 0, 1, 2, 3),
      sponsored: fc.constantFrom(false, false, false, true),
    },
    { requiredKeys: [] },
  );
  const slices = fc.array(slice, { maxLength: 4 });
  return fc.record<RandomPage>({
    rules,
    above: fc.record({ rules, restricts: fc.boolean(), slices: fc.option(slices, { nil: undefined }) }),
    pinned: some(3),
    blocked: some(2),
    slices,
    byPrice: fc.boolean(),
  });
}

const question = fc.record<Question>({
  facets: fc.oneof(fc.constant<FacetSelection[]>([]), facetSelections),
  offers: offerSelections,
  sort: fc.constantFrom(undefined, undefined, 'RELEVANCE', 'PRICE_ASCENDING'),
  cut: fc.integer({ min: 1, max: 5 }),
});

interface Expected {
  keys: string[];
  ranges: { from: number; id: string; to: number }[];
}

/** The list of a page, worked out the slow way. */
class PageOracle {
  private readonly slices: PageSlice[];
  private readonly ownSlices: boolean;

  constructor(
    private readonly oracle: Oracle,
    private readonly page: RandomPage,
    private readonly sets: ReadonlyMap<string, RuleExpression>,
  ) {
    this.ownSlices = page.slices.length > 0;
    this.slices = (this.ownSlices ? page.slices : (page.above.slices ?? [])).filter(slice => !slice.sponsored);
  }

  expected({ facets, offers, sort }: Question): Expected {
    const usual: SortOrder = this.page.byPrice ? 'PRICE_ASCENDING' : 'RELEVANCE';
    const arranged = sort === undefined || sort === usual;
    const pins = arranged ? [...this.page.pinned, ...this.slices.flatMap(slice => this.pinsOf(slice))] : [];
    const hits = this.oracle.items.filter(item => this.isHit(item, facets, offers));
    const shown = this.oncePerGroup(hits, pins, offers);
    const order = this.inOrder(shown, sort ?? usual, offers);
    return arranged ? this.arrange(order, offers) : { keys: order.map(({ product }) => product.key), ranges: [] };
  }

  private pinsOf({ pinnedProducts = [], limit = -1 }: PageSlice): string[] {
    const known = pinnedProducts.filter(key => this.oracle.items.some(({ product }) => product.key === key));
    return limit < 0 ? known : known.slice(0, limit);
  }

  /** One variant has to meet all that is asked of variants. */
  private isHit(item: Item, facets: FacetSelection[], offers: OfferSelection): boolean {
    const { rules, above, pinned, blocked } = this.page;
    const { key } = item.product;
    if (blocked.includes(key)) return false;
    const further = this.ownSlices ? this.slices.flatMap(slice => this.pinsOf(slice)) : [];
    const chosen = facets.flatMap(facet => this.oracle.restriction(facet) ?? []);
    return item.product.variants.some(variant => {
      const meets = (expression: RuleExpression) =>
        expression.length === 0 ||
        expression.some(rule => rule.restrictions.every(one => this.oracle.holds(one, item, variant, offers)));
      const allowed = !above.restricts || meets(above.rules);
      const added = pinned.includes(key) || further.includes(key);
      return (meets(rules) || added) && allowed && chosen.every(one => this.oracle.holds(one, item, variant, offers));
    });
  }

  private score({ product }: Item, offers: OfferSelection): number {
    const rating = product.data.rating ?? 0;
    const released = this.oracle.items.map(item => Date.parse(item.product.data.releaseDate ?? '')).filter(Boolean);
    const days = (Math.max(...released) - Date.parse(product.data.releaseDate ?? '')) / 86_400_000;
    const newness = Number.isNaN(days) ? 0 : NEWNESS_WORTH * 0.5 ** (days / NEWNESS_HALF_LIFE_DAYS);
    const stocked = product.variants.some(variant => offerOf(variant, offers).stock > 0);
    return Math.fround((rating / MAX_RATING) * RATING_WORTH + newness + (stocked ? 0 : -OUT_OF_STOCK_PENALTY));
  }

  /** Of groups that appear once the product pinned first, else the best. */
  private oncePerGroup(hits: readonly Item[], pins: readonly string[], offers: OfferSelection): Item[] {
    const place = ({ product }: Item) => (pins.includes(product.key) ? pins.indexOf(product.key) : pins.length);
    const ranked = this.inOrder(hits, 'RELEVANCE', offers).sort((a, b) => place(a) - place(b));
    return ranked.filter((item, i) => !item.once || ranked.findIndex(({ group }) => group === item.group) === i);
  }

  private inOrder(items: readonly Item[], sort: SortOrder, offers: OfferSelection): Item[] {
    const value = (item: Item) =>
      sort === 'RELEVANCE'
        ? -this.score(item, offers)
        : Math.min(...item.product.variants.map(variant => offerOf(variant, offers).sell));
    return [...items].sort((a, b) => value(a) - value(b) || (a.product.key < b.product.key ? -1 : 1));
  }

  private arrange(order: readonly Item[], offers: OfferSelection): Expected {
    const left = new Map(order.map(item => [item.product.key, item]));
    const keys: string[] = [];
    const ranges: Expected['ranges'] = [];
    const take = (key: string) => {
      if (left.delete(key)) keys.push(key);
    };
    this.page.pinned.forEach(take);
    const all = this.ownSlices ? this.page.slices : (this.page.above.slices ?? []);
    for (const slice of this.slices) {
      const from = keys.length;
      const most = slice.limit === undefined || slice.limit < 0 ? Infinity : slice.limit;
      this.pinsOf(slice).forEach(take);
      for (const item of [...left.values()]) {
        if (keys.length - from < most && this.isInSet(item, slice.productSetId, offers)) take(item.product.key);
      }
      const id = slice.productSetId ?? String(all.indexOf(slice));
      if (keys.length > from) ranges.push({ from, id, to: keys.length });
    }
    [...left.keys()].forEach(take);
    return { keys, ranges };
  }

  private isInSet(item: Item, id: string | undefined, offers: OfferSelection): boolean {
    const rules = this.sets.get(id ?? '');
    return rules !== undefined && this.oracle.passing(item, rules, [], offers).length > 0;
  }
}

function primaryListOf({ rules, pinned, blocked, slices, byPrice }: RandomPage): PagePrimaryList {
  return {
    rules: canonical(rules),
    pinned,
    blocked,
    pageSliceInfo: { slices },
    ...(byPrice && { sortOrderOverride: { sortOrders: ['PRICE_INCREASING', 'RELEVANCE'] } }),
  };
}

function productKeys({ groups }: Catalog): string[] {
  return Object.values(groups).flatMap(({ products }) => Object.keys(products));
}

const shops = catalogs(8).chain(catalog =>
  fc.record({
    catalog: fc.constant(catalog),
    shown: fc.array(randomPage(productKeys(catalog)), { minLength: 4, maxLength: 4 }),
    sets: fc.tuple(rules, rules),
    asked: fc.array(question, { minLength: 4, maxLength: 4 }),
  }),
);

function check(shop: Shop, id: string, oracle: PageOracle, asked: Question): number {
  const { facets, offers, sort, cut } = asked;
  const ask = (skip: number, limit: number) =>
    landing(shop, { ...view, ...offers, pageReference: id, facets, skip, limit, ...(sort && { sort }) }).primaryList!;
  const whole = ask(0, 600);
  const expected = oracle.expected(asked);
  const said = JSON.stringify(asked);
  assert.deepEqual(mainKeys(whole.productGroups), expected.keys, said);
  assert.deepEqual(whole.sliceRanges, expected.ranges, said);
  assert.equal(whole.totalHits, expected.keys.length, said);
  const parts: string[] = [];
  for (let skip = 0; skip <= expected.keys.length; skip += cut) {
    const part = ask(skip, cut);
    parts.push(...mainKeys(part.productGroups));
    assert.deepEqual(part.sliceRanges, expected.ranges, `ranges of ${skip}+${cut} of ${said}`);
  }
  assert.deepEqual(parts, expected.keys, `in parts of ${cut}: ${said}`);
  return expected.ranges.length;
}

t.test('what a page pins, slices and leaves over makes one list, each hit once, however it is cut', async t => {
  let ranges = 0;
  fc.assert(
    fc.property(shops, ({ catalog, shown, sets, asked }) => {
      const records = shown.flatMap((page, i) => [
        listPage(`/p${i}`, {
          rules: canonical(page.above.rules),
          restrictChildRules: page.above.restricts,
          ...(page.above.slices && { pageSliceInfo: { slices: page.above.slices } }),
        }),
        listPage(`/p${i}/q`, primaryListOf(page)),
      ]);
      const documents = {
        ...pages('se', ...records),
        ...productSets({ one: canonical(sets[0]), two: canonical(sets[1]) }),
      };
      builder.with({ ...catalog, documents }, shop => {
        if (shop.views.every(({ market }) => market !== view.market)) return;
        const oracle = new Oracle(catalog, view.market, view.locale);
        const known = new Map([
          ['one', sets[0]],
          ['two', sets[1]],
        ]);
        shown.forEach((page, i) => {
          for (const one of asked) ranges += check(shop, `/p${i}/q`, new PageOracle(oracle, page, known), one);
        });
      });
    }),
    { seed, numRuns: 25, endOnFailure: true },
  );
  t.comment(`seed ${seed}`);
  t.ok(ranges > 100, `${ranges} slices looked at`);
});
