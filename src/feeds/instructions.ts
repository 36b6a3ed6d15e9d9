/** Lines of a catalog import that bring groups of a feed into the catalog. */
import type { FeedGroup } from './convert-feed.js';

/** Key of a group that no line leaves in the catalog. */
const MARKER = '.vitrine-feed';

export function replaceLine({ key, group }: FeedGroup): string {
  return `${JSON.stringify({ replace: { key, productGroup: group } })}\n`;
}

export function removeLine(key: string, market: string): string {
  return `${JSON.stringify({ removePartial: { productGroup: key, market } })}\n`;
}

/**
 * Lines that take all product groups out of the markets. A market that the catalog does not have cannot be cleared: the first
 * line brings a group into it, which the others take out again.
 */
export function clearLines(markets: readonly string[], locale: string): string {
  const product = {
    markets,
    defaults: { title: 'Feed', url: '/', dataLocale: locale },
    variants: { [`${MARKER}.v`]: { defaults: { listPrice: 0 } } },
  };
  const marker = { key: MARKER, productGroup: { products: { [`${MARKER}.p`]: product } } };
  const clear = markets.map(market => ({ clearProductGroups: { market } }));
  return [{ replace: marker }, ...clear].map(line => `${JSON.stringify(line)}\n`).join('');
}
