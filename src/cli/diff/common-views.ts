/** The views that two snapshots have in common, in which a query can be run on both sides. */
import { ANY } from '../../catalog/view.js';
import type { SnapshotManifest, ViewManifest } from '../../snapshot/index.js';

export interface ViewName {
  market: string;
  /** `*` for a market without locales. */
  locale: string;
}

type Views = Pick<SnapshotManifest, 'views'>;

/** Market and locale to which views are narrowed; undefined: all. */
export type Narrowing = { [side in keyof ViewName]?: string | undefined };

/** The common views; one for all locales of a market matches every locale of the other side. */
export function commonViews(a: Views, b: Views): ViewName[] {
  const common = new Map<string, ViewName>();
  for (const { market, locale } of [...a.views, ...b.views]) {
    const name = { market, locale };
    if (viewOf(a, name) && viewOf(b, name)) common.set(`${market}|${locale}`, name);
  }
  return [...common.values()];
}

/** The views with a market and locale; a view for all locales is narrowed to the given one. */
export function narrowViews(views: readonly ViewName[], { market, locale }: Narrowing): ViewName[] {
  const found = views.filter(view => market === undefined || view.market === market);
  if (locale === undefined) return found;
  return [...new Set(found.map(view => view.market))].flatMap(name => {
    const own = found.filter(view => view.market === name);
    const exact = own.some(view => view.locale === locale);
    return exact || own.some(view => view.locale === ANY) ? [{ market: name, locale }] : [];
  });
}

/** Display name of a view: `se sv-SE`, or `se` where it is for all locales. */
export function viewLabel({ market, locale }: ViewName): string {
  return locale === ANY ? market : `${market} ${locale}`;
}

/** The view that answers queries of a market and locale; undefined where there is none. */
export function viewOf({ views }: Views, { market, locale }: ViewName): ViewManifest | undefined {
  const ofMarket = views.filter(view => view.market === market);
  return ofMarket.find(view => view.locale === locale) ?? ofMarket.find(view => view.locale === ANY);
}
