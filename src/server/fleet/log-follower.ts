/**
 * Has the changes that the fleet has accepted applied to the store of this daemon, in order: reads the log from the
 * first entry that it has on, and skips what the store has.
 */
import { join } from 'node:path';
import { type ImportLog, MOST_INLINE_BYTES, type ReadEntry } from '../../fleet/import-log.js';
import type { AskMain } from './fleet-messages.js';

/** A long change waits no longer for its snapshot. */
const LONGEST_POSTPONED_MS = 60_000;

export interface LogFollowerOptions {
  log: ImportLog;
  dataDir: string;
  ask: AskMain;
  /** Whether another daemon publishes the snapshot of a generation, which is not live here yet. */
  awaitsSnapshot(generation: number): boolean;
}

interface Accepted {
  sequence: number;
  generation: number;
  /** Of its body. */
  bytes: number;
}

export class LogFollower {
  /** The sequence of the entry to be read next. */
  private next = 1;
  /** The generation of the store; undefined while it is not known. */
  private generation: number | undefined;
  /** The changes that the log has, by the ids of their imports or rollbacks. */
  private readonly accepted = new Map<string, Accepted>();
  /** The generation that a store has which was made from the log up to `next`; undefined where the log does not tell. */
  private end: number | undefined;
  private waiting = false;
  /** The long change that has been put off last, and when that was first. */
  private putOff: { sequence: number; sinceMs: number } | undefined;
  private postponed = false;
  /** Grows with each opening of the store. */
  private openings = 0;

  constructor(private readonly options: LogFollowerOptions) {}

  /** The generation of the store. */
  get applied(): number | undefined {
    return this.generation;
  }

  /** The generation of an import that the log has. */
  acceptedAs(id: string): number | undefined {
    return this.accepted.get(id)?.generation;
  }

  /** Whether the log has a change of this daemon's own term of which it is not known that the store has it. */
  get isWaiting(): boolean {
    return this.waiting;
  }

  /** Whether a long change waits until queries are answered from its snapshot. */
  get isPostponed(): boolean {
    return this.postponed;
  }

  /** Whether the store has changes that the log lacks, and the writer as well: both have lost them. */
  get isAhead(): boolean {
    return this.end !== undefined && this.generation !== undefined && this.generation > this.end;
  }

  /** To be called when the store has been opened: what was applied may not have been committed. */
  opened(generation: number): void {
    this.generation = generation;
    this.next = 1;
    this.end = undefined;
    this.openings++;
  }

  /** To be called when the store has what this daemon has made as the writer. */
  committed(generation: number): void {
    this.generation = Math.max(generation, this.generation ?? 0);
  }

  /** What the log has of changes beyond a generation, the first of which stands at `sequence`. */
  beyond(generation: number): { count: number; bytes: number; sequence?: number } {
    const changes = [...this.accepted.values()].filter(change => change.generation > generation);
    const bytes = changes.reduce((sum, change) => sum + change.bytes, 0);
    const [first] = changes.sort((a, b) => a.sequence - b.sequence);
    return { count: changes.length, bytes, ...(first && { sequence: first.sequence }) };
  }

  /** The newest change of the store that the log lacks: of those before, daemons need a checkpoint. 0: it has all. */
  get lacking(): number {
    const generations = new Set([...this.accepted.values()].map(({ generation }) => generation));
    let generation = this.generation ?? 0;
    while (generations.has(generation)) generation--;
    return generation;
  }

  /**
   * Applies what the log has by now; of what this daemon makes itself, only what the store is known to have. A long change
   * waits until its snapshot is live here: both take the same cores, and queries need the snapshot.
   * @param own token of the term in which it does so
   * @param checkpoint the generation of the newest one, if there is one
   * @throws StoreBehind where the log no longer has what the store lacks
   */
  async catchUp(own?: number, checkpoint = 0): Promise<void> {
    if (this.generation === undefined) return;
    const { openings } = this;
    this.waiting = false;
    this.postponed = false;
    for await (const read of this.options.log.from(this.next)) {
      const { entry } = read;
      if (entry.type === 'change' && entry.token === own && entry.generation > this.generation) {
        this.waiting = true;
        return;
      }
      this.postponed = this.postpones(read);
      if (this.postponed) return;
      await this.apply(read);
      // The store has been opened again meanwhile: the next call begins anew.
      if (openings !== this.openings) return;
      this.next = read.sequence + 1;
    }
    if (checkpoint > this.generation) throw new StoreBehind(this.generation, checkpoint);
  }

  private postpones({ sequence, entry }: ReadEntry): boolean {
    if (entry.type !== 'change' || entry.generation <= this.generation!) return false;
    const { generation, body } = entry;
    if (body === undefined || body.bytes <= MOST_INLINE_BYTES || !this.options.awaitsSnapshot(generation)) return false;
    const now = performance.now();
    if (this.putOff?.sequence !== sequence) this.putOff = { sequence, sinceMs: now };
    return now - this.putOff.sinceMs < LONGEST_POSTPONED_MS;
  }

  /** Forgets the changes up to a generation, which the log no longer has. */
  forget(generation: number): void {
    for (const [id, change] of this.accepted) if (change.generation <= generation) this.accepted.delete(id);
  }

  private async apply(read: ReadEntry): Promise<void> {
    const { entry } = read;
    // A term of a version that does not tell its store's generation is no reason to refuse another one.
    this.end = entry.generation ?? this.generation;
    if (entry.type !== 'change') return;
    const { generation, order, kept } = entry;
    const { id = `rollback-${generation}` } = order as { id?: string };
    if (generation > this.generation!) {
      if (generation > this.generation! + 1) throw new StoreBehind(this.generation!, generation);
      const { log, dataDir, ask } = this.options;
      const body = join(dataDir, 'spool', `accepted-${generation}`);
      const hasBody = await log.receiveBody(read, body);
      await ask({ kind: 'follow', generation, order, ...(hasBody && { body }), kept });
      this.generation = generation;
    }
    this.accepted.set(id, { sequence: read.sequence, generation, bytes: entry.body?.bytes ?? 0 });
  }
}

/** The store lacks changes that the log no longer has: it has to be made from a checkpoint. */
export class StoreBehind extends Error {
  override readonly name = 'StoreBehind';

  constructor(generation: number, first: number) {
    super(`the store has generation ${generation}, and the first change that the fleet still has is ${first}`);
  }
}
