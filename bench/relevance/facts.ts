/**
 * What a judge may know of a product: the facts that the catalog states, read from its lines and resolved for one
 * market without any help of the engine. Names of kinds, colours and so on are those of the defaults (English), so that
 * one judgement means the same in every language.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** Base units of ranges: cm, g, ml. */
const UNITS = { mm: 0.1, cm: 1, m: 100, in: 2.54, g: 1, kg: 1000, ml: 1, cl: 10, dl: 100, l: 1000 };
const MEASURES = ['width', 'height', 'depth', 'length', 'weight', 'volume'];

/**
 * @typedef {object} Facts
 * @property {string} key
 * @property {string} group
 * @property {boolean} once whether the group is listed once rather than once a product
 * @property {Map<string, string[]>} values lower case, by the name of a condition
 * @property {Map<string, number[]>} amounts of the product and its variants, by the name of a condition, in base units
 * @property {string} title in English, lower case
 * @property {string[]} keys of product and variants, upper case
 */

/** @returns {{key: string, productGroup: any}[]} the groups of a catalog, .jsonl.gz */
export function readGroups(file) {
  const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
  return lines.map(line => JSON.parse(line).replace).filter(({ productGroup }) => productGroup);
}

/** @returns {Facts[]} of the products that a market sells */
export function factsOf(groups, market) {
  return groups.flatMap(({ key: group, productGroup: { products, suppressDuplicates = false } }) =>
    Object.entries(products)
      .filter(([, { markets }]) => markets.includes(market))
      .map(([key, product]) => productFacts(key, group, suppressDuplicates, product, market)),
  );
}

function productFacts(key, group, once, { defaults, variants }, market) {
  const sold = Object.entries(variants).filter(
    ([, { limitedMarkets }]) => limitedMarkets === undefined || limitedMarkets.includes(market),
  );
  const data = sold.map(([, variant]) => ({ ...variant.defaults, ...variant.overrides?.[`${market}|*`] }));
  const labels = defaults.customLabels ?? {};
  const values = new Map(
    Object.entries({
      type: defaults.productType,
      shelf: defaults.category?.map(path => path.split(' > ').at(-1)),
      department: defaults.department,
      brand: defaults.brand && [defaults.brand],
      series: defaults.series && [defaults.series],
      colour: labels.color,
      material: labels.material,
      pattern: defaults.pattern,
      usage: labels.usage,
      season: labels.season,
      fit: labels.fit,
      care: labels.care,
      for: [...(defaults.gender ?? []), ...(defaults.age ?? [])],
      size: data.flatMap(({ size, label, sizes = [] }) => [size, label, ...sizes.map(one => one.size)]),
    }).map(([name, found]) => [name, (found ?? []).filter(Boolean).map(value => value.toLowerCase())]),
  );
  return {
    key,
    group,
    once,
    values,
    amounts: amountsOf(defaults, data),
    title: defaults.title.toLowerCase(),
    keys: [key, ...sold.map(([variant]) => variant)].map(one => one.toUpperCase()),
  };
}

function amountsOf(defaults, variants) {
  const amounts = new Map([['price', variants.map(({ sellingPrice, listPrice }) => sellingPrice ?? listPrice)]]);
  for (const data of [defaults, ...variants]) {
    const measures = { ...Object.fromEntries(MEASURES.map(name => [name, data[name]])), ...data.customLengths };
    for (const [name, measure] of Object.entries(measures)) {
      if (measure) amounts.set(name, [...(amounts.get(name) ?? []), measure.amount * UNITS[measure.unit]]);
    }
    for (const [name, number] of Object.entries(data.customNumbers ?? {})) {
      amounts.set(name, [...(amounts.get(name) ?? []), number]);
    }
  }
  return amounts;
}
