/**
 * Checkpoints as a daemon uses them: the writer stores its newest copy where the log alone would not make its store, or has
 * grown long, and then removes from the log what two checkpoints have; a daemon that is behind takes the newest one.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Checkpoints } from '../../fleet/checkpoints.js';
import type { ImportLog } from '../../fleet/import-log.js';
import { copiesOf, copyFile } from '../../ingest/recover-store.js';
import type { AskMain } from './fleet-messages.js';
import type { LogFollower } from './log-follower.js';

/** Bodies of fewer bytes are applied in less time than a checkpoint takes. */
const LEAST_BYTES = 256 * 1024 ** 2;

export interface StoreCheckpointsOptions {
  checkpoints: Checkpoints;
  log: ImportLog;
  follower: LogFollower;
  dataDir: string;
  ask: AskMain;
  /** So many changes beyond a checkpoint are due for the next one. */
  mostLogged: number;
}

export class StoreCheckpoints {
  private storing: Promise<void> | undefined;

  constructor(private readonly options: StoreCheckpointsOptions) {}

  /** To be called again and again by the writer: stores a checkpoint where one is due. @param token of the term */
  keep(token: number, failed: (error: unknown) => void): void {
    const generation = copiesOf(this.options.dataDir)[0];
    if (this.storing || generation === undefined || !this.isDue(generation)) return;
    this.storing = this.store(generation, token)
      .catch(failed)
      .finally(() => {
        this.storing = undefined;
      });
  }

  /** Has the store made from the newest checkpoint. @throws where there is none */
  async restore(): Promise<void> {
    const { checkpoints, dataDir, ask } = this.options;
    const newest = await checkpoints.read();
    if (!newest) throw new Error('the fleet has no checkpoint of the catalog yet, and its log begins later');
    const { generation } = newest;
    if (copiesOf(dataDir)[0] === generation) return ask({ kind: 'restore', generation });
    const file = join(dataDir, 'spool', `checkpoint-${generation}`);
    await checkpoints.fetch(newest, file);
    await ask({ kind: 'restore', generation, file });
  }

  private isDue(generation: number): boolean {
    const { checkpoints, follower, dataDir, mostLogged } = this.options;
    const newest = checkpoints.newest?.generation ?? 0;
    if (generation <= newest) return false;
    const { lacking } = follower;
    // From the checkpoint and the log alone, no daemon could make the store; from an older copy, neither.
    if (newest < lacking) return generation >= lacking;
    const { count, bytes } = follower.beyond(newest);
    const size = statSync(copyFile(dataDir, generation), { throwIfNoEntry: false })?.size ?? 0;
    return count >= mostLogged || bytes >= Math.max(LEAST_BYTES, size);
  }

  private async store(generation: number, token: number): Promise<void> {
    const { checkpoints, follower, log, dataDir } = this.options;
    const { before } = await checkpoints.put(copyFile(dataDir, generation), generation, token);
    const { sequence } = follower.beyond(before);
    if (sequence !== undefined) await log.trim(sequence);
    follower.forget(before);
  }
}
