/**
 * Small catalogs made by the test itself: products with a number of their own, an edition that says which catalog they
 * are of, and a check that an answer is wholly of one edition.
 */
import type { Line } from './demo.js';

const COLORS = ['Red', 'Green', 'Blue', 'Black'];
const THINGS = ['lamp', 'chair', 'table', 'shelf', 'mirror'];

export interface Made {
  edition?: number;
  markets?: string[];
  title?: string;
  price?: number;
  stock?: number;
  variants?: number;
}

/** A word that only product `n` has: no digits, which are words of their own. */
export function wordOf(n: number): string {
  return `zx${[n / 26, n % 26].map(digit => String.fromCharCode(97 + Math.floor(digit))).join('')}q`;
}

/** A group `g-N` with product `p-N` and variants `v-N-…`, in English, and in Swedish in the market `se`. */
export function groupLine(n: number, { edition = 1, markets = ['uk', 'se'], ...made }: Made = {}): Line {
  const thing = THINGS[n % THINGS.length]!;
  const color = COLORS[n % COLORS.length]!;
  const price = made.price ?? edition;
  const variants = Array.from({ length: made.variants ?? 2 }, (_, i) => [
    `v-${n}-${i}`,
    { defaults: { listPrice: price, sellingPrice: price, stock: made.stock ?? edition, size: ['S', 'M', 'L'][i] } },
  ]);
  const product = {
    markets,
    defaults: {
      title: made.title ?? `${color} ${thing} ${wordOf(n)} edition${edition}`,
      url: `/p/${n}`,
      brand: `Brand ${n % 3}`,
      category: [`Home > ${thing}s`],
      productType: [thing],
      customLabels: { color: [color], edition: [String(edition)] },
      dataLocale: 'en-GB',
    },
    overrides: markets.includes('se') ? { 'se|sv-SE': { dataLocale: 'sv-SE' } } : {},
    variants: Object.fromEntries(variants),
  };
  return { replace: { key: `g-${n}`, productGroup: { products: { [`p-${n}`]: product } } } };
}

export function groupLines(count: number, made: Made = {}): Line[] {
  return Array.from({ length: count }, (_, n) => groupLine(n, made));
}

interface Page {
  primaryList: {
    totalHits: number;
    facets: { id: string; min?: number; max?: number; values?: { id: string; count: number }[] }[];
    productGroups: {
      products: { key: string; title: string; variants: { sellingPrice: number; stockNumber: number }[] }[];
    }[];
  };
}

/**
 * Every edition that a search page shows anywhere: in titles, prices, stock and the facet that counts editions. An
 * answer from one catalog made by `groupLines` names exactly one.
 */
export function editionsOf(page: unknown): number[] {
  const { facets, productGroups } = (page as Page).primaryList;
  const found = new Set<number>();
  for (const { products } of productGroups) {
    for (const { title, variants } of products) {
      found.add(Number(/edition(\d+)/.exec(title)?.[1]));
      for (const { sellingPrice, stockNumber } of variants) found.add(sellingPrice).add(stockNumber);
    }
  }
  for (const { id, min, max, values } of facets) {
    if (id === 'custom.edition') for (const value of values ?? []) found.add(Number(value.id));
    if (id === 'price') found.add(min!).add(max!);
  }
  return [...found].sort((a, b) => a - b);
}

/** The address of a search page over everything, for a visitor who leaves no traces. */
export function searchUrl(base: string, q: string, parameters: Record<string, string> = {}): string {
  const visitor = { market: 'uk', locale: 'en-GB', touchpoint: 'DESKTOP', userContext: 'SYNTHETIC' };
  return `${base}/api/storefront/v3/queries/search-page?${new URLSearchParams({ ...visitor, q, ...parameters })}`;
}
