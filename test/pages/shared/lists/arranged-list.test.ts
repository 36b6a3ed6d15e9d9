import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { formatRules } from '../../../../src/catalog/rules/parse-rules.js';
import type { FacetSelection } from '../../../../src/pages/shared/requests.js';
import { landing, listPage, pages, productSets } from '../../landing.js';
import { Oracle } from '../../oracle.js';
import { PageOracle, type PageQuestion } from '../../page-oracle.js';
import { catalogs } from '../../random-catalog.js';
import { primaryListOf, randomPage, writableRules } from '../../random-page.js';
import { facetSelections, offerSelections } from '../../random-request.js';
import { Builder, type Catalog, mainKeys, type Shop } from '../../shop.js';

const seed = 20260901;
const builder = new Builder(t);
const view = { market: 'se', locale: 'sv-SE' };
interface Question extends PageQuestion {
  cut: number;
}

const question = fc.record<Question>({
  facets: fc.oneof(fc.constant<FacetSelection[]>([]), facetSelections),
  offers: offerSelections,
  sort: fc.constantFrom(undefined, undefined, 'RELEVANCE', 'PRICE_ASCENDING'),
  cut: fc.integer({ min: 1, max: 5 }),
});

function productKeys({ groups }: Catalog): string[] {
  return Object.values(groups).flatMap(({ products }) => Object.keys(products));
}

const shops = catalogs(8).chain(catalog =>
  fc.record({
    catalog: fc.constant(catalog),
    shown: fc.array(randomPage(productKeys(catalog)), { minLength: 4, maxLength: 4 }),
    sets: fc.tuple(writableRules, writableRules),
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
          rules: formatRules(page.above.rules),
          restrictChildRules: page.above.restricts,
          ...(page.above.slices && { pageSliceInfo: { slices: page.above.slices } }),
        }),
        listPage(`/p${i}/q`, primaryListOf(page)),
      ]);
      const documents = {
        ...pages('se', ...records),
        ...productSets({ one: formatRules(sets[0]), two: formatRules(sets[1]) }),
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
