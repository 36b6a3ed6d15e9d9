/**
 * Products of a view in objects of one shape, as they are indexed and shown (see group-reader.ts). Records have as many
 * shapes as combinations of members, and for each read of a member, most of which are absent, the engine would look
 * through the shape anew.
 */
import type { Measure, Measures } from '../../catalog/records.js';
import type { ResolvedOffer } from '../../catalog/resolve.js';
import type { RecurringText } from '../../kernel/tape-texts.js';

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
  customLabels: readonly Named<readonly RecurringText[]>[] = NONE;
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
  title: string | undefined = undefined;
  brand: RecurringText | undefined = undefined;
  name: RecurringText | undefined = undefined;
  series: RecurringText | undefined = undefined;
  category: readonly RecurringText[] = NONE;
  ontology: RecurringText | undefined = undefined;
  productType: readonly RecurringText[] = NONE;
  department: readonly RecurringText[] = NONE;
  gender: readonly RecurringText[] = NONE;
  age: readonly RecurringText[] = NONE;
  pattern: readonly RecurringText[] = NONE;
  sizeType: RecurringText | undefined = undefined;
  /** Keys. */
  styleWith: readonly string[] = NONE;
  rating: number | undefined = undefined;
  releaseDate: RecurringText | undefined = undefined;
  embeddings: readonly Named<readonly number[]>[] = NONE;
  /** JSON. */
  url: string | undefined = undefined;
  /** JSON. */
  description: string | undefined = undefined;
}

export class FlatVariantData extends FlatMembers {
  /** JSON. */
  url: string | undefined = undefined;
}

/** That of most variants, which have nothing that is indexed or shown but their offer and sizes. */
export const NO_DATA: FlatVariantData = Object.freeze(new FlatVariantData());

export interface FlatSize {
  format: string | undefined;
  size: RecurringText;
}

export interface FlatVariant {
  key: string;
  /** May be empty. */
  label: string;
  /** From `sizes`, or a single entry from `size`; empty when the variant has neither. */
  sizes: readonly FlatSize[];
  data: FlatVariantData;
}

/** A source of an image; its URL is JSON. */
export interface FlatSource {
  url: string;
  width: number | undefined;
  height: number | undefined;
}

/** An image, its texts and custom data as JSON. */
export interface FlatImage {
  urls: readonly FlatSource[];
  alt: string | undefined;
  caption: string | undefined;
  custom: string | undefined;
}

export interface FlatProduct {
  key: string;
  data: FlatProductData;
  /** At least one. */
  variants: FlatVariant[];
  /** In the order in which they are shown. */
  images: readonly FlatImage[];
  /** As imported: hex codes or names. */
  colors: readonly RecurringText[];
  /** Of each market, the offers of the variants; none where they are not read. */
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
