/** Exports stored pages in the form of their import. */
import type { Documents } from '../documents.js';
import type { PageContainer } from './page-document.js';
import { pageLayers, pagesAfterPublication, withoutFormerId } from './page-layers.js';

/** The contract still has GENERATED_ONLY, but no pages are generated from templates any more: it selects none. */
export const PAGE_FILTERS = ['PUBLISHED_ONLY', 'INCLUDE_UNPUBLISHED', 'GENERATED_ONLY'] as const;
export type PageFilter = (typeof PAGE_FILTERS)[number];

export interface PageExportOptions {
  /** The pages to export; unknown ids are ignored. Default: all. */
  ids?: readonly string[];
  filter: PageFilter;
}

/**
 * The pages of a market in the order of their ids, as an import that can be sent unchanged: of type PARTIAL with `ids`,
 * else FULL. INCLUDE_UNPUBLISHED exports pages as they will be once their previews are published.
 */
export function exportPages(documents: Documents, market: string, { ids, filter }: PageExportOptions): PageContainer {
  const layers = pageLayers(documents, market);
  const pages = {
    PUBLISHED_ONLY: () => layers.published,
    INCLUDE_UNPUBLISHED: () => pagesAfterPublication(layers),
    GENERATED_ONLY: () => new Map(),
  }[filter]();
  const wanted = ids && new Set(ids);
  const sorted = [...pages.values()].filter(({ id }) => wanted?.has(id) ?? true);
  sorted.sort((a, b) => (a.id < b.id ? -1 : 1));
  return { market, type: ids ? 'PARTIAL' : 'FULL', addOrUpdate: sorted.map(withoutFormerId) };
}
