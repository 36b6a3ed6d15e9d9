/**
 * What a judge may know of a product: the facts that the catalog states, read from its lines and resolved for one
 * market without any help of the engine. Names of kinds, colours and so on are those of the defaults (English), so that
 * one judgement means the same in every language.
 */
import type {
  CatalogGroup,
  CatalogProduct,
  CatalogProductData,
  CatalogVariantData,
  MeasureName,
} from '../catalogs/product-groups.js';

/** Base units of ranges: cm, g, ml. */
const UNITS: Readonly<Record<string, number>> = {
  mm: 0.1,
  cm: 1,
  m: 100,
  in: 2.54,
  g: 1,
  kg: 1000,
  ml: 1,
  cl: 10,
  dl: 100,
  l: 1000,
};
const MEASURES: readonly MeasureName[] = ['width', 'height', 'depth', 'length', 'weight', 'volume'];

export interface Facts {
  key: string;
  group: string;
  /** Whether the group is listed once rather than once a product. */
  once: boolean;
  /** Lower case, by the name of a condition. */
  values: Map<string, string[]>;
  /** Of the product and its variants, by the name of a condition, in base units. */
  amounts: Map<string, number[]>;
  /** In English, lower case. */
  title: string;
  /** Of product and variants, upper case. */
  keys: string[];
}

/** Facts of the products that a market sells. */
export function factsOf(groups: readonly CatalogGroup[], market: string): Facts[] {
  return groups.flatMap(({ key: group, productGroup: { products, suppressDuplicates = false } }) =>
    Object.entries(products)
      .filter(([, { markets }]) => markets.includes(market))
      .map(([key, product]) => productFacts(key, group, suppressDuplicates, product, market)),
  );
}

function productFacts(
  key: string,
  group: string,
  once: boolean,
  { defaults, variants }: CatalogProduct,
  market: string,
): Facts {
  const sold = Object.entries(variants).filter(
    ([, { limitedMarkets }]) => limitedMarkets === undefined || limitedMarkets.includes(market),
  );
  const data = sold.map(([, variant]) => ({ ...variant.defaults, ...variant.overrides?.[`${market}|*`] }));
  return {
    key,
    group,
    once,
    values: valuesOf(defaults, data),
    amounts: amountsOf(defaults, data),
    title: defaults.title.toLowerCase(),
    keys: [key, ...sold.map(([variant]) => variant)].map(one => one.toUpperCase()),
  };
}

function valuesOf(product: CatalogProductData, variants: readonly CatalogVariantData[]): Facts['values'] {
  const { brand, series, category = [], gender = [], age = [], customLabels: labels = {} } = product;
  const values: Record<string, readonly (string | undefined)[] | undefined> = {
    type: product.productType,
    shelf: category.map(path => path.split(' > ').at(-1)),
    department: product.department,
    brand: [brand],
    series: [series],
    colour: labels.color,
    material: labels.material,
    pattern: product.pattern,
    usage: labels.usage,
    season: labels.season,
    fit: labels.fit,
    care: labels.care,
    for: [...gender, ...age],
    size: variants.flatMap(({ size, label, sizes = [] }) => [size, label, ...sizes.map(one => one.size)]),
  };
  return new Map(
    Object.entries(values).map(([name, found = []]) => [
      name,
      found.flatMap(value => (value ? [value.toLowerCase()] : [])),
    ]),
  );
}

function amountsOf(product: CatalogProductData, variants: readonly CatalogVariantData[]): Facts['amounts'] {
  const amounts = new Map<string, number[]>();
  const add = (name: string, ...found: number[]) => amounts.set(name, [...(amounts.get(name) ?? []), ...found]);
  add('price', ...variants.flatMap(({ sellingPrice, listPrice }) => sellingPrice ?? listPrice ?? []));
  for (const data of [product, ...variants]) {
    const measures = { ...Object.fromEntries(MEASURES.map(name => [name, data[name]])), ...data.customLengths };
    for (const [name, measure] of Object.entries(measures)) {
      if (measure) add(name, measure.amount * UNITS[measure.unit]);
    }
    for (const [name, number] of Object.entries(data.customNumbers ?? {})) add(name, number);
  }
  return amounts;
}
