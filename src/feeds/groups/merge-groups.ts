/**
 * One product group out of those that feeds of several markets or locales have of it. Products and variants are those of the first
 * feed that has them; variants are known by their keys, whatever colours and groups are called elsewhere. What other feeds say
 * otherwise becomes overrides: texts of their market and locale, prices and stock of their market, where the first feed of a market
 * counts. What a market's feeds do not have is not sold there.
 */
import { OFFER_MEMBERS } from '../../catalog/offer-members.js';
import type { Image, Product, ProductData, ProductGroup, VariantData } from '../../catalog/records.js';
import { ANY } from '../../catalog/view.js';
import { equalJson } from '../../kernel/equal-json.js';

/** What one feed has of the group. */
export interface GroupPart {
  /** Number of the feed. */
  feed: number;
  markets: readonly string[];
  locale: string;
  group: ProductGroup;
}

/** Members that differ by market, not by locale. */
const OF_MARKETS: ReadonlySet<string> = new Set(['styleWith', 'rating', 'releaseDate', ...OFFER_MEMBERS]);
/** What takes a text out again that only another language has. */
const NONE = { description: '', name: '', series: '', label: '' };

export function mergeGroups(parts: readonly GroupPart[]): ProductGroup {
  const products = new Map<string, MergedProduct>();
  const productOf = new Map<string, string>();
  for (const part of parts) {
    for (const [key, product] of Object.entries(part.group.products)) {
      const variants = Object.keys(product.variants);
      const known = variants.flatMap(variant => productOf.get(variant) ?? []);
      for (const variant of variants) {
        const place = productOf.get(variant) ?? known[0] ?? key;
        productOf.set(variant, place);
        let merged = products.get(place);
        if (!merged) products.set(place, (merged = new MergedProduct(product)));
        merged.add(product, variant, part);
      }
    }
  }
  const group = { products: Object.fromEntries([...products].map(([key, merged]) => [key, merged.product()])) };
  return parts.some(part => part.group.suppressDuplicates) ? { ...group, suppressDuplicates: true } : group;
}

class MergedProduct {
  private readonly merged: Product;
  private readonly overrides: Record<string, ProductData> = {};
  /** By market, the feed whose prices count. */
  private readonly offers = new Map<string, number>();
  private readonly soldIn = new Map<string, Set<string>>();
  /** By the markets that show them. */
  private readonly pictures: { markets: string[]; images: Record<string, Image> }[] = [];

  constructor(first: Product) {
    const { dataLocale: _, ...defaults } = first.defaults;
    this.merged = { ...first, markets: [], defaults, variants: {} };
  }

  add(from: Product, variant: string, { feed, markets, locale }: GroupPart): void {
    const { defaults } = from.variants[variant]!;
    const { variants } = this.merged;
    const isNew = variants[variant] === undefined;
    if (isNew) variants[variant] = { defaults };
    let sold = this.soldIn.get(variant);
    if (!sold) this.soldIn.set(variant, (sold = new Set()));
    for (const market of markets) {
      const isFirst = (this.offers.get(market) ?? feed) === feed;
      if (!this.merged.markets.includes(market)) this.show(from.images, market);
      this.offers.set(market, this.offers.get(market) ?? feed);
      sold.add(market);
      if (this.overrides[`${market}|${locale}`] === undefined) {
        override(this.overrides, this.merged.defaults, from.defaults, market, locale, isFirst);
        this.overrides[`${market}|${locale}`] = { ...this.overrides[`${market}|${locale}`], dataLocale: locale };
      }
      if (isNew) continue;
      const into: Record<string, VariantData> = (variants[variant]!.overrides ??= {});
      override(into, variants[variant]!.defaults, defaults, market, locale, isFirst);
    }
  }

  product(): Product {
    const { merged, overrides, soldIn, pictures } = this;
    const locales = new Set(Object.values(overrides).flatMap(({ dataLocale }) => dataLocale ?? []));
    const isPlain = locales.size === 1 && Object.values(overrides).every(block => Object.keys(block).length === 1);
    const product: Product = isPlain
      ? { ...merged, defaults: { ...merged.defaults, dataLocale: [...locales][0]! } }
      : { ...merged, overrides };
    for (const [key, variant] of Object.entries(product.variants)) {
      if (variant.overrides && Object.keys(variant.overrides).length === 0) delete variant.overrides;
      const sold = soldIn.get(key)!;
      if (sold.size < product.markets.length) variant.limitedMarkets = [...sold];
    }
    delete product.images;
    const images = pictures.length === 1 ? pictures[0]!.images : limited(pictures);
    if (Object.keys(images).length > 0) product.images = images;
    return product;
  }

  private show(images: Record<string, Image> = {}, market: string): void {
    this.merged.markets.push(market);
    const same = this.pictures.find(one => equalJson(one.images, images));
    if (same) same.markets.push(market);
    else this.pictures.push({ markets: [market], images });
  }
}

/** Says in `overrides` what `data` has otherwise than `defaults`. @param offers whether prices, stock and the like are told */
function override<Data extends object>(
  overrides: Record<string, Data>,
  defaults: Data,
  data: Data,
  market: string,
  locale: string,
  offers: boolean,
): void {
  const before = new Map(Object.entries(defaults));
  const say = (scope: string, name: string, value: unknown): void => {
    overrides[`${market}|${scope}`] = { ...overrides[`${market}|${scope}`], [name]: value } as Data;
  };
  for (const [name, value] of Object.entries(data)) {
    if (name === 'dataLocale' || equalJson(before.get(name), value)) continue;
    if (!OF_MARKETS.has(name)) say(locale, name, value);
    else if (offers) say(ANY, name, value);
  }
  for (const [name, none] of Object.entries(NONE)) if (before.has(name) && !(name in data)) say(locale, name, none);
}

function limited(pictures: readonly { markets: string[]; images: Record<string, Image> }[]): Record<string, Image> {
  return Object.fromEntries(
    pictures.flatMap(({ markets, images }) =>
      Object.entries(images).map(([name, image]) => [`${markets[0]}-${name}`, { ...image, limitedMarkets: markets }]),
    ),
  );
}
