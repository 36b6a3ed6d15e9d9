/**
 * Has the changes that the fleet has accepted applied to the store of this daemon, in order: reads the log from the
 * first entry that it has on, and skips what the store has.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportLog, ReadEntry } from '../../fleet/import-log.js';
import type { AskMain } from './fleet-messages.js';

export interface LogFollowerOptions {
  log: ImportLog;
  dataDir: string;
  ask: AskMain;
}

export class LogFollower {
  /** The sequence of the entry to be read next. */
  private next = 1;
  /** The generation of the store; undefined while it is not known. */
  private generation: number | undefined;
  /** Ids of the imports that the log has. */
  private readonly accepted = new Set<string>();

  constructor(private readonly options: LogFollowerOptions) {}

  /** The generation of the store. */
  get applied(): number | undefined {
    return this.generation;
  }

  /** Whether the log has an import. */
  has(id: string): boolean {
    return this.accepted.has(id);
  }

  /** To be called when the store has been opened: what was applied may not have been committed. */
  opened(generation: number): void {
    this.generation = generation;
    this.next = 1;
  }

  /**
   * Applies what the log has by now.
   * @param own token of the term in which this daemon makes the changes itself
   * @throws StoreBehind where the log no longer has what the store lacks
   */
  async catchUp(own?: number): Promise<void> {
    if (this.generation === undefined) return;
    for await (const read of this.options.log.from(this.next)) {
      await this.apply(read, own);
      this.next = read.sequence + 1;
    }
  }

  private async apply(read: ReadEntry, own: number | undefined): Promise<void> {
    const { entry } = read;
    if (entry.type !== 'change') return;
    const { generation, token, order, kept } = entry;
    const { id } = order as { id?: string };
    if (token === own) this.generation = generation;
    if (generation > this.generation!) {
      if (generation > this.generation! + 1) throw new StoreBehind(this.generation!, generation);
      const { log, dataDir, ask } = this.options;
      const bytes = await log.bodyOf(read);
      const body = bytes && join(dataDir, 'spool', `accepted-${generation}`);
      if (body) await writeFile(body, bytes, { mode: 0o600 });
      await ask({ kind: 'follow', generation, order, ...(body && { body }), kept });
      this.generation = generation;
    }
    if (id !== undefined) this.accepted.add(id);
  }
}

/** The store lacks changes that the log no longer has: it has to be made from a checkpoint. */
export class StoreBehind extends Error {
  override readonly name = 'StoreBehind';

  constructor(generation: number, first: number) {
    super(`the store has generation ${generation}, and the first change that the fleet still has is ${first}`);
  }
}
