/**
 * Parses product groups and products of a catalog import to records of the store. All faults of a group are recorded;
 * there is a result only when there were none.
 */
import type { Image, Product, ProductData, ProductGroup, Variant } from '../../catalog/records.js';
import { blockTable, parseDefaults, parseOverrides } from './data-blocks.js';
import { embeddings } from './embeddings.js';
import { parseProductImage } from './image-record.js';
import { isObject, type JsonObject, type RecordCheck } from './record-check.js';
import { CUSTOM_MEMBERS, measureMembers } from './shared-members.js';
import {
  boolean,
  color,
  filledText,
  hierarchy,
  isoDate,
  key,
  labels,
  list,
  market,
  pageUrl,
  rating,
  text,
} from './value-parsers.js';
import { parseVariant } from './variant-record.js';

const GROUP_MEMBERS = new Set(['products', 'suppressDuplicates']);
const PRODUCT_MEMBERS = new Set([
  'markets',
  'defaults',
  'overrides',
  'variants',
  'images',
  'colorInitial',
  'colorOverride',
]);

export const PRODUCT_DATA = blockTable({
  title: filledText,
  url: pageUrl,
  brand: text,
  name: text,
  description: text,
  series: text,
  category: list(hierarchy, { max: 100 }),
  ontology: hierarchy,
  productType: labels(20),
  department: labels(20),
  gender: labels(20),
  age: labels(20),
  pattern: labels(20),
  sizeType: text,
  'styleWith*': list(key, { max: 20 }),
  'rating*': rating,
  'releaseDate*': isoDate,
  embeddings,
  ...CUSTOM_MEMBERS,
  ...measureMembers(check => check.productMeasures),
});

/** Parses a map of records; faults are attributed to each record by its key. */
function parseMembers<T>(
  check: RecordCheck,
  path: string,
  value: unknown,
  subject: 'products' | 'variants',
  parse: (key: string, raw: unknown) => T | undefined,
): Record<string, T> {
  const members: Record<string, T> = {};
  // As entries: objects by key have a shape each, in which the engine would look up every member anew.
  const entries = isObject(value) ? Object.entries(value) : [];
  if (entries.length === 0) {
    check.fault(path, 'an object with at least one member', value);
    return members;
  }
  for (const [name, raw] of entries) {
    const member = check.within(subject, name, () =>
      key(check, path, name) === undefined ? undefined : parse(name, raw),
    );
    if (member !== undefined) members[name] = member;
  }
  return members;
}

function parseImages(check: RecordCheck, value: unknown): Record<string, Image> | undefined {
  if (!isObject(value)) return check.fault('images', 'an object', value);
  const images: Record<string, Image> = {};
  for (const name of Object.keys(value)) {
    if (value[name] === null) continue;
    const image = parseProductImage(check, name, value[name]);
    if (image) images[name] = image;
  }
  return images;
}

export const marketList = list(market, { min: 1 });
export const colors = list(color);

function optional<T>(raw: JsonObject, name: string, parse: (value: unknown) => T | undefined): T | undefined {
  const value = raw[name];
  return value === undefined || value === null ? undefined : parse(value);
}

function parseProduct(check: RecordCheck, value: unknown): Product | undefined {
  const raw = check.strictObject('product', value, PRODUCT_MEMBERS);
  if (!raw) return undefined;
  const markets = marketList(check, 'markets', raw['markets']) ?? [];
  check.enterMarkets(markets);
  check.productMeasures.clear();
  check.variantMeasures.clear();
  const defaults = parseDefaults<ProductData>(check, raw['defaults'], PRODUCT_DATA) ?? {};
  for (const name of ['title', 'url'] as const) {
    if (isObject(raw['defaults']) && (raw['defaults'][name] ?? undefined) === undefined) {
      check.fault(`defaults.${name}`, 'a value: it is required', undefined);
    }
  }
  const product: Product = { markets, defaults, variants: {} };
  const overrides = optional(raw, 'overrides', member => parseOverrides<ProductData>(check, member, PRODUCT_DATA));
  if (overrides) product.overrides = overrides;
  product.variants = parseMembers<Variant>(check, 'variants', raw['variants'], 'variants', (_, variant) =>
    parseVariant(check, variant),
  );
  const images = optional(raw, 'images', member => parseImages(check, member));
  if (images) product.images = images;
  for (const name of ['colorInitial', 'colorOverride'] as const) {
    const parsed = optional(raw, name, member => colors(check, name, member));
    if (parsed) product[name] = parsed;
  }
  for (const name of check.variantMeasures) {
    if (check.productMeasures.has(name)) check.fault(name, 'it on the product or on its variants', 'both');
  }
  return product;
}

function checkKeys(check: RecordCheck, groupKey: string, products: Record<string, Product>): void {
  const seen = new Map<string, string>([[groupKey, 'the group']]);
  const claim = (subject: 'products' | 'variants', name: string, what: string): void => {
    const other = seen.get(name);
    if (other === undefined) seen.set(name, what);
    else check.within(subject, name, () => check.fault('key', `a key of its own for ${what}`, `the key of ${other}`));
  };
  for (const [productKey, product] of Object.entries(products)) {
    claim('products', productKey, 'a product');
    for (const variantKey of Object.keys(product.variants)) claim('variants', variantKey, 'a variant');
  }
}

/**
 * @param groupKey key of the group; checked already
 * @returns undefined when the group, or a record inside it, has a fault
 */
export function parseProductGroup(check: RecordCheck, groupKey: string, value: unknown): ProductGroup | undefined {
  const before = check.findings.count;
  const group = check.within('productGroups', groupKey, (): ProductGroup | undefined => {
    const raw = check.strictObject('productGroup', value, GROUP_MEMBERS);
    if (!raw) return undefined;
    const products = parseMembers(check, 'products', raw['products'], 'products', (_, product) =>
      parseProduct(check, product),
    );
    const parsed: ProductGroup = { products };
    const suppress = optional(raw, 'suppressDuplicates', member => boolean(check, 'suppressDuplicates', member));
    if (suppress !== undefined) parsed.suppressDuplicates = suppress;
    checkKeys(check, groupKey, products);
    return parsed;
  });
  return check.findings.count === before ? group : undefined;
}
