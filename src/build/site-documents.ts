/** Gathers what the store holds beside the catalog for the snapshot. */

import type { CatalogStore } from '../catalog/catalog-store.js';
import { type Page, pageNames } from '../catalog/site/page-document.js';
import type { SiteDocument } from '../index/site.js';

export function siteDocuments({ documents }: CatalogStore): SiteDocument[] {
  return Array.from(documents.entries<unknown>(), ({ key, record }) => ({ key, record, names: namesOf(key, record) }));
}

/** Queries find pages by their paths. */
function namesOf(key: string, record: unknown): string[] {
  const [layer, market] = key.split('|');
  return layer === 'page' || layer === 'preview' ? pageNames(layer, market!, record as Page) : [];
}
