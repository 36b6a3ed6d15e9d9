/**
 * A thread that builds some of the views of an overlay, beside the calling one. It is kept from import to import: small
 * builds end before a new thread has compiled and optimised their code.
 */
import { Watchdog } from '../../threads/watchdog.js';
import type { ShardPlan } from './build-shard.js';
import { RemoteShard } from './remote-shard.js';

/** The default of the engine: overlays are small. */
const YOUNG_GENERATION_MB = 48;

export class SpareShard {
  private watchdog: Watchdog | undefined;
  private shard: RemoteShard | undefined;

  /** Begins a plan. @returns its shard; where that fails, `close` is to be called */
  begin(plan: ShardPlan): RemoteShard {
    this.watchdog ??= new Watchdog(true);
    this.shard ??= new RemoteShard([], this.watchdog, { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB });
    this.shard.begin(plan);
    return this.shard;
  }

  /** Ends the thread; the next plan has a new one. */
  close(): void {
    this.watchdog?.close();
    this.watchdog = undefined;
    this.shard = undefined;
  }
}
