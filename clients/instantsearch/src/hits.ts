/** Products as hits. */
import type { Product, ProductGroup } from '@vitrine/client';
import { type Highlighted, highlight, type Tags } from './highlight.js';

export interface Hit extends Partial<Product> {
  objectID: string;
  /** The lowest selling price. */
  price?: number;
  /** The address of the first image. */
  image?: string;
  /** The other products of the group, other colours of it for instance. */
  siblings: Product[];
  _highlightResult: Record<string, Highlighted>;
  [more: string]: unknown;
}

const HIGHLIGHTED = ['title', 'name', 'brand', 'series'] as const;

/** @param more what a shop's templates expect besides */
export function hitOf(
  group: ProductGroup,
  words: readonly string[],
  tags: Tags,
  more: ((group: ProductGroup) => object) | undefined,
): Hit {
  const [main, ...siblings] = group.products;
  const product = main!;
  const image = product.imageInfo?.images[0]?.sources.at(-1)?.url;
  const added = more?.(group) ?? {};
  const fields: Record<string, unknown> = {
    ...product,
    ...(product.sellingPrice && { price: product.sellingPrice.min }),
    ...(image !== undefined && { image }),
    ...added,
  };
  const names = new Set([...HIGHLIGHTED, ...Object.keys(added)]);
  const texts = [...names].flatMap(name => (typeof fields[name] === 'string' ? [[name, fields[name]] as const] : []));
  return {
    ...fields,
    objectID: product.key,
    siblings,
    _highlightResult: Object.fromEntries(texts.map(([name, text]) => [name, highlight(text, words, tags)])),
  };
}
