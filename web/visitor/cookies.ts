/**
 * What the browser tells the daemon when it asks for the document, so that the answers in there are this visitor's: who that is, and
 * the market and language of last time.
 */
export interface Told {
  customerKey: string;
  /** Absent at the first page of a visit. */
  sessionKey?: string | undefined;
  market: string;
  locale: string;
}

const VISITOR = 'vitrine-visitor';
const SESSION = 'vitrine-session';
const SEPARATOR = '|';
const YEAR_SECONDS = 31_536_000;

const cookie = (name: string, value: string, maxAge: string) =>
  `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax${maxAge}`;

/** As `document.cookie` takes them, one by one. */
export const cookiesOf = ({ customerKey, sessionKey = '', market, locale }: Told): string[] => [
  cookie(VISITOR, [customerKey, market, locale].join(SEPARATOR), `; Max-Age=${YEAR_SECONDS}`),
  cookie(SESSION, sessionKey, ''),
];

/** @param header `Cookie`. @returns undefined where it says nothing, or nothing that can be read */
export function readCookies(header: string): Told | undefined {
  const all = new Map(
    header.split('; ').map(each => {
      const at = each.indexOf('=');
      return [each.slice(0, at), each.slice(at + 1)] as const;
    }),
  );
  try {
    const value = (name: string) => decodeURIComponent(all.get(name) ?? '');
    const [customerKey, market, locale] = value(VISITOR).split(SEPARATOR);
    if (!customerKey || !market || !locale) return undefined;
    return { customerKey, market, locale, sessionKey: value(SESSION) || undefined };
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
