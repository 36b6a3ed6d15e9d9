/**
 * The markets and locales that the catalog's records name. They are kept as counts of the records that name them, so
 * that the removal of a record needs no scan over the others.
 *
 * A locale belongs to a market when a data block (`dataLocale`) or the key of an override that applies there names it.
 * A locale that only translations name belongs to every market; one that the data of some market names belongs to the
 * markets whose data names it, so that ten markets of one language each are ten views, not a hundred.
 */
import type { KnownViews } from './configured-views.js';
import type { Content, Image, Product, ProductGroup, Translation } from './records.js';
import { ANY, isLocale, splitOverrideKey } from './view.js';

// Names that are counted: `market|` for the market itself, `market|locale`, `market|!` for a data block that states its
// locale, `|locale` for a translation.
const STATED = '!';

interface Block {
  dataLocale?: string;
}

function nameBlocks(
  names: Set<string>,
  markets: readonly string[],
  defaults: Block | undefined,
  overrides: Record<string, Block> | undefined,
): void {
  if (defaults?.dataLocale) nameLocale(names, markets, defaults.dataLocale, true);
  if (!overrides) return;
  for (const [key, block] of Object.entries(overrides)) nameOverride(names, markets, key, block.dataLocale);
}

/** Adds what the override of a record that is sold in `markets` names. */
export function nameOverride(
  names: Set<string>,
  markets: readonly string[],
  key: string,
  dataLocale: string | undefined,
): void {
  const { market, locale } = splitOverrideKey(key);
  const scope = market === ANY ? markets : [market];
  if (locale !== ANY) nameLocale(names, scope, locale, false);
  if (dataLocale) nameLocale(names, scope, dataLocale, true);
}

/** @param stated whether a data block states it, rather than the key of an override */
export function nameLocale(names: Set<string>, markets: readonly string[], locale: string, stated: boolean): void {
  for (const market of markets) {
    names.add(`${market}|${locale}`);
    if (stated) names.add(`${market}|${STATED}`);
  }
}

function nameImage(names: Set<string>, markets: readonly string[], image: Image): void {
  nameBlocks(names, image.limitedMarkets ?? markets, image.defaults, image.overrides);
}

export function nameMarkets(names: Set<string>, markets: readonly string[]): void {
  for (const market of markets) names.add(`${market}|`);
}

function nameProduct(names: Set<string>, product: Product): void {
  const { markets } = product;
  nameMarkets(names, markets);
  nameBlocks(names, markets, product.defaults, product.overrides);
  for (const variant of Object.values(product.variants)) {
    nameBlocks(names, variant.limitedMarkets ?? markets, variant.defaults, variant.overrides);
  }
  if (product.images) for (const image of Object.values(product.images)) nameImage(names, markets, image);
}

export function namesOfGroup(group: ProductGroup): Set<string> {
  const names = new Set<string>();
  for (const product of Object.values(group.products)) nameProduct(names, product);
  return names;
}

/** The markets that a group's products are sold in, by the names of the group. */
export function marketsIn(names: ReadonlySet<string>): string[] {
  return [...names].filter(name => name.endsWith('|')).map(name => name.slice(0, -1));
}

/**
 * The markets that a record is sold or shown in, by its names, and those whose locales it names beside them: the
 * `limitedMarkets` of an image may be any.
 */
export function namedMarkets(names: ReadonlySet<string>): Set<string> {
  return new Set([...names].map(name => splitOverrideKey(name).market));
}

export function namesOfContent(content: Content): Set<string> {
  const names = new Set<string>();
  nameMarkets(names, content.markets);
  nameBlocks(names, content.markets, content.defaults, content.overrides);
  if (content.image) nameImage(names, content.markets, content.image);
  return names;
}

export function namesOfTranslation(translation: Translation): Set<string> {
  return new Set([`|${translation.locale}`]);
}

export class ObservedViews implements KnownViews {
  private constructor(private readonly counts: Map<string, number>) {}

  static from(counts: Record<string, number>): ObservedViews {
    return new ObservedViews(new Map(Object.entries(counts)));
  }

  toCounts(): Record<string, number> {
    return Object.fromEntries(this.counts);
  }

  /** Adds (`delta` 1) or subtracts (-1) the names of one record. */
  count(names: ReadonlySet<string>, delta: 1 | -1): void {
    for (const name of names) {
      const left = (this.counts.get(name) ?? 0) + delta;
      if (left > 0) this.counts.set(name, left);
      else this.counts.delete(name);
    }
  }

  /** Market → its known locales, both sorted. */
  markets(): Map<string, string[]> {
    const own = new Map<string, string[]>();
    const placed = new Set<string>();
    const translated: string[] = [];
    for (const name of [...this.counts.keys()].sort()) {
      const { market, locale } = splitOverrideKey(name);
      if (market === '') translated.push(locale);
      else if (locale === '') own.set(market, []);
      else if (locale !== STATED) {
        own.get(market)?.push(locale);
        placed.add(locale);
      }
    }
    const everywhere = translated.filter(locale => !placed.has(locale));
    for (const locales of own.values()) {
      if (everywhere.length > 0) locales.push(...everywhere);
      locales.sort();
    }
    return own;
  }

  hasMarket(market: string): boolean {
    return this.counts.has(`${market}|`);
  }

  /** The number of product groups and content items of a market. */
  recordsOf(market: string): number {
    return this.counts.get(`${market}|`) ?? 0;
  }

  /** Every locale that any record names, in any market. */
  locales(): Set<string> {
    const locales = new Set<string>();
    for (const name of this.counts.keys()) {
      const { locale } = splitOverrideKey(name);
      if (locale !== '' && locale !== STATED) locales.add(locale);
    }
    return locales;
  }

  /** True for known locales, and for any well-formed one while no data block of the market states its locale. */
  acceptsLocale(market: string, locale: string): boolean {
    if (!this.hasMarket(market)) return false;
    if (!this.counts.has(`${market}|${STATED}`)) return isLocale(locale);
    return this.markets().get(market)?.includes(locale) ?? false;
  }

  /** Whether any well-formed locale is accepted: true while no data block of the market states its locale. */
  acceptsAnyLocale(market: string): boolean {
    return this.hasMarket(market) && !this.counts.has(`${market}|${STATED}`);
  }
}
