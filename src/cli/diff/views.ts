/** The views that two snapshots have in common: what a query can be run in on both sides. */
import { ANY } from '../../catalog/view.js';
import type { SnapshotManifest, ViewManifest } from '../../snapshot/index.js';

export interface ViewName {
  market: string;
  /** `*`: of a market that names no locale. */
  locale: string;
}

type Views = Pick<SnapshotManifest, 'views'>;

/** What narrows the views; undefined: all. */
export type Narrowing = { [side in keyof ViewName]?: string | undefined };

/** A view for all locales of its market serves whatever locale the other side names. */
export function commonViews(a: Views, b: Views): ViewName[] {
  const common = new Map<string, ViewName>();
  for (const { market, locale } of [...a.views, ...b.views]) {
    const name = { market, locale };
    if (viewOf(a, name) && viewOf(b, name)) common.set(`${market}|${locale}`, name);
  }
  return [...common.values()];
}

/** Those of the views that are meant; a locale of its own stands for a market's view of all locales. */
export function narrowViews(views: readonly ViewName[], { market, locale }: Narrowing): ViewName[] {
  const found = views.filter(view => market === undefined || view.market === market);
  if (locale === undefined) return found;
  return [...new Set(found.map(view => view.market))].flatMap(name => {
    const own = found.filter(view => view.market === name);
    const exact = own.some(view => view.locale === locale);
    return exact || own.some(view => view.locale === ANY) ? [{ market: name, locale }] : [];
  });
}

/** `se sv-SE`, or `se` where it is for all locales. */
export function viewLabel({ market, locale }: ViewName): string {
  return locale === ANY ? market : `${market} ${locale}`;
}

/** What answers queries of a market and locale; undefined: nothing does. */
export function viewOf({ views }: Views, { market, locale }: ViewName): ViewManifest | undefined {
  const ofMarket = views.filter(view => view.market === market);
  return ofMarket.find(view => view.locale === locale) ?? ofMarket.find(view => view.locale === ANY);
}
