/** The currency of a market's prices: the configured one, else that of the country of which the market has the name. */
import type { Configuration } from './configuration.js';

const COUNTRIES: Readonly<Record<string, string>> = {
  CHF: 'ch',
  CZK: 'cz',
  DKK: 'dk',
  EUR: 'at be de es eu fi fr ie it nl pt',
  GBP: 'gb uk',
  NOK: 'no',
  PLN: 'pl',
  SEK: 'se',
  USD: 'us',
};

const BY_COUNTRY: ReadonlyMap<string, string> = new Map(
  Object.entries(COUNTRIES).flatMap(([currency, countries]) => countries.split(' ').map(code => [code, currency])),
);

/** @returns its ISO 4217 code, undefined where it is unknown */
export function currencyOf(market: string, configuration: Configuration | undefined): string | undefined {
  return configuration?.markets[market]?.appSettings?.currency ?? currencyOfCountry(market);
}

/** @returns undefined where the market is not named after a country that is known here */
export const currencyOfCountry = (market: string): string | undefined => BY_COUNTRY.get(market.toLowerCase());
