/**
 * A product group of the catalog out of the items of a feed. Each colour is a product, so that it can be found and shown by
 * itself; sizes and other options are variants. What an item leaves open it has from the group: from its parent, or from
 * the first item that says it.
 */
import type { Image, Product, ProductData, ProductGroup, Variant } from '../../catalog/records.js';
import type { FeedReport } from '../feed-report.js';
import type { FeedItem } from '../items/feed-item.js';
import { productKeyOf } from '../items/keys.js';

export interface GroupTarget {
  markets: readonly string[];
  locale: string;
  splitColors: boolean;
}

/** Members that products have of their own, and not from others of their group. */
const OWN: ReadonlySet<string> = new Set([
  'url',
  'rating',
  'releaseDate',
  'customLabels',
  'customNumbers',
  'customLengths',
  'customJson',
]);

/** @returns undefined for a group none of whose items can be sold; the report says why */
export function buildGroup(
  key: string,
  items: readonly FeedItem[],
  target: GroupTarget,
  report: FeedReport,
): ProductGroup | undefined {
  const parents = items.filter(({ role }) => role === 'parent');
  const extras = items.filter(({ role }) => role === 'extra');
  const variants = items.filter(({ role }) => role === 'variant');
  const products: Record<string, Product> = {};
  for (const [product, members] of byProduct(key, variants, target.splitColors)) {
    const built = buildProduct(members, { parents, extras, variants }, target);
    const lacking = (['title', 'url'] as const).find(name => built.defaults[name] === undefined);
    if (lacking === undefined) {
      products[product] = built;
      report.variants += members.length;
      report.products++;
    } else for (const { line, id } of members) report.leaveOut(line, `${lacking}: expected a value`, id);
  }
  if (Object.keys(products).length === 0) {
    for (const { line } of parents)
      if (variants.length === 0) report.leaveOut(line, 'variants: expected at least one', key);
    return undefined;
  }
  report.groups++;
  return items.some(({ suppressDuplicates }) => suppressDuplicates)
    ? { products, suppressDuplicates: true }
    : { products };
}

function byProduct(group: string, variants: readonly FeedItem[], splitColors: boolean): Map<string, FeedItem[]> {
  const products = new Map<string, FeedItem[]>();
  for (const item of variants) {
    const color = splitColors && item.colorNames.length > 0 ? item.colorNames.join('/') : undefined;
    const key = item.product ?? productKeyOf(group, color);
    const members = products.get(key);
    if (members) members.push(item);
    else products.set(key, [item]);
  }
  return products;
}

interface Family {
  parents: readonly FeedItem[];
  extras: readonly FeedItem[];
  variants: readonly FeedItem[];
}

function buildProduct(
  members: readonly FeedItem[],
  { parents, extras, variants }: Family,
  target: GroupTarget,
): Product {
  const defaults = commonData(members, parents, variants);
  const { colorNames } = members[0]!;
  const colors = [...new Set(members.flatMap(({ colorNames }) => colorNames))];
  if (colors.length > 0 && defaults.customLabels?.['color'] === undefined) {
    defaults.customLabels = { ...defaults.customLabels, color: target.splitColors ? colorNames : colors };
  }
  derive(defaults);
  defaults.dataLocale = target.locale;
  const product: Product = { markets: [...target.markets], defaults, variants: {} };
  for (const item of members) product.variants[item.id!] = variantOf(item, defaults.url);
  const alone = new Set(variants.map(({ product, colorNames }) => product ?? colorNames.join('/'))).size === 1;
  // Pictures of a parent show any of its colours: they stand behind those of the product itself.
  const pictured = members.some(({ images }) => images.length > 0);
  const images = alone ? [...parents, ...members, ...extras] : pictured ? members : [...parents, ...extras];
  const pictures = imagesOf(images);
  if (pictures) product.images = pictures;
  const codes = [...new Set(members.flatMap(({ colorCodes }) => colorCodes))];
  if (codes.length > 0) product.colorInitial = codes;
  return product;
}

function commonData(
  members: readonly FeedItem[],
  parents: readonly FeedItem[],
  variants: readonly FeedItem[],
): ProductData {
  const data: ProductData = {};
  const add = (from: ProductData, own: boolean): void => {
    for (const [name, value] of Object.entries(from)) {
      if (own || !OWN.has(name)) (data as Record<string, unknown>)[name] ??= value;
    }
  };
  for (const { data } of parents) add(data, true);
  for (const { data } of members) add(data, true);
  for (const { data } of variants) add(data, false);
  return data;
}

/** What a feed says by its categories alone. */
function derive(data: ProductData): void {
  const [category] = data.category ?? [];
  if (data.category === undefined && data.ontology !== undefined) data.category = [data.ontology];
  data.ontology ??= category;
  const type = data.ontology?.split(' > ').at(-1);
  if (type !== undefined) data.productType ??= [type];
  for (const name of ['ontology'] as const) if (data[name] === undefined) delete data[name];
}

function variantOf({ variant, data }: FeedItem, productUrl: string | undefined): Variant {
  const defaults = { ...variant };
  if (data.url !== undefined && data.url !== productUrl) defaults.url = data.url;
  if (defaults.label === undefined && defaults.customLabels) {
    const { availability: _, ...options } = defaults.customLabels;
    const label = Object.values(options).flat().join(' / ');
    if (label !== '') defaults.label = label;
  }
  return { defaults };
}

function imagesOf(items: readonly FeedItem[]): Record<string, Image> | undefined {
  const images = new Map<string, Image>();
  for (const { images: of } of items) {
    for (const { url, type } of of) {
      if (!images.has(url)) images.set(url, { ...(type && { typeInitial: type }), defaults: { urls: [{ url }] } });
    }
  }
  if (images.size === 0) return undefined;
  return Object.fromEntries([...images.values()].map((image, at) => [at === 0 ? 'main' : `image-${at + 1}`, image]));
}
