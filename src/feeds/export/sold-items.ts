/**
 * What a market sells, as a feed has it: each variant with its product and group, in the words of one locale. It is read
 * from the lines of an export of the catalog, group by group.
 */
import type { CustomData, Measures, ProductGroup, Translation } from '../../catalog/records.js';
import { type ResolvedProduct, type ResolvedVariant, resolveProduct } from '../../catalog/resolve.js';
import { TranslatedLabels } from '../../catalog/translated-labels.js';

export interface FeedTarget {
  market: string;
  locale: string;
  currency: string;
  /** Where the pages of the shop are: links begin with it. */
  base: URL;
}

export interface SoldProduct {
  product: ResolvedProduct;
  /** Addresses of the images, the first one being the main one; thumbnails are left out. */
  images: string[];
  /** Attributes with the labels of the locale. */
  category: string[];
  ontology: string | undefined;
  productType: string[];
  department: string[];
  gender: string[];
  age: string[];
  pattern: string[];
  brand: string | undefined;
  labels: Record<string, string[]>;
}

export interface SoldGroup {
  key: string;
  suppressDuplicates: boolean;
  products: SoldProduct[];
}

const THUMBNAIL_WIDTH = 100;

/** A line of an export: a group or a translation, other lines are undefined. */
export interface CatalogLine {
  key: string;
  productGroup?: ProductGroup;
  translation?: Translation;
}

export function parseLine(line: string): CatalogLine | undefined {
  if (line === '') return undefined;
  return (JSON.parse(line) as { replace: CatalogLine }).replace;
}

/** Whether a line has a translation: they stand behind all groups, and labels are needed with the first one. */
export function isTranslation(line: string): boolean {
  return /^\{"replace":\{"key":"(?:[^"\\]|\\.)*","translation"/.test(line);
}

export class SoldGroups {
  private readonly labels: TranslatedLabels;

  constructor(
    translations: Iterable<Translation>,
    private readonly target: FeedTarget,
  ) {
    this.labels = new TranslatedLabels(translations, target.locale);
  }

  /** @returns undefined for a group of which the market sells nothing */
  of(key: string, group: ProductGroup): SoldGroup | undefined {
    const { market, locale } = this.target;
    const products: SoldProduct[] = [];
    for (const [productKey, product] of Object.entries(group.products)) {
      const resolved = resolveProduct(productKey, product, market, locale);
      if (resolved) products.push(this.sold(resolved));
    }
    if (products.length === 0) return undefined;
    return { key, suppressDuplicates: group.suppressDuplicates ?? false, products };
  }

  private sold(product: ResolvedProduct): SoldProduct {
    const { data, images } = product;
    const labels = (name: string, ids: readonly string[] = []): string[] => ids.map(id => this.labels.label(name, id));
    const one = (name: string, id: string | undefined): string | undefined =>
      id === undefined ? undefined : this.labels.label(name, id);
    return {
      product,
      images: images.flatMap(({ urls }) => {
        const wide = urls.filter(({ width }) => width === undefined || width > THUMBNAIL_WIDTH);
        const [source] = wide.length > 0 ? wide : urls;
        return source ? [new URL(source.url, this.target.base).href] : [];
      }),
      category: labels('category', data.category),
      ontology: one('ontology', data.ontology),
      productType: labels('productType', data.productType),
      department: labels('department', data.department),
      gender: labels('gender', data.gender),
      age: labels('age', data.age),
      pattern: labels('pattern', data.pattern),
      brand: one('brand', data.brand),
      labels: this.customLabels(data),
    };
  }

  /** Custom labels of a product or a variant, in the words of the locale. */
  customLabels({ customLabels = {} }: CustomData): Record<string, string[]> {
    const entries = Object.entries(customLabels);
    return Object.fromEntries(
      entries.map(([name, ids]) => [name, ids.map(id => this.labels.label(`custom.${name}`, id))]),
    );
  }
}

export const MEASURE_NAMES = [
  'weight',
  'length',
  'width',
  'height',
  'depth',
  'volume',
] as const satisfies (keyof Measures)[];

export function linkOf({ product }: SoldProduct, { data }: ResolvedVariant, { base }: FeedTarget): string {
  return new URL(data.url ?? product.data.url ?? '/', base).href;
}

export function moneyOf(amount: number, { currency }: FeedTarget): string {
  return `${amount.toFixed(digitsOf(currency))} ${currency}`;
}

/** Digits behind the decimal point of a currency. */
export function digitsOf(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** A text of at most `length` characters, which ends with a whole word. */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length);
  return cut.slice(0, Math.max(cut.lastIndexOf(' '), length / 2)).trimEnd();
}
