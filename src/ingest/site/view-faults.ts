/** Faults of markets and locales that neither the catalog nor its configuration has. */
import type { CatalogStore } from '../../catalog/catalog-store.js';
import type { Fault } from '../../errors/problem.js';
import { quote } from '../../kernel/quote.js';

/** @returns undefined when the catalog has the market */
export function marketFault(store: CatalogStore, market: string, path = '/market'): Fault | undefined {
  if (store.views.hasMarket(market)) return undefined;
  const known = [...store.views.markets().keys()].join(', ') || 'none';
  return { path, message: `found ${quote(market)}, expected a known market (${known})` };
}

/** Makes a check of a market's locales that remembers its results: a body may name one locale thousands of times. */
export function localeCheck(store: CatalogStore, market: string): (locale: string) => string | undefined {
  const verdicts = new Map<string, string | undefined>();
  return locale => {
    if (!verdicts.has(locale)) verdicts.set(locale, localeFault(store, market, locale));
    return verdicts.get(locale);
  };
}

function localeFault(store: CatalogStore, market: string, locale: string): string | undefined {
  if (store.views.acceptsLocale(market, locale)) return undefined;
  const expected = store.views.acceptsAnyLocale(market)
    ? 'like en or en-GB'
    : `of market ${market} (${(store.views.markets().get(market) ?? []).join(', ')})`;
  return `found locale ${quote(locale)}, expected one ${expected}`;
}
