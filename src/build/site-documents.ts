/** Collects the documents of the catalog store, with the lookup names of pages, for the `site` part. */

import type { CatalogStore } from '../catalog/catalog-store.js';
import { type Page, pageNames } from '../catalog/site/page-document.js';
import type { SiteDocument } from '../index/site.js';

export function siteDocuments({ documents }: CatalogStore): SiteDocument[] {
  return Array.from(documents.entries<unknown>(), ({ key, record }) => ({ key, record, names: namesOf(key, record) }));
}

/** The lookup names of a page; none for other documents. */
function namesOf(key: string, record: unknown): string[] {
  const [layer, market] = key.split('|');
  return layer === 'page' || layer === 'preview' ? pageNames(layer, market!, record as Page) : [];
}
