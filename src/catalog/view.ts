/**
 * Names of views (a view is one market in one locale) and keys of overrides, which name sets of views: `market|locale`,
 * with `*` on either side for all of them. Stored keys always have this long form; an import may also use a bare market
 * or a bare locale.
 */
export const ANY = '*';

const LOCALE = /^[a-z]{2}(-([A-Z]{2}|[0-9]{3}))?$/;

/** `xx`, `xx-XX` or `xx-999`. */
export function isLocale(text: string): boolean {
  return LOCALE.test(text);
}

/** 1 to 20 characters without `|` and `*`, which have a meaning in keys of overrides, and control characters. */
export function isMarket(text: string): boolean {
  return text.length >= 1 && text.length <= 20 && text === text.trim() && !/[|*\p{Cc}]/u.test(text);
}

/** Splits the key of an override in its long form; either side may be `*`. */
export function splitOverrideKey(key: string): { market: string; locale: string } {
  const bar = key.indexOf('|');
  return { market: key.slice(0, bar), locale: key.slice(bar + 1) };
}

/**
 * The long form of the key of an override. A key without `|` is a market when it is one of `markets`, else a locale.
 * @returns undefined when the key has neither form
 */
export function canonicalOverrideKey(key: string, markets: ReadonlySet<string>): string | undefined {
  const bar = key.indexOf('|');
  if (bar < 0) {
    if (markets.has(key)) return `${key}|${ANY}`;
    return isLocale(key) ? `${ANY}|${key}` : undefined;
  }
  const market = key.slice(0, bar);
  const locale = key.slice(bar + 1);
  if (market !== ANY && !isMarket(market)) return undefined;
  if (locale !== ANY && !isLocale(locale)) return undefined;
  return key;
}
