/**
 * Products of a view in objects of one shape, as they are indexed and shown (see group-reader.ts). Records have as many
 * shapes as combinations of members, and for each read of a member, most of which are absent, the engine would look
 * through the shape anew.
 */
import type { Measure, Measures, ProductData, SizeEntry } from '../../catalog/records.js';
import type { ResolvedImage, ResolvedOffer } from '../../catalog/resolve.js';

/** In the order in which they are indexed and shown. */
export const MEASURES = [
  'depth',
  'height',
  'length',
  'volume',
  'weight',
  'width',
] as const satisfies (keyof Measures)[];

/** A custom attribute. */
export interface Named<T> {
  name: string;
  value: T;
}

const NONE: readonly never[] = [];

/** Custom attributes and measures, of a product or a variant. */
export class FlatMembers implements Measures {
  customLabels: readonly Named<string[]>[] = NONE;
  customNumbers: readonly Named<number>[] = NONE;
  customLengths: readonly Named<Measure>[] = NONE;
  /** The values are JSON. */
  customJson: readonly Named<string>[] = NONE;
  depth: Measures['depth'] = undefined;
  height: Measures['height'] = undefined;
  length: Measures['length'] = undefined;
  volume: Measures['volume'] = undefined;
  weight: Measures['weight'] = undefined;
  width: Measures['width'] = undefined;
}

export class FlatProductData extends FlatMembers {
  title: ProductData['title'] = undefined;
  brand: ProductData['brand'] = undefined;
  name: ProductData['name'] = undefined;
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
  /** JSON. */
  url: string | undefined = undefined;
  /** JSON. */
  description: string | undefined = undefined;
}

export class FlatVariantData extends FlatMembers {
  /** JSON. */
  url: string | undefined = undefined;
}

export interface FlatVariant {
  key: string;
  /** May be empty. */
  label: string;
  /** From `sizes`, or a single entry from `size`; empty when the variant has neither. */
  sizes: readonly SizeEntry[];
  data: FlatVariantData;
}

export interface FlatProduct {
  key: string;
  data: FlatProductData;
  /** At least one. */
  variants: FlatVariant[];
  /** In the order in which they are shown. */
  images: ResolvedImage[];
  /** As imported: hex codes or names. */
  colors: readonly string[];
  /** Of each market, the offers of the variants. */
  offers: ResolvedOffer[][];
}

export interface FlatGroup {
  /** See `categoryOf` in catalog/group-outline.ts. */
  category: string;
  /** Whether it appears once in a listing. */
  suppressDuplicates: boolean;
  /** Those that the view has. */
  products: FlatProduct[];
}
