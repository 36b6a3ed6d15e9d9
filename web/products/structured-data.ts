/**
 * What search engines read of a view (JSON-LD, schema.org): a product with its offers, a list with where its products
 * are.
 */
import type { Product, ProductGroup } from '../api/responses.js';
import type { PageContext } from '../page/page-context.js';
import { at, formatState } from '../page/state.js';
import { currencyOf } from './money.js';
import { mainOf } from './product-parts.js';

/** A node of a JSON-LD graph. */
export interface StructuredData {
  '@type': string;
  [property: string]: unknown;
}

const addressOf = ({ key }: Product, { state }: PageContext): string =>
  new URL(formatState(at(state, 'product', key)), location.href).href;

const picturesOf = ({ imageInfo }: Product): string[] =>
  imageInfo.images.flatMap(({ sources }) => sources.slice(0, 1).map(({ url }) => new URL(url, location.href).href));

/** Without a currency that is known, no offer: a price without one is not valid. */
export function productData(product: Product, page: PageContext): StructuredData {
  const { sellingPrice, inStock } = product;
  const currency = currencyOf(page.state.market);
  const pictures = picturesOf(product);
  return {
    '@type': 'Product',
    name: product.title,
    sku: product.key,
    url: addressOf(product, page),
    ...(product.description && { description: product.description }),
    ...(product.brand && { brand: { '@type': 'Brand', name: product.brand } }),
    ...(pictures.length > 0 && { image: pictures }),
    ...(currency && {
      offers: {
        '@type': 'AggregateOffer',
        priceCurrency: currency,
        lowPrice: sellingPrice.min,
        highPrice: sellingPrice.max,
        offerCount: product.variants.length,
        availability: `https://schema.org/${inStock ? 'InStock' : 'OutOfStock'}`,
      },
    }),
  };
}

export const listData = (groups: ProductGroup[], page: PageContext): StructuredData => ({
  '@type': 'ItemList',
  numberOfItems: groups.length,
  itemListElement: groups.map(mainOf).map((product, i) => ({
    '@type': 'ListItem',
    position: i + 1,
    name: product.title,
    url: addressOf(product, page),
  })),
});

/** The part of Trusted Types that is used here; not all browsers have them. */
interface TrustedScripts {
  createPolicy(name: string, rules: { createScript(text: string): string }): { createScript(text: string): string };
}

declare global {
  var trustedTypes: TrustedScripts | undefined;
}

/**
 * The policy of the page lets no text into script elements but what goes through here. That is data: even as a script it
 * would not run, since only scripts from files do.
 */
const policy = globalThis.trustedTypes?.createPolicy('structured-data', { createScript: text => text });
const dataText = (text: string): string => policy?.createScript(text) ?? text;

/** Puts it into the head of the document in place of that of the view before; undefined takes that away. */
export function showStructuredData(data: StructuredData | undefined): void {
  document.getElementById('structured-data')?.remove();
  if (data === undefined) return;
  const node = document.createElement('script');
  node.id = 'structured-data';
  node.type = 'application/ld+json';
  node.text = dataText(JSON.stringify({ '@context': 'https://schema.org', ...data }));
  document.head.append(node);
}
