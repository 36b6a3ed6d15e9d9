import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import type { RuleExpression } from '../../src/catalog/rules/ast.js';
import { COLOR_IDS, type ColorId, cssOf } from '../../src/kernel/colors.js';
import { convert, dimensionOf } from '../../src/kernel/measures.js';
import type { FacetSelection } from '../../src/pages/requests.js';
import { DEFAULT_PAGE_SETTINGS } from '../../src/pages/settings.js';
import { type Item, inNaturalOrder, type OfferSelection, Oracle, offerOf, snake } from './oracle.js';
import { catalogs } from './random-catalog.js';
import { facetSelections, offerSelections, ruleExpressions } from './random-request.js';
import { Builder, type FacetJson, type FacetValueJson } from './shop.js';

const seed = 20260901;
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

const CUSTOM = ['custom.badge', 'custom.fabric', 'custom.fit', 'custom.length.heel', 'custom.number.volt'];
const ALL_IDS = [...DEFAULT_PAGE_SETTINGS.facets, ...CUSTOM, 'custom.number.watt', 'custom.odd.max'];
const NATURAL = new Set(['age', 'size']);
const BASE: Record<string, string> = { length: 'mm', volume: 'ml', weight: 'g' };

/** Hits with their variants that count for a facet: those that meet everything but its own selection. */
interface Counted {
  item: Item;
  variants: Item['product']['variants'];
}

/** What a hit stands for: a product, or a group that appears once. */
function hitOf({ group, once, product }: Item): string {
  return once ? `group ${group}` : product.key;
}

class FacetOracle {
  private readonly own: FacetSelection | undefined;
  private readonly offers: OfferSelection;
  private readonly counted: Counted[];

  constructor(
    private readonly oracle: Oracle,
    private readonly id: string,
    { rules, facets, offers }: Question,
  ) {
    const others = facets.filter(facet => facet.id !== id);
    this.own = facets.find(facet => facet.id === id);
    this.counted = oracle
      .hits(rules, others, offers)
      .map(item => ({ item, variants: oracle.passing(item, rules, others, offers) }));
    this.offers = offers;
  }

  expected(): Partial<FacetJson> | undefined {
    const attribute = snake(this.id);
    if (this.id === 'onlyInStock') return this.checkbox();
    if (this.oracle.isText(attribute)) return this.values(attribute);
    return this.range(attribute);
  }

  private checkbox(): Partial<FacetJson> | undefined {
    const selected = this.own?.checked === true;
    const stocked = this.counted.filter(({ variants }) => variants.some(v => offerOf(v, this.offers).stock > 0));
    const count = new Set(stocked.map(({ item }) => hitOf(item))).size;
    return selected || count > 0 ? { type: 'CHECKBOX', selected, count } : undefined;
  }

