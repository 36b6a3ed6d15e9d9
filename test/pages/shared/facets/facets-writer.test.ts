import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import type { RuleExpression } from '../../../../src/catalog/rules/rule-expression.js';
import type { FacetSelection } from '../../../../src/pages/shared/requests.js';
import { ALL_IDS, FacetOracle } from '../../facet-oracle.js';
import { type OfferSelection, Oracle } from '../../oracle.js';
import { catalogs } from '../../random-catalog.js';
import { facetSelections, offerSelections, ruleExpressions } from '../../random-request.js';
import { listedCatalogs, SHARED_SEED, sharedCatalogs, withShared } from '../../shared-shops.js';
import { Builder, type FacetJson, type FacetValueJson } from '../../shop.js';

const builder = new Builder(t);
const view = { market: 'se', locale: 'sv-SE' };

interface Question {
  rules: RuleExpression;
  facets: FacetSelection[];
  offers: OfferSelection;
}

const question = fc.record<Question>({
  rules: fc.oneof(fc.constant<RuleExpression>([]), ruleExpressions([])),
  facets: facetSelections,
  offers: offerSelections,
});
const questions = fc.array(question, { minLength: 15, maxLength: 15 });

/** What the engine wrote, without labels of facets, with measures rounded as the oracle rounds them. */
function written({ id: _, label: __, facetType, ...facet }: FacetJson): unknown {
  assert.equal(facetType, facet['type'], 'facetType says the same as type');
  for (const bound of ['min', 'max']) {
    if (facet['unit'] !== undefined && facet[bound] !== undefined) {
      facet[bound] = Number((facet[bound] as number).toPrecision(9));
    }
  }
  return facet;
}

t.test('facets count the hits that all other selections leave, and keep their order', async () => {
  fc.assert(
    fc.property(sharedCatalogs, questions, (catalog, asked) => {
      withShared(catalog, shop => {
        if (!shop.views.some(({ market }) => market === view.market)) return;
        const oracle = new Oracle(catalog, view.market, view.locale);
        for (const one of asked) {
          const { offers, ...rest } = one;
          const { facets } = shop.search({ ...view, ...offers, ...rest }).primaryList;
          const about = JSON.stringify(one);
          const expected = ALL_IDS.flatMap(id => {
            const others = one.facets.filter(facet => facet.id !== id);
            const counted = oracle
              .hits(one.rules, others, offers)
              .map(item => ({ item, variants: oracle.passing(item, one.rules, others, offers) }));
            const own = one.facets.find(facet => facet.id === id);
            const facet = new FacetOracle(oracle, id, own, offers, counted).expected();
            return facet ? [{ id, facet }] : [];
          });
          assert.deepEqual(
            facets.map(({ id }) => id),
            expected.map(({ id }) => id),
            about,
          );
          facets.forEach((facet, i) => {
            assert.deepEqual(written(facet), expected[i]!.facet, `${facet.id}: ${about}`);
          });
        }
      });
    }),
    { seed: SHARED_SEED, numRuns: 14 },
  );
});

t.test('the count of a value is the number of hits when it is selected too', async () => {
  const one = fc.record<Question>({ rules: ruleExpressions([]), facets: facetSelections, offers: offerSelections });
  fc.assert(
    fc.property(listedCatalogs, fc.array(one, { minLength: 4, maxLength: 4 }), (catalog, asked) => {
      withShared(catalog, shop => {
        if (!shop.views.some(({ market }) => market === view.market)) return;
        for (const { offers, rules, facets } of asked) {
          for (const facet of shop.search({ ...view, ...offers, rules, facets }).primaryList.facets) {
            const others = facets.filter(({ id }) => id !== facet.id);
            const total = (selection: FacetSelection) =>
              shop.search({ ...view, ...offers, rules, facets: [...others, selection] }).primaryList.totalHits;
            for (const { id, count } of valuesOf(facet)) {
              assert.equal(total({ id: facet.id, values: [id] }), count, `${facet.id}=${id}`);
            }
            if (facet.type === 'CHECKBOX') {
              assert.equal(
                total({ id: facet.id, checked: true }),
                facet['count'],
                JSON.stringify({ rules, facets, offers }),
              );
            }
            if (facet.type === 'RANGE' && facet['min'] !== undefined) {
              const { min, max } = facet as unknown as { min: number; max: number };
              assert.ok(total({ id: facet.id, min, max: min }) > 0, `something lies at the lower bound of ${facet.id}`);
              assert.ok(total({ id: facet.id, min: max, max }) > 0, `something lies at the upper bound of ${facet.id}`);
            }
          }
        }
      });
    }),
    { seed: SHARED_SEED, numRuns: 14 },
  );
});

function valuesOf(facet: FacetJson): FacetValueJson[] {
  if (facet.type !== 'SIZE') return (facet['values'] as FacetValueJson[] | undefined) ?? [];
  const types = facet['sizeTypes'] as { formats: { values: FacetValueJson[] }[] }[];
  return types.flatMap(({ formats }) => formats.flatMap(({ values }) => values));
}

t.test('no more facets are listed than configured, in the configured order, but all that are selected', async t => {
  const samples = fc.sample(catalogs(20, false), { seed: SHARED_SEED, numRuns: 20 });
  const catalog = samples.find(({ groups }) => Object.keys(groups).length >= 12)!;
  const settings = { maxFacets: 3, facets: ['custom.fit', 'price', 'nothing', 'brand', 'size', 'color'] };
  builder.with(
    catalog,
    shop => {
      const ids = (...facets: FacetSelection[]) =>
        shop.search({ ...view, facets }).primaryList.facets.map(({ id }) => id);
      t.strictSame(ids(), ['custom.fit', 'price', 'brand']);
      t.equal(ids({ id: 'color', values: ['RED'] }).at(-1), 'color');
    },
    settings,
  );
});
