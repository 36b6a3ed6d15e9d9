/** Input and result of an import of documents. */

import type { ImportChange } from '../../build/input/import-change.js';
import type { CatalogStore } from '../../catalog/catalog-store.js';
import type { DocumentCounts, ImportKind, ImportMode, ItemOrder } from '../../imports/protocol.js';
import type { SiteSettings } from './site-settings.js';

export interface SiteImport {
  store: CatalogStore;
  /** The parsed JSON of the body, not checked yet. */
  body: unknown;
  mode: ImportMode;
  /** Allows an import that removes most of the stored items. */
  force: boolean;
  settings: SiteSettings;
  /** Of an import of one item. */
  item?: ItemOrder;
}

export interface SiteImportResult {
  change: ImportChange;
  counts: DocumentCounts;
  warnings: string[];
}

export type { ItemOrder } from '../../imports/protocol.js';

export type SiteKind = Exclude<ImportKind, 'catalog'>;
