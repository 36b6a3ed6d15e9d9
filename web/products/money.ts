/**
 * Amounts as each market writes them. The API knows no currencies, so the ones of common markets stand here; an
 * unknown market gets plain numbers.
 */
const CURRENCIES: Partial<Record<string, string>> = {
  at: 'EUR',
  be: 'EUR',
  ch: 'CHF',
  cz: 'CZK',
  de: 'EUR',
  dk: 'DKK',
  es: 'EUR',
  eu: 'EUR',
  fi: 'EUR',
  fr: 'EUR',
  gb: 'GBP',
  ie: 'EUR',
  it: 'EUR',
  nl: 'EUR',
  no: 'NOK',
  pl: 'PLN',
  pt: 'EUR',
  se: 'SEK',
  uk: 'GBP',
  us: 'USD',
};

/** ISO 4217; undefined for a market that is not known. */
export const currencyOf = (market: string): string | undefined => CURRENCIES[market.toLowerCase()];

/** @returns a function that formats an amount */
export function moneyFormat(market: string, locale: string): (amount: number) => string {
  const currency = currencyOf(market);
  const options = { minimumFractionDigits: 0, maximumFractionDigits: 2 };
  const money = currency ? { style: 'currency' as const, currency } : undefined;
  // Made when they are needed: each takes a slow device some milliseconds.
  let whole: Intl.NumberFormat | undefined;
  let cents: Intl.NumberFormat | undefined;
  return amount => {
    if (Number.isInteger(amount))
      return (whole ??= new Intl.NumberFormat(locale, { ...money, ...options })).format(amount);
    return (cents ??= new Intl.NumberFormat(locale, money ?? { minimumFractionDigits: 2 })).format(amount);
  };
}
