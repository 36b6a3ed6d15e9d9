/**
 * Threads that build views of overlays, kept from import to import: small builds end before a new thread has compiled
 * and optimised their code. They are those of the last build of everything, where its catalog was small enough that they
 * may stay, since they have run most of that code; otherwise there is one, which builds half of the views beside the
 * calling thread.
 */
import { Watchdog } from '../../threads/watchdog.js';
import { RemoteShard } from './remote-shard.js';

/** The default of the engine: overlays are small. */
const YOUNG_GENERATION_MB = 48;

export class SpareShards {
  private watchdog: Watchdog | undefined;
  private shards: readonly RemoteShard[] = [];

  /** Takes over threads that have built all of their plans, and ends those of before. */
  keep(shards: readonly RemoteShard[], watchdog: Watchdog): void {
    this.close();
    this.shards = shards;
    this.watchdog = watchdog;
  }

  /**
   * Threads for so many sets of views, at most one for each; they build none yet. Where one of them fails, `close` is to
   * be called.
   * @returns as many as there are sets, or fewer, so that the calling thread builds a share, too
   */
  for(sets: number): readonly RemoteShard[] {
    if (this.shards.length === 0 && sets > 1) {
      this.watchdog = new Watchdog(true);
      const limits = { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB };
      this.shards = [new RemoteShard([], this.watchdog, { limits })];
    }
    return this.shards.slice(0, sets);
  }

  /** Ends the threads; the next plan has a new one. */
  close(): void {
    this.watchdog?.close();
    this.watchdog = undefined;
    this.shards = [];
  }
}
