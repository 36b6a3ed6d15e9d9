/**
 * Finds the stored pages of a market by id, by path, and the pages above one, published or in preview. In preview, a
 * page is as it will be once its preview is published, and the page that it replaces is hidden.
 */
import {
  BY_ID,
  normalizePath,
  type Page,
  type PagePreview,
  pageKey,
  pageName,
  pagePrefix,
} from '../../../catalog/site/page-document.js';
import { ANY } from '../../../catalog/view.js';
import type { Site } from '../../../index/site.js';
import type { ViewId } from '../requests.js';

export class PageDirectory {
  /** Ids of published pages that previews replace. */
  private readonly replaced = new Set<string>();

  constructor(
    private readonly site: Site,
    private readonly market: string,
    private readonly viewId: ViewId,
  ) {
    if (viewId === 'PRODUCTION') return;
    for (const { record } of site.all<PagePreview>(pagePrefix('preview', market))) {
      this.replaced.add(record.id);
      if (record.formerId !== undefined) this.replaced.add(record.formerId);
    }
  }

  /**
   * The page with an id, else with a path in the locale, else with a path in any locale; slashes at the ends do not
   * matter.
   */
  byReference(reference: string, locale: string): Page | undefined {
    return this.byId(reference) ?? this.named(locale, reference) ?? this.named(ANY, reference);
  }

  byId(id: string): Page | undefined {
    return this.exactly(id) ?? this.named(BY_ID, id);
  }

  /** Pages whose id is a prefix of this page's path of ids, the nearest first: `/a/b`, then `/a`, for `/a/b/c`. */
  ancestors(id: string): Page[] {
    const levels = normalizePath(id).split('/');
    return levels.flatMap((_, i) => {
      const path = levels.slice(0, levels.length - 1 - i).join('/');
      return path === '' ? [] : (this.named(BY_ID, path) ?? []);
    });
  }

  /** The page with exactly this id, because both `/a` and `a` may exist. */
  private exactly(id: string): Page | undefined {
    const preview = this.viewId === 'PREVIEW' ? this.site.get<Page>(pageKey('preview', this.market, id)) : undefined;
    if (preview || this.replaced.has(id)) return preview;
    return this.site.get<Page>(pageKey('page', this.market, id));
  }

  private named(locale: string, reference: string): Page | undefined {
    const { site, market } = this;
    const preview =
      this.viewId === 'PREVIEW' ? site.byName<Page>(pageName('preview', market, locale, reference)) : undefined;
    return (
      preview ?? site.byName<Page>(pageName('page', market, locale, reference), ({ id }) => !this.replaced.has(id))
    );
  }
}

/** The value for a locale; undefined where there is none. */
export function localised<T>(byLocale: Record<string, T> | undefined, locale: string): T | undefined {
  return byLocale && Object.hasOwn(byLocale, locale) ? byLocale[locale] : undefined;
}
