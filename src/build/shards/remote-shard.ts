/**
 * Shards that are built one after the other in a thread of their own, led by a thread that never returns to its event
 * loop while it builds, because the build runs inside a transaction. Batches of stored groups go out in shared memory.
 * A thread that dies, or fails, ends the build with an error that names it.
 */
import type { ResourceLimits } from 'node:worker_threads';
import type { Sent, SyncWorkerClient } from '../../threads/sync-worker-client.js';
import type { Watchdog } from '../../threads/watchdog.js';
import type { BuiltView, ShardPlan } from './build-shard.js';
import type { GroupBatch, ShardProtocol } from './shard-protocol.js';

/** Most batches that the thread has not taken yet: the leading thread waits at this number. */
const AHEAD = 16;
/** A thread that has neither taken a batch nor written a part for so long is given up. */
const LONGEST_SILENCE_MS = 900_000;

export class RemoteShard {
  private readonly client: SyncWorkerClient<ShardProtocol>;
  /** Batches that the thread may not have taken yet. */
  private readonly underWay: Sent<undefined>[] = [];
  private plansLeft: number;

  /**
   * @param plans at least one, in the order in which they are built: `finish` ends one and begins the next
   * @param resourceLimits of the thread's memory; the engine's own unless told otherwise
   */
  constructor(plans: readonly ShardPlan[], watchdog: Watchdog, resourceLimits?: ResourceLimits) {
    this.plansLeft = plans.length;
    const locales = plans.flatMap(({ views }) => views.map(({ locale }) => locale)).join(', ');
    this.client = watchdog.start({
      name: `the build thread of ${locales}`,
      file: new URL('./shard-thread.js', import.meta.url),
      data: { plans },
      ...(resourceLimits && { resourceLimits }),
    });
  }

  /** @throws Error that names the thread where it has died or failed. */
  add(batch: GroupBatch): void {
    this.underWay.push(this.client.send({ kind: 'add', batch }));
    if (this.underWay.length > AHEAD) this.waitForFirst();
  }

  /**
   * Lets the thread write the parts of a plan.
   * @returns waits for them, and behind the last plan lets the thread end. It throws as `add` does.
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
