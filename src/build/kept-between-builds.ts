/** What a process that builds one snapshot after the other keeps, so that the next build takes less time. */
import { type Damage, SoundFiles } from '../snapshot/index.js';
import { MergedOverlays } from './merged-overlays.js';
import { SpareShard } from './shards/spare-shard.js';

export class KeptBetweenBuilds {
  readonly overlays: MergedOverlays;
  readonly spare = new SpareShard();
  readonly sound: SoundFiles;

  /** @param onDamage called with files of the announced snapshot that are damaged, when they have been put aside */
  constructor(dataDir: string, onDamage?: (damages: Damage[]) => void) {
    this.overlays = new MergedOverlays(dataDir);
    this.sound = new SoundFiles(dataDir, onDamage);
  }

  /** Ends what runs; the next build would start it again. */
  close(): void {
    this.spare.close();
  }
}
