/**
 * Resolved products in objects of one shape. Records of a catalog have as many shapes as combinations of members, and
 * for each read of a member, most of which are absent, the engine looks through the shape anew; walking once the members
 * that there are takes a fraction of that (a third of the time for which products were added to a view).
 */
import type { CustomData, Measures, Product, ProductData, VariantData } from '../../catalog/records.js';
import {
  labelOf,
  type MakeVariant,
  type ResolvedProduct,
  type ResolvedVariant,
  resolveProductWith,
} from '../../catalog/resolve.js';

/** In the order in which they are indexed and shown. */
export const MEASURES = [
  'depth',
  'height',
  'length',
  'volume',
  'weight',
  'width',
] as const satisfies (keyof Measures)[];

/** Custom attributes and measures, of a product or a variant. */
export class FlatMembers implements CustomData, Measures {
  customLabels: CustomData['customLabels'] = undefined;
  customNumbers: CustomData['customNumbers'] = undefined;
  customLengths: CustomData['customLengths'] = undefined;
  customJson: CustomData['customJson'] = undefined;
  depth: Measures['depth'] = undefined;
  height: Measures['height'] = undefined;
  length: Measures['length'] = undefined;
  volume: Measures['volume'] = undefined;
  weight: Measures['weight'] = undefined;
  width: Measures['width'] = undefined;
}

class FlatProductData extends FlatMembers implements ProductData {
  title: ProductData['title'] = undefined;
  url: ProductData['url'] = undefined;
  brand: ProductData['brand'] = undefined;
  name: ProductData['name'] = undefined;
  description: ProductData['description'] = undefined;
  series: ProductData['series'] = undefined;
  category: ProductData['category'] = undefined;
  ontology: ProductData['ontology'] = undefined;
  productType: ProductData['productType'] = undefined;
  department: ProductData['department'] = undefined;
  gender: ProductData['gender'] = undefined;
  age: ProductData['age'] = undefined;
  pattern: ProductData['pattern'] = undefined;
  sizeType: ProductData['sizeType'] = undefined;
  styleWith: ProductData['styleWith'] = undefined;
  rating: ProductData['rating'] = undefined;
  releaseDate: ProductData['releaseDate'] = undefined;
  dataLocale: ProductData['dataLocale'] = undefined;
}

class FlatVariantData extends FlatMembers {
  url: VariantData['url'] = undefined;
}

export interface FlatVariant extends Pick<ResolvedVariant, 'key' | 'sizes'> {
  label: string;
  data: FlatVariantData;
}

export interface FlatProduct extends Pick<ResolvedProduct, 'key' | 'images' | 'colors'> {
  data: FlatProductData;
  variants: FlatVariant[];
}

/** @returns undefined when the market does not have the product, or none of its variants */
export function resolveFlat(key: string, product: Product, market: string, locale: string): FlatProduct | undefined {
  const resolved = resolveProductWith(key, product, market, locale, flatVariant);
  if (!resolved) return undefined;
  const { data, variants, images, colors } = resolved;
  const flat = new FlatProductData();
  for (const name in data) copy(flat, data, name as keyof ProductData);
  return { key, data: flat, variants, images, colors };
}

/** The members of a variant that are indexed or shown as they are. */
const OF_VARIANTS: ReadonlySet<string> = new Set(Object.keys(new FlatVariantData()));
/** Most variants have none of them. */
const NOTHING: FlatVariantData = Object.freeze(new FlatVariantData());

const flatVariant: MakeVariant<FlatVariant> = (key, data, sizes) => {
  let flat = NOTHING;
  for (const name in data) {
    if (!OF_VARIANTS.has(name)) continue;
    if (flat === NOTHING) flat = new FlatVariantData();
    copy(flat, data, name as keyof FlatVariantData);
  }
  return { key, label: labelOf(data, sizes), sizes, data: flat };
};

function copy<T>(into: T, from: { [Name in keyof T]?: T[Name] }, name: keyof T): void {
  into[name] = from[name]!;
}
