export { askedFirst, type ViewName, writeAskedView } from './asked-view.js';
export { type SnapshotCosts, snapshotCosts } from './costs.js';
export { type Damage, type Inspection, inspectSnapshots, isWhole, missingOf, snapshotIds } from './damage.js';
export { announcedSnapshot, loadSnapshot, rehearseLoad, verifyAll } from './load.js';
export { inspectInThread, readRestInThread, storeJoin, wholeSnapshots } from './load-in-thread.js';
export {
  generationOfId,
  leastGeneration,
  MANIFEST_VERSION,
  pointerFault,
  preparePointer,
  readManifest,
  readPointer,
  readStoredManifest,
  repairPointer,
  type SnapshotManifest,
  snapshotId,
  type ViewManifest,
} from './manifest.js';
export { ofMarkets, requireMarkets } from './of-markets.js';
export type { PartsKey } from './opened-parts.js';
export {
  announce,
  listSnapshots,
  prune,
  publish,
  removeUncommitted,
  type SnapshotInfo,
  verifySnapshot,
} from './publish.js';
export { collectBeyond, collectReleased, releaseParts, releaseSoon } from './release.js';
export type { SharedSignals } from './shared-signals.js';
export type { SharedSnapshot } from './shared-snapshot.js';
export { type ContentIndex, keysOf, type Meaning, type Searchable, Snapshot, siteOf, type View } from './snapshot.js';
export { SoundFiles } from './sound-files.js';
export { damagedJoins, removeJoin, type StoredJoin, storedJoin } from './stored-join.js';
export { comparePages, isVerified, partOf, readRest } from './unread-parts.js';
