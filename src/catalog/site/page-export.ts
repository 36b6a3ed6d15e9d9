/** Stored pages in the form of their import. */
import type { Documents } from '../documents.js';
import { pageLayers, previewedPages, withoutFormerId } from './page-layers.js';
import type { PageContainer } from './pages.js';

/** Pages generated from templates are a thing of the past: there are none. */
export const PAGE_FILTERS = ['PUBLISHED_ONLY', 'INCLUDE_UNPUBLISHED', 'GENERATED_ONLY'] as const;
export type PageFilter = (typeof PAGE_FILTERS)[number];

export interface PageExportOptions {
  /** Of those that are wanted; ids that there are not are left out. */
  ids?: readonly string[];
  filter: PageFilter;
}

/**
 * The pages of a market in the order of their ids, to be imported as they are. With `ids` they are part of all pages
 * and typed so. INCLUDE_UNPUBLISHED shows pages as they will be once their previews are published.
 */
export function exportPages(documents: Documents, market: string, { ids, filter }: PageExportOptions): PageContainer {
  const layers = pageLayers(documents, market);
  const pages = {
    PUBLISHED_ONLY: () => layers.published,
    INCLUDE_UNPUBLISHED: () => previewedPages(layers),
    GENERATED_ONLY: () => new Map(),
  }[filter]();
  const wanted = ids && new Set(ids);
  const sorted = [...pages.values()].filter(({ id }) => wanted?.has(id) ?? true);
  sorted.sort((a, b) => (a.id < b.id ? -1 : 1));
  return { market, type: ids ? 'PARTIAL' : 'FULL', addOrUpdate: sorted.map(withoutFormerId) };
}
