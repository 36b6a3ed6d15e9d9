/**
 * Builds shards one after the other in a worker thread. The leading thread does not return to its event loop during the
 * build, because the build runs inside a transaction; it sends batches of stored groups in shared memory. When the
 * worker thread exits or fails, the build ends with an error that names the thread.
 */
import type { ResourceLimits } from 'node:worker_threads';
import type { Sent, SyncWorkerClient } from '../../threads/sync-worker-client.js';
import type { Watchdog } from '../../threads/watchdog.js';
import type { BuiltView } from '../views/market-builder.js';
import type { ShardPlan } from './build-shard.js';
import type { GroupBatch, ShardProtocol } from './shard-protocol.js';

/** Largest number of unacknowledged batches; the leading thread waits when there are more. */
const AHEAD = 16;
/** The build fails when a thread has neither acknowledged a batch nor written a part for this time. */
const LONGEST_SILENCE_MS = 900_000;

/**
 * Megabytes of the young generation, three times its semi-space. With less it is collected more often, and what the
 * current products need is moved to the old one; but threads hold all of it while they collect a large catalog's groups,
 * which is when a build takes the most memory. (100,000 products on two threads: with 144, 39.6 s of CPU and 930 MB at
 * most; with 72, 40.6 s and 764 MB.)
 */
const YOUNG_GENERATION_MB = 72;

export class RemoteShard {
  private readonly client: SyncWorkerClient<ShardProtocol>;
  /** Batches sent whose acknowledgement has not been read yet. */
  private readonly underWay: Sent<undefined>[] = [];
  private plansLeft: number;

  /**
   * @param plans in the order in which they are built: `finish` ends one and begins the next, or after the last ends
   *   the thread
   * @param isKept whether the thread is kept behind the last of them: `begin` begins further ones
   * @param resourceLimits further limits of the thread's memory; default: those of the JavaScript engine
   */
  constructor(plans: readonly ShardPlan[], watchdog: Watchdog, isKept = false, resourceLimits?: ResourceLimits) {
    this.plansLeft = isKept ? Number.POSITIVE_INFINITY : plans.length;
    const locales = plans.flatMap(({ views }) => views.map(({ locale }) => locale)).join(', ');
    this.client = watchdog.start({
      name: plans.length > 0 ? `the build thread of ${locales}` : 'the build thread',
      file: new URL('./shard-thread.js', import.meta.url),
      data: { plans },
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB, ...resourceLimits },
    });
  }

  /** Begins a plan. @throws as `add` does */
  begin(plan: ShardPlan): void {
    this.underWay.length = 0;
    this.client.send({ kind: 'begin', plan });
  }

  /** Sends a batch of groups to the current shard. @throws Error that names the thread when it has exited or failed */
  add(batch: GroupBatch): void {
    this.underWay.push(this.client.send({ kind: 'add', batch }));
    if (this.underWay.length > AHEAD) this.waitForFirst();
  }

  /**
   * Asks the thread to write and verify the files of the current plan.
   * @returns a function that waits for the views, and after the last plan ends the thread; it throws as `add` does
   */
  finish(): () => BuiltView[] {
    const finished = this.client.send({ kind: 'finish' });
    return () => {
      while (this.underWay.length > 0) this.waitForFirst();
      const views = this.client.wait(finished, LONGEST_SILENCE_MS);
      if (--this.plansLeft === 0) this.client.close();
      return views;
    };
  }

  private waitForFirst(): void {
    this.client.wait(this.underWay.shift()!, LONGEST_SILENCE_MS);
  }
}
