/**
 * Removes data of unconfigured markets and locales from the store: records of other markets, data for locales that
 * their markets do not have, translations into such locales, navigations, and pages of other markets. A data block that
 * states its own locale stays in any case, because it is the text that the market's locales fall back to.
 */

import type { CatalogStore } from '../../catalog/catalog-store.js';
import type { ConfiguredViews } from '../../catalog/configured-views.js';
import type { Content, Image, Product, ProductGroup } from '../../catalog/records.js';
import { NAVIGATION_PREFIX } from '../../catalog/site/navigation-document.js';
import type { PageLayer } from '../../catalog/site/page-document.js';
import { splitOverrideKey } from '../../catalog/view.js';
import { contentWithout, groupWithout } from '../import/market-removal.js';

const PAGE_PREFIXES = (['page', 'preview'] satisfies PageLayer[]).map(layer => `${layer}|`);

/** Numbers of records that were reduced or removed, by kind. */
export interface DroppedCounts {
  productGroups: number;
  content: number;
  translations: number;
  navigations: number;
  pages: number;
}

/** To be run inside the store's transaction. */
export function dropUnconfigured(store: CatalogStore, configured: ConfiguredViews): DroppedCounts {
  const dropped: DroppedCounts = { productGroups: 0, content: 0, translations: 0, navigations: 0, pages: 0 };
  for (const key of store.groupKeys()) {
    const group = store.getGroup(key)!;
    const kept = groupWithin(group, configured);
    if (kept === group) continue;
    if (kept) store.putGroup(key, kept);
    else store.removeGroup(key);
    dropped.productGroups++;
  }
  for (const key of store.contentKeys()) {
    const content = store.getContent(key)!;
    const kept = contentWithin(content, configured);
    if (kept === content) continue;
    if (kept) store.putContent(key, kept);
    else store.removeContent(key);
    dropped.content++;
  }
  const locales = configured.locales();
  for (const key of store.translationKeys()) {
    if (locales.has(store.getTranslation(key)!.locale)) continue;
    store.removeTranslation(key);
    dropped.translations++;
  }
  for (const { key } of [...store.documents.entries(NAVIGATION_PREFIX)]) {
    const { market, locale } = splitOverrideKey(key.slice(NAVIGATION_PREFIX.length));
    if (configured.acceptsLocale(market, locale)) continue;
    store.documents.remove(key);
    dropped.navigations++;
  }
  for (const prefix of PAGE_PREFIXES) {
    for (const { key } of [...store.documents.entries(prefix)]) {
      if (configured.hasMarket(splitOverrideKey(key.slice(prefix.length)).market)) continue;
      store.documents.remove(key);
      dropped.pages++;
    }
  }
  return dropped;
}

/** @returns the same object where nothing is removed, undefined where nothing is left */
function groupWithin(group: ProductGroup, configured: ConfiguredViews): ProductGroup | undefined {
  const named = new Set(Object.values(group.products).flatMap(({ markets }) => markets));
  let kept: ProductGroup | undefined = group;
  for (const market of named) if (kept && !configured.hasMarket(market)) kept = groupWithout(kept, market);
  if (!kept) return undefined;
  const products = mapped(kept.products, product => productWithin(product, configured));
  return products === kept.products ? kept : { ...kept, products };
}

function contentWithin(content: Content, configured: ConfiguredViews): Content | undefined {
  let kept: Content | undefined = content;
  for (const market of content.markets) if (kept && !configured.hasMarket(market)) kept = contentWithout(kept, market);
  if (!kept) return undefined;
  const { markets, image } = kept;
  const within = overridesWithin(kept, markets, configured);
  const picture = image && overridesWithin(image, markets, configured);
  return picture === image ? within : { ...within, image: picture! };
}

function productWithin(product: Product, configured: ConfiguredViews): Product {
  const { markets, images } = product;
  const within = overridesWithin(product, markets, configured);
  const variants = mapped(product.variants, variant => overridesWithin(variant, markets, configured));
  const pictures = images && mapped<Image>(images, image => overridesWithin(image, markets, configured));
  if (variants === product.variants && pictures === images) return within;
  return { ...within, variants, ...(pictures && { images: pictures }) };
}

/** Removes overrides for markets and locales that are not configured. @returns the same object where there are none */
function overridesWithin<T extends { overrides?: Record<string, unknown> }>(
  record: T,
  markets: readonly string[],
  configured: ConfiguredViews,
): T {
  const { overrides, ...rest } = record;
  const blocks = Object.entries(overrides ?? {});
  const kept = blocks.filter(([key]) => {
    const { market, locale } = splitOverrideKey(key);
    return configured.acceptsOverride(markets, market, locale);
  });
  if (kept.length === blocks.length) return record;
  return { ...rest, ...(kept.length > 0 && { overrides: Object.fromEntries(kept) }) } as T;
}

/** Maps the members of an object. @returns the same object when no member changed */
function mapped<T>(map: Record<string, T>, change: (member: T) => T): Record<string, T> {
  let changed = false;
  const after = Object.entries(map).map(([key, member]) => {
    const now = change(member);
    changed ||= now !== member;
    return [key, now] as const;
  });
  return changed ? Object.fromEntries(after) : map;
}
