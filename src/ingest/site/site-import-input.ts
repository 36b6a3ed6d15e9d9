/** What an import beside the catalog is given, and what it comes to. */

import type { ImportChange } from '../../build/input/import-change.js';
import type { CatalogStore } from '../../catalog/catalog-store.js';
import type { DocumentCounts, ImportKind, ImportMode } from '../../imports/protocol.js';
import type { SiteSettings } from './site-settings.js';

export interface SiteImport {
  store: CatalogStore;
  /** The parsed body, as it came. */
  body: unknown;
  mode: ImportMode;
  /** Skips the protection against imports that remove most of what is there. */
  force: boolean;
  settings: SiteSettings;
}

export interface SiteImportResult {
  change: ImportChange;
  counts: DocumentCounts;
  warnings: string[];
}

export type SiteKind = Exclude<ImportKind, 'catalog'>;
