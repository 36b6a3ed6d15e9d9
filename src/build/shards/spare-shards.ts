/**
 * Threads that build views of an overlay, beside the calling one or in its place. They are kept from import to import:
 * small builds end before a new thread has compiled and optimised their code. Those of a build of everything have
 * compiled it.
 */
import { Watchdog } from '../../threads/watchdog.js';
import type { PlannedViews, ShardPlan } from './build-shard.js';
import { RemoteShard } from './remote-shard.js';

/** The default of the engine: overlays are small. */
const YOUNG_GENERATION_MB = 48;

export class SpareShards {
  private watchdog: Watchdog | undefined;
  private shards: readonly RemoteShard[] = [];
  /** Whether they have built everything, and need no help of a thread that has not. */
  private haveBuiltAll = false;

  get areThere(): boolean {
    return this.shards.length > 0;
  }

  /** Takes over the threads of a build of everything, whose last plan they have finished. */
  keep(watchdog: Watchdog, shards: readonly RemoteShard[]): void {
    this.close();
    watchdog.unref();
    this.watchdog = watchdog;
    this.shards = shards;
    this.haveBuiltAll = true;
  }

  /**
   * Begins plans of as many views as these threads are to build. Where that fails, `close` is to be called.
   * @returns the views that are left to the calling thread, and the shards
   */
  begin(
    views: PlannedViews[],
    plan: (views: PlannedViews[]) => ShardPlan,
  ): { here: PlannedViews[]; shards: RemoteShard[] } {
    const builders = this.haveBuiltAll ? this.shards.length : 2;
    const shares = Array.from({ length: builders }, (_, i) =>
      views.slice(Math.ceil((views.length * i) / builders), Math.ceil((views.length * (i + 1)) / builders)),
    );
    const here = this.haveBuiltAll ? [] : shares.shift()!;
    const begun = shares
      .filter(share => share.length > 0)
      .map((share, i) => {
        const shard = this.shards[i] ?? this.start();
        shard.begin(plan(share));
        return shard;
      });
    return { here, shards: begun };
  }

  /** Ends the threads; the next plan has a new one. */
  close(): void {
    this.watchdog?.close();
    this.watchdog = undefined;
    this.shards = [];
    this.haveBuiltAll = false;
  }

  private start(): RemoteShard {
    this.watchdog ??= new Watchdog(true);
    const shard = new RemoteShard([], this.watchdog, true, { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB });
    this.shards = [...this.shards, shard];
    return shard;
  }
}
