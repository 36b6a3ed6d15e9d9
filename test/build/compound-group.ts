import type { ProductGroup } from '../../src/catalog/records.js';

/** A Swedish product whose title has compounds. */
export function compoundGroup(key: string, title: string): ProductGroup {
  const defaults = { title, url: `/${key}`, dataLocale: 'sv-SE', productType: [title.split(' ').at(-1)!] };
  return {
    products: { [`${key}p`]: { markets: ['se'], defaults, variants: { [`${key}v`]: { defaults: { listPrice: 1 } } } } },
  };
}
