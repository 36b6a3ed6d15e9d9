/**
 * The journal of notifications: an append is over when its record has reached the disk. Commits are shared: whatever
 * arrives while one write and its fdatasync are under way goes with the next. Order is the order of the appends. One
 * process writes a journal at a time; `replay.ts` reads it.
 *
 * After a failed write nobody knows what the file holds, so the next commit begins a new segment. What the failed one
 * may have left behind was refused, and a reader stops where the next segment begins.
 */
import { type FileHandle, mkdir, open, rename, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '../../errors/problem.js';
import { Bytes } from '../../kernel/bytes.js';
import type { NotificationRecord } from '../activities/notification.js';
import { Retention } from './retention.js';
import { type Change, removeUnfinished } from './rewriting.js';
import { encodeHeader, HEADER_BYTES, listSegments, readSegment, segmentName, writeFrame } from './segment.js';

export interface JournalOptions {
  dir: string;
  /** A segment is followed by the next when it has reached this size, or is a day old. */
  segmentBytes: number;
  /** Bounds of the whole journal: see Retention. */
  maxBytes: number;
  maxAgeMs: number;
  /** Appends that may wait for a commit. */
  maxWaiting: number;
  /** Told of every durable record, in order, before its append resolves. Must not throw. */
  recorded(record: NotificationRecord, text: string, number: number): void;
  /** Told of every commit. */
  committed?(records: number, bytes: number, seconds: number): void;
  /** Told of what is odd but no reason to stop. */
  warn(facts: object, message: string): void;
}

/** So many bytes may wait for a commit; together with the count it bounds the memory of a daemon whose disk stalls. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
/** So that records can be dropped by age where few come. */
const SEGMENT_AGE_MS = 86_400_000;

interface Waiting {
  record: NotificationRecord;
  text: string;
  resolve(number: number): void;
  reject(error: Problem): void;
}

/** Records that go to the disk together. */
class Commit {
  readonly bytes = new Bytes(1 << 16);
  waiting: Waiting[] = [];

  clear(): void {
    this.bytes.start();
    this.waiting = [];
  }
}

interface Active {
  name: string;
  handle: FileHandle;
  end: number;
  createdAt: number;
}

export class Journal {
  private active: Active | undefined;
  private filling = new Commit();
  private spare = new Commit();
  private running: Promise<void> | undefined;
  private closed = false;
  private waiting = 0;

  private constructor(
    private readonly options: JournalOptions,
    /** Number of the next record. */
    private next: number,
    private readonly retention: Retention,
  ) {}

  /**
   * Opens or creates a journal; what a crash left half written at its end is cut off.
   * @throws Problem UNAVAILABLE when a newer version wrote it.
   */
  static async open(options: JournalOptions): Promise<Journal> {
    const { dir, warn } = options;
    await mkdir(dir, { recursive: true });
    await removeUnfinished(dir);
    const files = await listSegments(dir);
    const last = files.at(-1);
    const retention = await Retention.open(options, files.slice(0, -1));
    const journal = new Journal(options, last?.first ?? 0, retention);
    if (last !== undefined) await journal.continue(last.file);
    else await syncFolder(dir);
    await retention.apply(journal.bytes).catch((error: unknown) => warn({ err: error }, 'old notifications stay'));
    return journal;
  }

  /** Records so far; also the number of the next. All below are durable. */
  get size(): number {
    return this.next;
  }

  /** Of the segment that is written to. */
  get bytes(): number {
    return this.active?.end ?? 0;
  }

  /** Of all segments. */
  get totalBytes(): number {
    return this.retention.bytes + this.bytes;
  }

  /** Appends that wait for the disk. */
  get depth(): number {
    return this.waiting;
  }

  /** Whether an append would be refused. */
  get full(): boolean {
    return this.waiting >= this.options.maxWaiting || this.filling.bytes.at >= MAX_WAITING_BYTES;
  }

  /**
   * Resolves when the record is on disk, with its number.
   * @throws Problem UNAVAILABLE when too many wait already, the disk fails, or the journal is closed.
   */
  append(record: NotificationRecord): Promise<number> {
    if (this.closed) return Promise.reject(unavailable('the journal of notifications is closed'));
    if (this.full) return Promise.reject(overloaded());
    const { filling } = this;
    const text = JSON.stringify(record);
    writeFrame(filling.bytes, text);
    this.waiting++;
    const stored = new Promise<number>((resolve, reject) => {
      filling.waiting.push({ record, text, resolve, reject });
    });
    // Not at once: requests that arrive with this one, in the same turn of the loop, go along.
    this.running ??= new Promise<void>(resolve => setImmediate(resolve)).then(() => this.run());
    return stored;
  }

  /**
   * Changes records that are kept; what is appended meanwhile is not among them. Resolves when the changes are durable.
   * Run again where it fails: nothing is changed twice by a change that finds nothing left to do.
   * @returns how many records were changed.
   */
  async rewrite(change: Change): Promise<number> {
    const { dir } = this.options;
    const end = await this.between(async () => {
      await this.seal(Date.now());
      return this.next;
    });
    let changed = 0;
    for (const { file, first } of await listSegments(dir)) {
      if (first < end) changed += await this.retention.rewrite(file, change);
    }
    await syncFolder(dir);
    return changed;
  }

  /** Drops what the bounds no longer allow; meant to be called now and then. */
  async expire(): Promise<void> {
    await this.retention.apply(this.bytes);
  }

  /** Writes what still waits, then lets go of the file. */
  async close(): Promise<void> {
    this.closed = true;
    await this.running;
    await this.active?.handle.close();
    this.active = undefined;
  }

  /** Runs something while no commit is under way; appends wait for it. */
  private async between<T>(work: () => Promise<T>): Promise<T> {
    while (this.running) await this.running;
    const done = work();
    this.running = done.then(
      () => this.run(),
      () => this.run(),
    );
    return done;
  }

  private async run(): Promise<void> {
    while (this.filling.waiting.length > 0) {
      const commit = this.filling;
      this.filling = this.spare;
      const started = performance.now();
      const stored = await this.write(commit.bytes.written()).then(
        () => true,
        error => this.abandon(error, commit.waiting.length),
      );
      if (stored) this.settle(commit.waiting, commit.bytes.at, (performance.now() - started) / 1000);
      else for (const { reject } of commit.waiting) reject(unavailable('notifications cannot be stored at the moment'));
      this.waiting -= commit.waiting.length;
      commit.clear();
      this.spare = commit;
    }
    this.running = undefined;
  }

  private settle(stored: readonly Waiting[], bytes: number, seconds: number): void {
    const { recorded, committed } = this.options;
    committed?.(stored.length, bytes, seconds);
    for (const { record, text, resolve } of stored) {
      const number = this.next++;
      recorded(record, text, number);
      resolve(number);
    }
  }

  /** Resolves when the bytes are durable. */
  private async write(bytes: Uint8Array): Promise<void> {
    const active = await this.segment();
    let at = active.end;
    for (let from = 0; from < bytes.length; ) {
      const { bytesWritten } = await active.handle.write(bytes, from, bytes.length - from, at);
      from += bytesWritten;
      at += bytesWritten;
    }
    await active.handle.datasync();
    active.end = at;
  }

  /** The segment to write to; the one before is closed when it is full. */
  private async segment(): Promise<Active> {
    const { dir, segmentBytes, warn } = this.options;
    const now = Date.now();
    if (this.active && this.active.end < segmentBytes && now - this.active.createdAt < SEGMENT_AGE_MS)
      return this.active;
    await this.seal(now);
    const name = segmentName(this.next);
    // A file of that name can only hold what was refused: any record that is kept would have moved the number on.
    const handle = await open(join(dir, name), 'w');
    try {
      await handle.write(encodeHeader(this.next, now), 0, HEADER_BYTES, 0);
      await syncFolder(dir);
    } catch (error) {
      await handle.close();
      throw error;
    }
    this.active = { name, handle, end: HEADER_BYTES, createdAt: now };
    // Not waited for: what goes must not hold up what comes.
    this.retention.apply(HEADER_BYTES).catch((error: unknown) => warn({ err: error }, 'old notifications stay'));
    return this.active;
  }

  /** Nothing more goes into the segment at hand; one without a record is written over by the next. */
  private async seal(now: number): Promise<void> {
    if (this.active === undefined) return;
    const { name, handle, end } = this.active;
    this.active = undefined;
    await handle.close();
    if (end > HEADER_BYTES) this.retention.sealed({ file: name, bytes: end, lastMs: now });
  }

  /** A write has failed: lets go of the segment, whose state is unknown now. */
  private async abandon(error: unknown, records: number): Promise<false> {
    const { active } = this;
    this.options.warn({ err: error, records }, 'notifications could not be stored');
    if (active === undefined) return false;
    this.active = undefined;
    // One without a durable record is written over by the next, which has the same name.
    if (active.end > HEADER_BYTES) {
      this.retention.sealed({ file: active.name, bytes: active.end, lastMs: Date.now() });
    }
    await active.handle.close().catch((error: unknown) => {
      this.options.warn({ err: error, file: active.name }, 'a file of notifications could not be closed');
    });
    return false;
  }

  /** Goes on behind the last whole record of the newest segment. */
  private async continue(name: string): Promise<void> {
    const { dir, warn } = this.options;
    const path = join(dir, name);
    // A crash came before the first record was written: the next segment has the same name.
    if ((await stat(path)).size <= HEADER_BYTES) return;
    const found = await readSegment(dir, name);
    if (found === undefined || found.first !== this.next) {
      await rename(path, `${path}.damaged`);
      warn({ file: `${path}.damaged` }, 'a file of notifications has no whole header; it was put aside');
      return;
    }
    if (found.end < found.bytes) {
      await truncate(path, found.end);
      warn(
        { file: path, bytes: found.bytes - found.end },
        'an unfinished record at the end of the journal was cut off',
      );
    }
    this.next += found.count;
    const handle = await open(path, 'r+');
    this.active = { name, handle, end: found.end, createdAt: found.createdAt };
    // What a reader has seen must not vanish in the next crash, so the records found count as durable only now.
    await handle.sync();
    await syncFolder(dir);
  }
}

/** Makes names in a folder durable. */
async function syncFolder(dir: string): Promise<void> {
  const folder = await open(dir, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function unavailable(message: string): Problem {
  return new Problem('storage_unavailable', message);
}

/** For those who look at `full` before they do any work. */
export function overloaded(): Problem {
  return new Problem('overloaded', 'too many notifications wait for the disk');
}
