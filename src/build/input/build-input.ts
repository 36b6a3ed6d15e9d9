/** What a build starts from and what it gives, whether it writes every part anew or only some. */
import type { CatalogStore } from '../../catalog/catalog-store.js';
import type { IndexSettings } from '../../index/index-settings.js';
import type { PartFile } from '../../index/part.js';
import type { SnapshotManifest, ViewManifest } from '../../snapshot/index.js';
import type { ImportChange } from './change.js';

export interface BuildInput {
  store: CatalogStore;
  dataDir: string;
  change: ImportChange;
  settings: IndexSettings;
  progress(phase: 'build' | 'verify', done: number, total: number): void;
}

export interface Built {
  views: ViewManifest[];
  /** Every file the views name; one that several share may come more than once. */
  files: PartFile[];
  counts: SnapshotManifest['counts'];
}
