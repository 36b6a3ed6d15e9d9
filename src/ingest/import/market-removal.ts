/**
 * Removes one market from a record (removePartial, clearProductGroups, clearContent): the market itself, its overrides,
 * and variants and images that are limited to it. A record without any market left, or a product without variants, is
 * removed as a whole.
 */
import type { Content, Image, Product, ProductGroup, Variant } from '../../catalog/records.js';
import { splitOverrideKey } from '../../catalog/view.js';

function overridesWithout<T>(overrides: Record<string, T> | undefined, market: string): Record<string, T> | undefined {
  if (!overrides) return undefined;
  const kept = Object.entries(overrides).filter(([key]) => splitOverrideKey(key).market !== market);
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

interface Limited<T> {
  overrides?: Record<string, T>;
  limitedMarkets?: string[];
}

/** @returns the variant or image without the market, undefined when it was limited to that market */
function limitedWithout<T, R extends Limited<T>>(record: R, market: string): R | undefined {
  const { overrides, limitedMarkets, ...rest } = record;
  const limits = limitedMarkets?.filter(name => name !== market);
  if (limits?.length === 0) return undefined;
  const kept = overridesWithout(overrides, market);
  return { ...rest, ...(kept && { overrides: kept }), ...(limits && { limitedMarkets: limits }) } as R;
}

function mapWithout<R>(records: Record<string, R>, without: (record: R) => R | undefined): Record<string, R> {
  const kept: Record<string, R> = {};
  for (const [key, record] of Object.entries(records)) {
    const left = without(record);
    if (left !== undefined) kept[key] = left;
  }
  return kept;
}

export function productWithout(product: Product, market: string): Product | undefined {
  if (!product.markets.includes(market)) return product;
  const markets = product.markets.filter(name => name !== market);
  if (markets.length === 0) return undefined;
  const variants = mapWithout<Variant>(product.variants, variant => limitedWithout(variant, market));
  if (Object.keys(variants).length === 0) return undefined;
  const { overrides: _, images, ...rest } = product;
  const overrides = overridesWithout(product.overrides, market);
  return {
    ...rest,
    markets,
    variants,
    ...(overrides && { overrides }),
    ...(images && { images: mapWithout<Image>(images, image => limitedWithout(image, market)) }),
  };
}

/** @param only the product to remove the market from; by default all of the group */
export function groupWithout(group: ProductGroup, market: string, only?: string): ProductGroup | undefined {
  const products: Record<string, Product> = {};
  for (const [key, product] of Object.entries(group.products)) {
    const left = only === undefined || only === key ? productWithout(product, market) : product;
    if (left) products[key] = left;
  }
  return Object.keys(products).length === 0 ? undefined : { ...group, products };
}

export function contentWithout(content: Content, market: string): Content | undefined {
  if (!content.markets.includes(market)) return content;
  const markets = content.markets.filter(name => name !== market);
  if (markets.length === 0) return undefined;
  const { overrides: _, image, ...rest } = content;
  const overrides = overridesWithout(content.overrides, market);
  const picture = image && limitedWithout(image, market);
  return { ...rest, markets, ...(overrides && { overrides }), ...(picture && { image: picture }) };
}
