/**
 * The catalog's records as stored: the imported data after validation, with alternative spellings reduced to one (stock
 * by store and custom prices are maps; `size` stays beside `sizes`). Members that were not imported are absent, never
 * null.
 */

/** Amount and unit as imported; `kernel/measures.ts` converts for comparison. */
export interface Measure {
  amount: number;
  unit: string;
}

export interface CustomData {
  customLabels?: Record<string, string[]>;
  customNumbers?: Record<string, number>;
  customLengths?: Record<string, Measure>;
  customJson?: Record<string, unknown>;
}

/** The six measures; each may be given for the product or for its variants. */
export interface Measures {
  depth?: Measure;
  height?: Measure;
  length?: Measure;
  width?: Measure;
  volume?: Measure;
  weight?: Measure;
}

export interface ProductData extends CustomData, Measures {
  title?: string;
  url?: string;
  brand?: string;
  name?: string;
  description?: string;
  series?: string;
  /** Hierarchy levels joined by ` > `. */
  category?: string[];
  ontology?: string;
  productType?: string[];
  department?: string[];
  gender?: string[];
  age?: string[];
  pattern?: string[];
  sizeType?: string;
  styleWith?: string[];
  rating?: number;
  /** ISO 8601 as imported. */
  releaseDate?: string;
  /** Vectors by the name of their space. */
  embeddings?: Record<string, number[]>;
  dataLocale?: string;
}

export interface CustomPrice {
  listPrice: number;
  sellingPrice: number;
}

export interface SizeEntry {
  format?: string;
  size: string;
}

export interface VariantData extends CustomData, Measures {
  stock?: number;
  listPrice?: number;
  sellingPrice?: number;
  cost?: number;
  size?: string;
  sizes?: SizeEntry[];
  label?: string;
  url?: string;
  /** Store key → stock number. */
  stores?: Record<string, number>;
  /** Price id → prices. */
  customPrices?: Record<string, CustomPrice>;
  dataLocale?: string;
}

export interface Variant {
  defaults: VariantData;
  overrides?: Record<string, VariantData>;
  limitedMarkets?: string[];
}

export interface ImageSource {
  url: string;
  width?: number;
  height?: number;
}

export interface ImageData {
  urls?: ImageSource[];
  alt?: string;
  caption?: string;
  customData?: Record<string, string>;
  tags?: string[];
  dataLocale?: string;
}

export interface Image {
  defaults?: ImageData;
  overrides?: Record<string, ImageData>;
  limitedLocales?: string[];
  limitedMarkets?: string[];
  order?: number;
  typeInitial?: string;
  typeOverride?: string;
}

export interface Product {
  markets: string[];
  defaults: ProductData;
  overrides?: Record<string, ProductData>;
  variants: Record<string, Variant>;
  images?: Record<string, Image>;
  colorInitial?: string[];
  colorOverride?: string[];
}

export interface ProductGroup {
  products: Record<string, Product>;
  suppressDuplicates?: boolean;
}

export interface ContentData {
  title?: string;
  url?: string;
  description?: string;
  releaseDate?: string;
  customLabels?: Record<string, string[]>;
  dataLocale?: string;
}

export interface Content {
  markets: string[];
  type: string;
  defaults: ContentData;
  overrides?: Record<string, ContentData>;
  image?: Image;
}

export interface Translation {
  locale: string;
  /** Absent: for every attribute that supports translations. */
  attribute?: string;
  /** Value id → label. */
  values: Record<string, string>;
}
