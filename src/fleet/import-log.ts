/**
 * The log of a fleet: every change of the catalog that was accepted, in order, from which each daemon makes the same
 * store. A writer appends an entry before its own store commits the change, and only as the next one of those it knows:
 * where another daemon has become the writer, its first entry, the *term*, stands there already, and the append is
 * refused. So no store has what the log lacks.
 *
 * A message is a frame (frame.ts) with the entry in its head and, of an import with a short body, that body as it was
 * received; a longer one is the object `body-GENERATION-SHA256` of the bodies' store.
 */
import { BodyStore, type BodySum, writeBody } from './body-store.js';
import { type FleetConnection, isMissing, isOvertaken } from './connection.js';
import { frame, unframe } from './frame.js';
import { streamName, subjectOf } from './names.js';

const VERSION = 1;
/** Longer bodies are objects: a message has 1 MB at most. */
export const MOST_INLINE_BYTES = 256 << 10;
const READ_TOGETHER = 16;
/** What is lost on a server that is cut off is soon appended again. */
const APPEND_WITHIN_MS = 2000;
/** Twice as many as lie between checkpoints at most: where none can be stored, no further change is accepted. */
const MOST_ENTRIES = 250_000;

/** A change of the catalog store, which makes a generation of it. */
export interface LoggedChange {
  type: 'change';
  generation: number;
  /** The token of the writer's term. */
  token: number;
  /** The order as the redo log stores it; see ingest/redo-log.ts. */
  order: unknown;
  /** Of the body, if there is one. */
  body?: BodySum;
  /** The snapshot that it led to. */
  snapshot: string;
  /** The generations that the writer can be rolled back to; of others no store keeps anything. */
  kept: readonly number[];
}

/** The beginning of a writer's term. */
export interface LoggedTerm {
  type: 'term';
  token: number;
  daemon: string;
  /** Of the writer's store; absent in entries of an earlier version. */
  generation?: number;
}

export type LoggedEntry = LoggedChange | LoggedTerm;

export interface ReadEntry {
  /** Its place in the log, from 1. */
  sequence: number;
  entry: LoggedEntry;
  /** Absent where it is an object. */
  body?: Uint8Array;
}

export class ImportLog {
  private constructor(
    private readonly connection: FleetConnection,
    private readonly bodies: BodyStore,
    /** When its stream was made, which no other one has in common with it. */
    private readonly made: string,
  ) {}

  static async open(connection: FleetConnection): Promise<ImportLog> {
    await connection.requireStream('log', { mostMessages: MOST_ENTRIES });
    const { created } = await connection.manager.streams.info(streamName(connection.cluster, 'log'));
    return new ImportLog(connection, new BodyStore(await connection.objects('bodies')), created);
  }

  /**
   * @param after the sequence of the last entry that the writer knows
   * @param body of a change; one of more than `MOST_INLINE_BYTES` is none, and has been stored by `storeBody`
   * @returns the sequence of the entry; undefined where the log has gone on without this writer
   * @throws where it is not known whether it was appended: to be called again, with the same entry
   */
  async append(entry: LoggedEntry, after: number, body?: Uint8Array): Promise<number | undefined> {
    const { cluster, stream } = this.connection;
    const data = encode(entry, body);
    try {
      const { seq } = await stream.publish(subjectOf(cluster, 'log', 'entry'), data, {
        expect: { lastSequence: after },
        timeout: APPEND_WITHIN_MS,
      });
      return seq;
    } catch (error) {
      if (!isOvertaken(error)) throw error;
      // An append whose reply was lost has come about.
      const next = await this.read(after + 1);
      return next && JSON.stringify(next.entry) === JSON.stringify(entry) ? next.sequence : undefined;
    }
  }

  /** Stores a long body, before its entry is appended. */
  async storeBody({ generation, body }: LoggedChange, file: string): Promise<void> {
    await this.bodies.put(bodyName(generation, body!.sha256), file);
  }

  /**
   * Writes the body of a change to a file.
   * @returns false where it has none
   * @throws where it is missing, or is not what the entry says
   */
  async receiveBody({ entry, body }: ReadEntry, file: string): Promise<boolean> {
    if (entry.type !== 'change' || !entry.body) return false;
    const name = bodyName(entry.generation, entry.body.sha256);
    if (body) await writeBody(name, file, body, entry.body);
    else await this.bodies.fetch(name, file, entry.body);
    return true;
  }

  /**
   * @returns the first and the last sequence that the log has; first is greater where it is empty
   * @throws LogReplaced
   */
  async range(): Promise<{ first: number; last: number }> {
    const { manager, cluster } = this.connection;
    const { state, created } = await manager.streams.info(streamName(cluster, 'log'));
    if (created !== this.made) throw new LogReplaced();
    return { first: Math.max(1, state.first_seq), last: state.last_seq };
  }

  /** @returns undefined where there is none. @throws where it is damaged or of a newer version */
  async read(sequence: number): Promise<ReadEntry | undefined> {
    const { manager, cluster } = this.connection;
    try {
      const message = await manager.streams.getMessage(streamName(cluster, 'log'), { seq: sequence });
      return message ? { sequence, ...decode(sequence, message.data) } : undefined;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** The entries from a sequence on that the log has now, in order. */
  async *from(sequence: number): AsyncGenerator<ReadEntry> {
    const { first, last } = await this.range();
    for (let next = Math.max(first, sequence); next <= last; next += READ_TOGETHER) {
      const count = Math.min(READ_TOGETHER, last - next + 1);
      const read = await Promise.all(Array.from({ length: count }, (_, i) => this.read(next + i)));
      for (const entry of read) if (entry) yield entry;
    }
  }

  /** Forgets the entries before a sequence, and their bodies. */
  async trim(before: number): Promise<void> {
    const { manager, cluster } = this.connection;
    for await (const { sequence, entry } of this.from(1)) {
      if (sequence >= before) break;
      if (entry.type === 'change' && entry.body) {
        await this.bodies.remove(bodyName(entry.generation, entry.body.sha256));
      }
    }
    await manager.streams.purge(streamName(cluster, 'log'), { seq: before });
  }
}

/** The servers have lost the log, and another daemon has made it again: what was read of it has no meaning in the new one. */
export class LogReplaced extends Error {
  override readonly name = 'LogReplaced';

  constructor() {
    super('the servers of the fleet have lost its log, and have a new one');
  }
}

function encode(entry: LoggedEntry, body?: Uint8Array): Uint8Array {
  return frame(VERSION, { entry }, body);
}

/** @throws an Error that names the entry */
function decode(sequence: number, data: Uint8Array): { entry: LoggedEntry; body?: Uint8Array } {
  const { head, body } = unframe<{ entry: LoggedEntry }>(VERSION, `entry ${sequence} of the fleet's log`, data);
  return body.length > 0 ? { ...head, body } : head;
}

const bodyName = (generation: number, sha256: string): string => `body-${generation}-${sha256}`;
