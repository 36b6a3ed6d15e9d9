/** What a process that builds one snapshot after the other keeps, so that the next build takes less time. */
import { MergedOverlays } from './merged-overlays.js';
import { SpareShard } from './shards/spare-shard.js';

export class KeptBetweenBuilds {
  readonly overlays: MergedOverlays;
  readonly spare = new SpareShard();

  constructor(dataDir: string) {
    this.overlays = new MergedOverlays(dataDir);
  }

  /** Ends what runs; the next build would start it again. */
  close(): void {
    this.spare.close();
  }
}
