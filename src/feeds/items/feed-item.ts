/** A row of a feed in the terms of the catalog, before it has found its group. */
import type { ProductData, VariantData } from '../../catalog/records.js';

export interface FeedImage {
  url: string;
  type?: 'model';
}

export interface FeedItem {
  line: number;
  role: 'variant' | 'parent' | 'extra';
  /** Key of the variant; parents and rows with images alone have none. */
  id?: string;
  /** Key of the group, or an alias of it. */
  group?: string;
  /** Key of the product, where the feed says it. */
  product?: string;
  /** Members that are the product's; `url` is that of the variant where its siblings have others. */
  data: ProductData;
  variant: VariantData;
  images: FeedImage[];
  colorNames: string[];
  colorCodes: string[];
  suppressDuplicates?: true;
}
