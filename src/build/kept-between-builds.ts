/** What a process that builds one snapshot after the other keeps, so that the next build takes less time. */
import { MergedOverlays } from './merged-overlays.js';

export class KeptBetweenBuilds {
  readonly overlays: MergedOverlays;

  constructor(dataDir: string) {
    this.overlays = new MergedOverlays(dataDir);
  }
}
