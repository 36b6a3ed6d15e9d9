/** Gathers what the store holds beside the catalog for the snapshot. */
import type { CatalogStore } from '../../catalog/store.js';
import type { SiteDocument } from '../../index/site.js';

export function siteDocuments({ documents }: CatalogStore): SiteDocument[] {
  return Array.from(documents.entries<unknown>(), ({ key, record }) => ({ key, record, names: [] }));
}
