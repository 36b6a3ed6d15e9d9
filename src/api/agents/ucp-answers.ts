/**
 * Answers of the catalog half of the Universal Commerce Protocol. A product of the protocol is a product of the shop,
 * which has one colour; its sizes are the variants, and the one option. Amounts are whole numbers of minor units.
 */
import type { AnsweredProduct, AnsweredVariant } from './agent-answers.js';
import type { AgentMarket } from './agent-shop.js';
import { UCP_VERSION } from './ucp-requests.js';

/** A product as the built-in template for catalogs shows it. */
export interface CatalogProduct extends AnsweredProduct {
  description?: string;
  imageInfo: { images: { alt: string; sources: { url: string; width?: number; height?: number }[] }[] };
  variants: (AnsweredVariant & { listPrice: number })[];
}

type CatalogVariant = CatalogProduct['variants'][number];

/** The option that variants differ by. */
export const SIZE = 'Size';
const HIGHEST_RATING = 5;

export type Capability = 'search' | 'lookup';
export type Message = Readonly<Record<string, string>>;

/** What each answer says of the protocol. */
export function ucpOf(capability: Capability, status?: 'error'): object {
  const capabilities = { [`dev.ucp.shopping.catalog.${capability}`]: [{ version: UCP_VERSION }] };
  return { version: UCP_VERSION, ...(status && { status }), capabilities };
}

/** Whole minor units of a market's currency. */
export class Money {
  private readonly factor: number;

  constructor(readonly currency: string) {
    const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
      style: 'currency',
      currency,
    }).resolvedOptions();
    this.factor = 10 ** maximumFractionDigits;
  }

  price(amount: number): { amount: number; currency: string } {
    return { amount: this.minor(amount), currency: this.currency };
  }

  range({ min, max }: { min: number; max: number }): object {
    return { min: this.price(min), max: this.price(max) };
  }

  minor(amount: number): number {
    return Math.round(amount * this.factor);
  }

  /** From minor units to what prices of the shop are in. */
  major(amount: number): number {
    return amount / this.factor;
  }
}

/** @param variants of the product that are told, the featured one first; not empty */
export function ucpProduct(
  product: CatalogProduct,
  variants: readonly object[],
  market: AgentMarket,
  money: Money,
): Record<string, unknown> {
  const { key, title, description, rating, listPrice, sellingPrice, link, imageInfo } = product;
  const url = address(link, market);
  const media = imageInfo.images.flatMap(({ alt, sources }) => {
    const source = sources[0] && address(sources[0].url, market);
    return source === undefined ? [] : [{ type: 'image', url: source, alt_text: alt }];
  });
  const sizes = labelsOf(product);
  return {
    id: key,
    title,
    description: { plain: description ?? title },
    ...(url !== undefined && { url }),
    price_range: money.range(sellingPrice),
    ...(listPrice.min > sellingPrice.min && { list_price_range: money.range(listPrice) }),
    ...(media.length > 0 && { media }),
    ...(sizes.length > 0 && { options: [{ name: SIZE, values: sizes.map(label => ({ label })) }] }),
    variants,
    ...(rating !== undefined && { rating: { value: rating, scale_min: 0, scale_max: HIGHEST_RATING } }),
  };
}

export function ucpVariant(variant: CatalogVariant, { title }: CatalogProduct, money: Money): Record<string, unknown> {
  const { key, listPrice, sellingPrice, inStock } = variant;
  const label = labelOf(variant);
  const name = label === undefined ? title : `${title}, ${label}`;
  return {
    id: key,
    title: name,
    description: { plain: name },
    price: money.price(sellingPrice),
    ...(listPrice > sellingPrice && { list_price: money.price(listPrice) }),
    availability: { available: inStock, status: inStock ? 'in_stock' : 'out_of_stock' },
    ...(label !== undefined && { options: [{ name: SIZE, label }] }),
  };
}

/** The one that stands for a product: the first that can be bought. */
export function featured(variants: readonly CatalogVariant[]): CatalogVariant | undefined {
  return variants.find(({ inStock }) => inStock) ?? variants[0];
}

export function labelOf({ label, size }: AnsweredVariant): string | undefined {
  return label ?? size;
}

/** The sizes of a product, each once. */
export function labelsOf({ variants }: CatalogProduct): string[] {
  return [...new Set(variants.map(labelOf).filter(label => label !== undefined))];
}

/** The protocol has whole addresses alone. */
function address(link: string, { baseUrl }: AgentMarket): string | undefined {
  if (URL.canParse(link)) return link;
  return baseUrl !== undefined && URL.canParse(link, baseUrl) ? new URL(link, baseUrl).href : undefined;
}
