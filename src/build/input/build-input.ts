/** Input and result of a build. */
import type { CatalogStore } from '../../catalog/catalog-store.js';
import type { IndexSettings } from '../../index/index-settings.js';
import type { PartFile } from '../../index/part.js';
import type { SearchedText } from '../../index/searched-texts.js';
import type { SnapshotManifest, ViewManifest } from '../../snapshot/index.js';
import type { OverlayRecord, Repricing } from '../../snapshot/manifest.js';
import type { PrecedenceCount } from '../../threads/precedence.js';
import type { ImportChange } from './import-change.js';
import type { OverlayPolicy } from './overlay-policy.js';

export interface BuildInput {
  store: CatalogStore;
  dataDir: string;
  /** Data folder of earlier snapshots, which may have vectors of the same texts; default: the same. */
  earlier?: string;
  change: ImportChange;
  settings: IndexSettings;
  /** What visitors searched for, which builds of bases ask for; absent: nothing is known of it. */
  searched?: () => readonly SearchedText[];
  /** Default: DEFAULT_OVERLAY_POLICY. */
  overlayPolicy?: OverlayPolicy;
  /** Whether a base is being built that will replace the overlays; default: no. */
  isBaseUnderWay?: boolean;
  /** Imports for which a build in the background waits. */
  imports?: PrecedenceCount;
  progress(phase: 'build' | 'verify', done: number, total: number): void;
}

export interface BuildResult extends OverlayRecord {
  views: ViewManifest[];
  /** Every file that the views name; a shared file may be listed more than once. */
  files: PartFile[];
  counts: SnapshotManifest['counts'];
  /** As in the manifest; its files are among `files`. */
  repriced?: Repricing;
  /** Files whose checksums have been verified already. */
  sound?: ReadonlySet<string>;
}
