/** The page that a visitor is on, from the Referer header of the browser. */

/**
 * The path of a Referer, decoded as paths of pages are written; undefined when it has none: there is no header, it is
 * malformed, or no place on the web.
 */
export function pathOfReferer(header: string | undefined): string | undefined {
  if (header === undefined || !/^(https?:\/\/|\/)/i.test(header) || !URL.canParse(header, ANY_PLACE)) return undefined;
  const { pathname } = new URL(header, ANY_PLACE);
  try {
    return decodeURIComponent(pathname);
  } catch {
    // Not UTF-8: the percent signs are taken literally.
    return pathname;
  }
}

/** What a header without a host name is read against. */
const ANY_PLACE = 'http://localhost';
