/**
 * A view is one market in one locale. This file says what their names look like and how the keys of overrides name
 * sets of views: `market|locale`, with `*` on either side standing for all of them. Stored keys are always in this
 * long form; an import may also write a bare market or a bare locale.
 */
export const ANY = '*';

const LOCALE = /^[a-z]{2}(-([A-Z]{2}|[0-9]{3}))?$/;

/** `xx`, `xx-XX` or `xx-999`. */
export function isLocale(text: string): boolean {
  return LOCALE.test(text);
}

/** 1 to 20 characters; `|`, `*` and control characters have a meaning elsewhere. */
export function isMarket(text: string): boolean {
  return text.length >= 1 && text.length <= 20 && text === text.trim() && !/[|*\p{Cc}]/u.test(text);
}

/** The sides of a stored override key. */
export function splitOverrideKey(key: string): { market: string; locale: string } {
  const bar = key.indexOf('|');
  return { market: key.slice(0, bar), locale: key.slice(bar + 1) };
}

/**
 * The long form of an override key. A bare word is a market when it is one of `markets`, otherwise a locale.
 * Gives undefined when the key is neither form.
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
