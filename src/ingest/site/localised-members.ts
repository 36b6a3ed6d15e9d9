/**
 * The members of a page that have a value for each locale. An import amends them by locale: those that it does not name
 * stay, and null removes one.
 */
import type { Page } from '../../catalog/site/page-document.js';

const LOCALISED = ['customData', 'headings', 'paths'] as const;

/** By JSON pointer of a localised member, the locales that an import gives null for. */
export type RemovedLocales = ReadonlyMap<string, readonly string[]>;

const KEYWORDS = '/primaryList/keywords/additional';

/** Takes the locales with null out of an imported page, which need not have the form of a page. */
export function takeRemovedLocales(raw: unknown): { page: unknown; removed: RemovedLocales } {
  const removed = new Map<string, string[]>();
  let page = raw;
  for (const pointer of [...LOCALISED.map(name => `/${name}`), KEYWORDS]) {
    page = withoutNulls(page, pointer.slice(1).split('/'), locales => removed.set(pointer, locales));
  }
  return { page, removed };
}

function withoutNulls(value: unknown, [name, ...inner]: string[], found: (locales: string[]) => void): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const record = value as Record<string, unknown>;
  if (name !== undefined) {
    if (!Object.hasOwn(record, name)) return value;
    const now = withoutNulls(record[name], inner, found);
    return now === record[name] ? value : { ...record, [name]: now };
  }
  const nulls = Object.keys(record).filter(locale => record[locale] === null);
  if (nulls.length === 0) return value;
  found(nulls);
  return Object.fromEntries(Object.entries(record).filter(([, member]) => member !== null));
}

/** The members of an imported page over those of the stored one. */
export function amendPage(base: Page | undefined, given: Page, removed: RemovedLocales): Page {
  const page: Page = { ...base, ...given };
  for (const name of LOCALISED) {
    const merged = mergeLocales<unknown>(base?.[name], given[name], removed.get(`/${name}`));
    if (merged) Object.assign(page, { [name]: merged });
  }
  if (!given.primaryList) return page;
  page.primaryList = { ...base?.primaryList, ...given.primaryList };
  const { keywords } = given.primaryList;
  if (!keywords) return page;
  const additional = mergeLocales(base?.primaryList?.keywords?.additional, keywords.additional, removed.get(KEYWORDS));
  page.primaryList.keywords = { ...keywords, ...(additional && { additional }) };
  return page;
}

function mergeLocales<T>(
  base: Record<string, T> | undefined,
  given: Record<string, T> | undefined,
  removed: readonly string[] = [],
): Record<string, T> | undefined {
  if (!base || !given) return given ?? base;
  const kept = Object.entries(base).filter(([locale]) => !removed.includes(locale));
  return { ...Object.fromEntries(kept), ...given };
}
