/** Checks the market and locale of an export against those of the catalog. */
import type { CatalogStore } from '../../catalog/catalog-store.js';
import { badRequest } from '../../errors/problem.js';
import { quote } from '../../kernel/quote.js';

/** @throws Problem BAD_REQUEST that names the markets there are. */
export function requireMarket(store: CatalogStore, market: string): void {
  if (store.views.hasMarket(market)) return;
  throw badRequest(
    'market',
    `${quote(market)} is not in the catalog; ${known([...store.views.markets().keys()])}`,
    'market_unknown',
  );
}

/** @throws Problem BAD_REQUEST that names the locales of the market. */
export function requireLocale(store: CatalogStore, market: string, locale: string): void {
  if (store.views.acceptsLocale(market, locale)) return;
  const locales = store.views.markets().get(market) ?? [];
  throw badRequest('locale', `${quote(locale)} is not in the catalog; ${known(locales)}`, 'locale_unknown');
}

function known(names: readonly string[]): string {
  return names.length === 0 ? 'it has none yet' : `known: ${names.join(', ')}`;
}
