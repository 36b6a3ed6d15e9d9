/** The page that a visitor is on, from the Referer header of the browser. */

/** The decoded path of a Referer; undefined when it has none: the header is absent, malformed, or no http address. */
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

/** Base for headers without a host name. */
const ANY_PLACE = 'http://localhost';
