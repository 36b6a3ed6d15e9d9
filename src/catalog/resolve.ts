/**
 * Resolves a product or a content item for one view: merges its data blocks member by member (defaults, then the
 * overrides for the locale in every market, for the market, and for both), and drops variants and images that are
 * limited to other markets or locales. An override replaces a member as a whole; an empty text removes it.
 *
 * Nothing is copied where there is no override: resolved data may be the record's own objects and must not be changed.
 * Builds of views resolve stored groups without making records of them, by the same rules
 * (build/input/group-reader.ts).
 */
import type {
  Content,
  ContentData,
  Image,
  ImageData,
  ImageSource,
  Product,
  ProductData,
  SizeEntry,
  VariantData,
} from './records.js';
import { ANY } from './view.js';

export interface ResolvedVariant {
  key: string;
  /** With `label`, `listPrice`, `sellingPrice` and `stock` always present; see `sizes` for its sizes. */
  data: VariantData & { label: string; listPrice: number; sellingPrice: number; stock: number };
  /** From `sizes`, or a single entry from `size`; empty when the variant has neither. */
  sizes: SizeEntry[];
}

/** The offer of a variant in a market: its prices and stock. */
export interface ResolvedOffer {
  listPrice: number;
  sellingPrice: number;
  stock: number;
  stores?: VariantData['stores'] | undefined;
  customPrices?: VariantData['customPrices'] | undefined;
}

export interface ResolvedImage {
  key: string;
  urls: ImageSource[];
  alt?: string;
  caption?: string;
  custom?: Record<string, string>;
  tags?: string[];
  /** `model`, `cutout` or `misc`. */
  type?: string;
}

export interface ResolvedProduct {
  key: string;
  data: ProductData;
  variants: ResolvedVariant[];
  /** In the order in which they are shown. */
  images: ResolvedImage[];
  /** As imported: hex codes or names. */
  colors: string[];
}

export interface ResolvedContent {
  key: string;
  type: string;
  data: ContentData;
  image?: ResolvedImage;
}

/** The override keys that apply to a view, weakest first. */
interface ViewKeys {
  market: string;
  locale: string;
  keys: [string, string, string];
}

/** Number of views whose override keys are cached: a build resolves each product for all markets of a shard in turn. */
const MOST_VIEWS = 16;
const recentViews: ViewKeys[] = [];

function viewKeys(market: string, locale: string): ViewKeys {
  for (const view of recentViews) if (view.market === market && view.locale === locale) return view;
  if (recentViews.length === MOST_VIEWS) recentViews.shift();
  const view: ViewKeys = { market, locale, keys: [`${ANY}|${locale}`, `${market}|${ANY}`, `${market}|${locale}`] };
  recentViews.push(view);
  return view;
}

function merge<T extends object>(defaults: T, overrides: Record<string, T> | undefined, view: ViewKeys): T {
  if (!overrides) return defaults;
  let merged = defaults;
  for (const key of view.keys) {
    if (!Object.hasOwn(overrides, key)) continue;
    const block = overrides[key]!;
    if (merged === defaults) merged = { ...defaults };
    // `size` and `sizes` are two spellings of one member: the one in the stronger block replaces the other.
    if ('size' in block) delete (merged as VariantData).sizes;
    if ('sizes' in block) delete (merged as VariantData).size;
    Object.assign(merged, block);
    for (const name in block) if (block[name] === '') delete merged[name];
  }
  return merged;
}

function sizesOf(data: VariantData): SizeEntry[] {
  if (data.sizes) return data.sizes;
  return data.size === undefined ? [] : [{ size: data.size }];
}

function completeVariant(key: string, data: VariantData): ResolvedVariant {
  const { listPrice = 0, stock = 0 } = data;
  const sizes = sizesOf(data);
  const label = data.label ?? sizes[0]?.size ?? '';
  return { key, data: { ...data, label, listPrice, sellingPrice: data.sellingPrice ?? listPrice, stock }, sizes };
}

function resolveImage(key: string, image: Image, view: ViewKeys): ResolvedImage {
  const data: ImageData = merge(image.defaults ?? {}, image.overrides, view);
  const resolved: ResolvedImage = { key, urls: data.urls ?? [] };
  if (data.alt !== undefined) resolved.alt = data.alt;
  if (data.caption !== undefined) resolved.caption = data.caption;
  if (data.customData) resolved.custom = data.customData;
  if (data.tags) resolved.tags = data.tags;
  const type = image.typeOverride ?? image.typeInitial;
  if (type !== undefined) resolved.type = type;
  return resolved;
}

function isShown(image: Image, view: ViewKeys): boolean {
  if (image.limitedMarkets && !image.limitedMarkets.includes(view.market)) return false;
  return !image.limitedLocales || image.limitedLocales.includes(view.locale);
}

/** The images shown in a view by `order`; an image without one has its index among the product's images as order. */
function resolveImages(images: Record<string, Image> | undefined, view: ViewKeys): ResolvedImage[] {
  if (!images) return [];
  const shown = Object.entries(images).map(([key, image], index) => ({ key, image, order: image.order ?? index }));
  const ordered = shown.filter(({ image }) => isShown(image, view)).sort((a, b) => a.order - b.order);
  return ordered.map(({ key, image }) => resolveImage(key, image, view));
}

/** @returns undefined when the market does not have the product, or none of its variants */
export function resolveProduct(
  key: string,
  product: Product,
  market: string,
  locale: string,
): ResolvedProduct | undefined {
  if (!product.markets.includes(market)) return undefined;
  const view = viewKeys(market, locale);
  const variants: ResolvedVariant[] = [];
  for (const variantKey in product.variants) {
    const { defaults, overrides, limitedMarkets } = product.variants[variantKey];
    if (limitedMarkets && !limitedMarkets.includes(market)) continue;
    variants.push(completeVariant(variantKey, merge(defaults, overrides, view)));
  }
  if (variants.length === 0) return undefined;
  return {
    key,
    data: merge(product.defaults, product.overrides, view),
    variants,
    images: resolveImages(product.images, view),
    colors: product.colorOverride ?? product.colorInitial ?? [],
  };
}

/** @returns undefined when the market does not have the item */
export function resolveContent(
  key: string,
  content: Content,
  market: string,
  locale: string,
): ResolvedContent | undefined {
  if (!content.markets.includes(market)) return undefined;
  const view = viewKeys(market, locale);
  const resolved: ResolvedContent = {
    key,
    type: content.type,
    data: merge(content.defaults, content.overrides, view),
  };
  if (content.image && isShown(content.image, view)) resolved.image = resolveImage('image', content.image, view);
  return resolved;
}