  private values(attribute: string): Partial<FacetJson> | undefined {
    const hits = new Map<string, Set<string>>();
    for (const { item, variants } of this.counted) {
      for (const id of variants.flatMap(variant => this.oracle.values(attribute, item.product, variant))) {
        hits.set(id, (hits.get(id) ?? new Set()).add(hitOf(item)));
      }
    }
    const counts = new Map([...hits].map(([id, found]) => [id, found.size]));
    const selected = this.oracle.named(attribute, this.own?.values ?? []);
    for (const id of selected) if (!counts.has(id)) counts.set(id, 0);
    if (counts.size === 0 || (counts.size < 2 && selected.size === 0)) return undefined;
    const values = [...counts].map(([id, count]) => ({ id, count, selected: selected.has(id), ...this.naming(id) }));
    const byCount = !NATURAL.has(this.id);
    values.sort(
      (a, b) =>
        (byCount ? b.count - a.count : 0) ||
        inNaturalOrder(a.label, b.label) ||
        (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
    );
    const type = this.id === 'color' ? 'COLOR' : this.id === 'size' ? 'SIZE' : 'TEXT';
    const head = { type, selectedCount: selected.size };
    if (type === 'SIZE') return { ...head, sizeTypes: bySizeType(values) };
    return { ...head, ...(type === 'TEXT' && { sort: byCount ? 'RELEVANCE' : 'NATURAL' }), values };
  }

  private naming(id: string): { label: string; color?: string } {
    if (this.id !== 'color') return { label: this.oracle.label(snake(this.id), id) };
    return { label: SWEDISH_COLORS[id]!, color: cssOf(id as ColorId) };
  }

  private range(attribute: string): Partial<FacetJson> | undefined {
    const values = this.counted.flatMap(({ item, variants }) =>
      variants.flatMap(v => this.oracle.number(attribute, item.product, v, offerOf(v, this.offers)) ?? []),
    );
    const finite = (bound: number | undefined) => (Number.isFinite(bound) ? bound : undefined);
    const minSelected = finite(this.own?.min);
    const maxSelected = finite(this.own?.max);
    const bounds = values.length > 0 ? { min: Math.min(...values), max: Math.max(...values) } : undefined;
    const isSelected = minSelected !== undefined || maxSelected !== undefined;
    const known =
      ['price', 'discount'].includes(attribute) ||
      this.oracle.items.some(({ product }) =>
        product.variants.some(v => this.oracle.number(attribute, product, v, offerOf(v, this.offers)) !== undefined),
      );
    if (!known || (!isSelected && (!bounds || bounds.min === bounds.max))) return undefined;
    const unit = this.oracle.unitOf(attribute);
    const shown = (value: number) =>
      unit === undefined ? value : Number(convert(value, BASE[dimensionOf(unit)!]!, unit).toPrecision(9));
    return {
      type: 'RANGE',
      ...(unit !== undefined && { unit }),
      ...(bounds && { min: shown(bounds.min), max: shown(bounds.max) }),
      ...(minSelected !== undefined && { minSelected }),
      ...(maxSelected !== undefined && { maxSelected }),
    };
  }
}

const SWEDISH_COLORS = Object.fromEntries(
  'Svart Vit Grå Brun Beige Röd Rosa Orange Gul Grön Turkos Blå Lila Guld Silver Flerfärgad Transparent'
    .split(' ')
    .map((name, i) => [COLOR_IDS[i]!, name]),
);

function bySizeType(values: { id: string }[]): unknown {
  const parts = (id: string) => id.split(';');
  const types = [...new Set(values.map(({ id }) => parts(id)[0]!))].sort();
  return types.map(type => {
    const ofType = values.filter(({ id }) => parts(id)[0] === type);
    const formats = [...new Set(ofType.map(({ id }) => parts(id)[1]!))].sort();
    return {
      label: type === 'NO_TYPE' ? 'Storlek' : type,
      formats: formats.map(format => ({ format, values: ofType.filter(({ id }) => parts(id)[1] === format) })),
    };
  });
}

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
    fc.property(catalogs(6), questions, (catalog, asked) => {
      builder.with(catalog, shop => {
        if (!shop.views.some(({ market }) => market === view.market)) return;
        const oracle = new Oracle(catalog, view.market, view.locale);
        for (const one of asked) {
          const { offers, ...rest } = one;
          const { facets } = shop.search({ ...view, ...offers, ...rest }).primaryList;
          const about = JSON.stringify(one);
          const expected = ALL_IDS.flatMap(id => {
            const facet = new FacetOracle(oracle, id, one).expected();
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
    { seed, numRuns: 14 },
  );
});

t.test('the count of a value is the number of hits when it is selected too', async () => {
  const one = fc.record<Question>({ rules: ruleExpressions([]), facets: facetSelections, offers: offerSelections });
  fc.assert(
    fc.property(catalogs(5, false), fc.array(one, { minLength: 4, maxLength: 4 }), (catalog, asked) => {
      builder.with(catalog, shop => {
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
    { seed, numRuns: 14 },
  );
});

function valuesOf(facet: FacetJson): FacetValueJson[] {
  if (facet.type !== 'SIZE') return (facet['values'] as FacetValueJson[] | undefined) ?? [];
  const types = facet['sizeTypes'] as { formats: { values: FacetValueJson[] }[] }[];
  return types.flatMap(({ formats }) => formats.flatMap(({ values }) => values));
}

t.test('no more facets are listed than configured, in the configured order, but all that are selected', async t => {
  const samples = fc.sample(catalogs(20, false), { seed, numRuns: 20 });
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
