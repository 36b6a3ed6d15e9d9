/** Random rules, facet selections and contexts over the words of random-catalog.ts, with some that no catalog has. */
import fc from 'fast-check';
import type { Condition, Restriction, RuleExpression } from '../../src/catalog/rules/rule-expression.js';
import type { FacetSelection, SortOrder } from '../../src/pages/shared/requests.js';
import { SORT_ORDERS } from '../../src/pages/shared/requests.js';
import type { OfferSelection } from './oracle.js';
import { BRANDS, CATEGORIES, FITS, PRICE_IDS, SIZES, STORES } from './random-catalog.js';

const { constantFrom, oneof, record, uniqueArray } = fc;

const NAMES: Record<string, string[]> = {
  brand: [...BRANDS, 'nike', ' ACME ', 'topp', 'nobody'],
  category: [...CATEGORIES, 'wear', 'Kläder', 'kläder > skor', 'Mattor', 'Rugs'],
  ontology: ['Clothes', 'clothes > shirts'],
  productType: ['shirt', 'BOOT'],
  gender: ['women', 'dam', 'men'],
  age: ['adult', '9 years'],
  department: ['north', 'South'],
  pattern: ['dots'],
  series: ['One', 'two'],
  color: ['RED', 'blue', '#0000ff', 'crimson', 'white', 'GOLD', 'multi', 'nocolor'],
  size: [...SIZES, 'm', 'Shoe;EU;38', 'NO_TYPE;NO_FORMAT;S', 'top;us;7', '99'],
  'custom.fit': [...FITS, 'SLIM', 'smal', 'ünïque'],
  'custom.fabric': ['wool', 'Silk'],
  'custom.odd.max': ['a'],
  'custom.none': ['x'],
};
const RANGES: Record<string, number[]> = {
  price: [10, 19.9, 20, 100, 995],
  listPrice: [19.9, 100],
  discount: [0, 1, 5, 20, 50],
  rating: [0, 2.5, 4, 4.5],
  stockNumber: [0, 1, 2, 3],
  'custom.number.watt': [-5, 0, 40],
  'custom.number.volt': [1.5, 100],
  'custom.number.none': [1],
};
const LENGTHS: [amount: number, unit?: string][] = [
  [10],
  [10, 'cm'],
  [100, 'mm'],
  [1, 'm'],
  [12, 'in'],
  [0.1, 'm'],
  [150],
];
const WEIGHTS: [amount: number, unit?: string][] = [[0.5], [500, 'g'], [2, 'lb'], [1]];

const snake = (id: string) => (id.startsWith('custom.') ? id : id.replace(/[A-Z]/g, c => `_${c.toLowerCase()}`));

const named = (id: string) => uniqueArray(constantFrom(...NAMES[id]!), { minLength: 1, maxLength: 3 });
/** Reversed ones among them. */
const bounds = (values: readonly number[]) =>
  fc.tuple(constantFrom(-Infinity, ...values), constantFrom(Infinity, ...values)).map(([min, max]) => ({ min, max }));

function attribute(name: string, condition: fc.Arbitrary<Condition>): fc.Arbitrary<Restriction> {
  return record({ exclude: fc.boolean(), attribute: fc.constant(snake(name)), condition });
}

const values = (arbitrary: fc.Arbitrary<string[]>) =>
  arbitrary.map((found): Condition => ({ kind: 'values', values: found }));
const measured = (amounts: [number, string?][]) =>
  constantFrom(...amounts).chain(([amount, unit]) =>
    constantFrom<Condition>(
      { kind: 'range', min: amount, max: Infinity, ...(unit && { unit }) },
      { kind: 'range', min: -Infinity, max: amount, ...(unit && { unit }) },
    ),
  );

/** @param keys of products, variants and groups that rules may name */
export function restrictions(keys: readonly string[]): fc.Arbitrary<Restriction> {
  return oneof(
    { weight: 5, arbitrary: constantFrom(...Object.keys(NAMES)).chain(id => attribute(id, values(named(id)))) },
    {
      weight: 4,
      arbitrary: constantFrom(...Object.keys(RANGES)).chain(id =>
        attribute(
          id,
          bounds(RANGES[id]!).map((range): Condition => ({ kind: 'range', ...range })),
        ),
      ),
    },
    attribute('rating', values(constantFrom(['4'], ['4.50', '0']))),
    attribute('price', values(constantFrom(['19.9', '20']))),
    attribute('title', values(constantFrom(['red SHIRT'], ['Rug', 'Blue boots 9']))),
    attribute('name', values(constantFrom(['runner']))),
    attribute(
      'newness',
      constantFrom(0, 7, 30, 36_500).map((days): Condition => ({ kind: 'days', days })),
    ),
    attribute('inStock', values(constantFrom(['true'], ['false'], ['true', 'false']))),
    constantFrom('length', 'width', 'custom.length.heel').chain(id => attribute(id, measured(LENGTHS))),
    attribute('weight', measured(WEIGHTS)),
    constantFrom('productKey', 'variantKey', 'productGroupKey').chain(id =>
      attribute(id, values(uniqueArray(constantFrom('nokey', ...keys), { minLength: 1, maxLength: 4 }))),
    ),
  );
}

export function ruleExpressions(keys: readonly string[]): fc.Arbitrary<RuleExpression> {
  const rule = record({ restrictions: fc.array(restrictions(keys), { minLength: 1, maxLength: 3 }) });
  return fc.array(rule, { maxLength: 2 });
}

const FACET_RANGES: Record<string, number[]> = {
  ...Object.fromEntries(
    ['price', 'discount', 'rating', 'custom.number.watt', 'custom.number.volt'].map(id => [id, RANGES[id]!]),
  ),
  newness: [0, 1, 7, 30],
  length: [4, 10, 12, 100],
  width: [4, 10, 12, 100],
  weight: [0.5, 2, 500],
  'custom.length.heel': [1, 10, 120],
  height: [1],
};

const facet: fc.Arbitrary<FacetSelection> = oneof(
  {
    weight: 5,
    arbitrary: constantFrom(...Object.keys(NAMES).filter(id => id !== 'ontology')).chain(id =>
      oneof({ weight: 9, arbitrary: named(id) }, fc.constant<string[]>([])).map(
        (found): FacetSelection => ({ id, values: found }),
      ),
    ),
  },
  {
    weight: 3,
    arbitrary: constantFrom(...Object.keys(FACET_RANGES)).chain(id =>
      bounds(FACET_RANGES[id]!).map(
        ({ min, max }): FacetSelection => ({
          id,
          ...(Number.isFinite(min) && { min }),
          ...((Number.isFinite(max) || !Number.isFinite(min)) && { max }),
        }),
      ),
    ),
  },
  fc.boolean().map((checked): FacetSelection => ({ id: 'onlyInStock', checked })),
  fc.constant<FacetSelection>({ id: 'nothing', values: ['x'] }),
);

export const facetSelections = uniqueArray(facet, { maxLength: 3, selector: ({ id }) => id });

export const offerSelections: fc.Arbitrary<OfferSelection> = record({
  channels: constantFrom(
    { online: true, store: true },
    { online: true, store: true },
    { online: true, store: false },
    { online: false, store: true },
  ),
  stores: uniqueArray(constantFrom(...STORES, 'S9'), { maxLength: 2 }),
  priceId: fc.option(constantFrom(...PRICE_IDS, 'NOPE'), { nil: undefined }),
}).map(({ priceId, ...rest }) => (priceId === undefined ? rest : { ...rest, priceId }));

export const sortOrders: fc.Arbitrary<SortOrder> = constantFrom(...SORT_ORDERS);
