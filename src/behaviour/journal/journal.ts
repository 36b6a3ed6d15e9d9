/**
 * The journal of notifications. An append resolves when its record is durable on disk. Group commit: appends that
 * arrive during one write and its fdatasync are written together by the next. Records keep the order of the appends.
 * One process writes a journal at a time; `journal-replay.ts` reads it, `journal-segment.ts` describes its bytes.
 *
 * After a failed write the content of the file is unknown, so the next commit begins a new segment. Records that the
 * failed write may have left behind were refused to their callers, and a reader stops at the number where the next
 * segment begins.
 */
import { type FileHandle, mkdir, open, rename, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { stageFile } from '../../backup/staged-folder.js';
import { Problem } from '../../errors/problem.js';
import { Bytes } from '../../kernel/bytes.js';
import type { NotificationRecord } from '../activities/notification.js';
import { Retention } from './journal-retention.js';
import { encodeHeader, HEADER_BYTES, listSegments, readSegment, segmentName, writeFrame } from './journal-segment.js';
import { ASIDE, mendSegment, removeAside } from './mend-segment.js';
import { type Change, removeUnfinished } from './rewrite-segment.js';

export interface JournalOptions {
  dir: string;
  /** Size in bytes at which the next segment is begun; a day-old segment ends as well. */
  segmentBytes: number;
  /** Bounds of size and age of the whole journal: see journal-retention.ts. */
  maxBytes: number;
  maxAgeMs: number;
  /** Appends that may wait for a commit. */
  maxWaiting: number;
  /** Called for every durable record, in order, before its append resolves. Must not throw. */
  recorded(record: NotificationRecord, text: string, number: number): void;
  /** Called after every commit. */
  committed?(records: number, bytes: number, seconds: number): void;
  /** Called for faults that do not stop the journal. */
  warn(facts: object, message: string): void;
}

/** Bytes that may wait for a commit; with `maxWaiting` it bounds the memory of a daemon whose disk stalls. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
/** A segment ends at this age as well, so that retention can drop records by age where traffic is low. */
const SEGMENT_AGE_MS = 86_400_000;
const PUT_ASIDE = 'damaged notifications were put aside; all others are in the journal';

interface Waiting {
  record: NotificationRecord;
  text: string;
  resolve(number: number): void;
  reject(error: Problem): void;
}

/** The records of one group commit. */
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
  /** Number of the next record. */
  private next = 0;
  /** Undefined until it is open. */
  private retention: Retention | undefined;

  /** A journal that takes nothing until it is open. */
  constructor(private readonly options: JournalOptions) {}

  static async open(options: JournalOptions): Promise<Journal> {
    const journal = new Journal(options);
    await journal.open();
    return journal;
  }

  /**
   * Opens or creates the journal; a record that a crash left unfinished at its end is cut off. It can be called again
   * where it fails.
   * @throws Problem UNAVAILABLE when a newer version wrote it.
   */
  async open(): Promise<void> {
    const { dir, warn } = this.options;
    await mkdir(dir, { recursive: true });
    await removeUnfinished(dir);
    const files = await listSegments(dir);
    const last = files.at(-1);
    const retention = await Retention.open(this.options, files.slice(0, -1));
    this.next = last?.first ?? 0;
    if (last !== undefined) await this.continue(last.file);
    else await syncFolder(dir);
    this.retention = retention;
    await retention.apply(this.bytes).catch((error: unknown) => warn({ err: error }, 'old notifications stay'));
  }

  /** Number of records, which is the number of the next one. All records below are durable. */
  get size(): number {
    return this.next;
  }

  /** Bytes of the active segment. */
  get bytes(): number {
    return this.active?.end ?? 0;
  }

  /** Bytes of all segments. */
  get totalBytes(): number {
    return (this.retention?.bytes ?? 0) + this.bytes;
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
    if (this.retention === undefined) return Promise.reject(unavailable('the journal of notifications is not open'));
    if (this.full) return Promise.reject(overloaded());
    const { filling } = this;
    const text = JSON.stringify(record);
    writeFrame(filling.bytes, text);
    this.waiting++;
    const stored = new Promise<number>((resolve, reject) => {
      filling.waiting.push({ record, text, resolve, reject });
    });
    // The commit starts on the next turn of the event loop, so that all requests of this turn share it.
    this.running ??= new Promise<void>(resolve => setImmediate(resolve)).then(() => this.run());
    return stored;
  }

  /**
   * Rewrites stored records; records appended meanwhile are not included. Resolves when the changes are durable. After
   * a failure it can be run again: `change` must return undefined for a record that it has changed already.
   * @returns how many records were changed.
   */
  async rewrite(change: Change): Promise<number> {
    const { dir } = this.options;
    const { retention } = this;
    if (retention === undefined) throw unavailable('the journal of notifications is not open');
    const end = await this.between(async () => {
      await this.seal(Date.now());
      return this.next;
    });
    let changed = 0;
    const files = await listSegments(dir);
    for (const [i, { file, first }] of files.entries()) {
      const records = Math.min(files[i + 1]?.first ?? end, end) - first;
      if (first < end) changed += await retention.rewrite(file, records, change);
    }
    for (const file of await removeAside(dir)) {
      this.options.warn({ file }, 'a damaged file of notifications, which was put aside, is removed by an erasure');
    }
    await syncFolder(dir);
    return changed;
  }

  /** Puts a closed segment aside where it is damaged; its other records stay: see mend-segment.ts. */
  async mend(file: string): Promise<void> {
    const { dir, warn } = this.options;
    const files = await listSegments(dir);
    const at = files.findIndex(segment => segment.file === file);
    const next = files[at + 1];
    if (at < 0 || next === undefined || file === this.active?.name) return;
    const isMended = await this.retention?.mend(file, next.first - files[at]!.first);
    if (isMended) warn({ file: join(dir, file + ASIDE) }, PUT_ASIDE);
  }

  /**
   * Puts the segments into a folder, as they are at one moment.
   * @returns by file, how many bytes of it are records that are on disk
   */
  async stage(folder: string): Promise<Map<string, number>> {
    const { dir } = this.options;
    return this.between(async () => {
      const lengths = new Map<string, number>();
      for (const { file } of await listSegments(dir)) {
        const to = join(folder, file);
        // One that is too old is dropped at any time.
        if (!stageFile(join(dir, file), to)) continue;
        lengths.set(file, file === this.active?.name ? this.active.end : (await stat(to)).size);
      }
      return lengths;
    });
  }

  /** Drops segments that exceed the bounds of size or age; to be called periodically. */
  async expire(): Promise<void> {
    await this.retention?.apply(this.bytes);
  }

  /** Writes the appends that still wait, then closes the file. */
  async close(): Promise<void> {
    this.closed = true;
    await this.running;
    await this.active?.handle.close();
    this.active = undefined;
  }

  /** Runs `work` while no commit is in progress; appends wait for it. */
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

  /**
   * The segment to write to; the one before is closed when it is full, and when its file was removed or cut short: what
   * would be written to it could not be read.
   */
  private async segment(): Promise<Active> {
    const { dir, segmentBytes, warn } = this.options;
    const now = Date.now();
    if (this.active && !(await isWhole(this.active))) {
      warn(
        { file: join(dir, this.active.name) },
        'the file of notifications was removed or cut short; another is begun',
      );
      await this.seal(now);
    }
    if (this.active && this.active.end < segmentBytes && now - this.active.createdAt < SEGMENT_AGE_MS)
      return this.active;
    await this.seal(now);
    const name = segmentName(this.next);
    // An existing file of that name can only hold refused records: any stored one would have advanced the number.
    const handle = await open(join(dir, name), 'w');
    try {
      await handle.write(encodeHeader(this.next, now), 0, HEADER_BYTES, 0);
      await syncFolder(dir);
    } catch (error) {
      await handle.close();
      throw error;
    }
    this.active = { name, handle, end: HEADER_BYTES, createdAt: now };
    // Not awaited: dropping old segments must not delay appends.
    this.retention?.apply(HEADER_BYTES).catch((error: unknown) => warn({ err: error }, 'old notifications stay'));
    return this.active;
  }

  /** Closes the active segment; one without a record is overwritten by the next, which has the same name. */
  private async seal(now: number): Promise<void> {
    if (this.active === undefined) return;
    const { name, handle, end } = this.active;
    this.active = undefined;
    await handle.close();
    if (end > HEADER_BYTES) this.retention?.sealed({ file: name, bytes: end, lastMs: now });
  }

  /** Closes the active segment after a failed write: its content is unknown from here on. */
  private async abandon(error: unknown, records: number): Promise<false> {
    const { active } = this;
    this.options.warn({ err: error, records }, 'notifications could not be stored');
    if (active === undefined) return false;
    this.active = undefined;
    // A segment without a durable record is overwritten by the next, which has the same name.
    if (active.end > HEADER_BYTES) {
      this.retention?.sealed({ file: active.name, bytes: active.end, lastMs: Date.now() });
    }
    await active.handle.close().catch((error: unknown) => {
      this.options.warn({ err: error, file: active.name }, 'a file of notifications could not be closed');
    });
    return false;
  }

  /** Continues behind the last whole record of the newest segment. */
  private async continue(name: string): Promise<void> {
    const { dir, warn } = this.options;
    const path = join(dir, name);
    // A crash before the first record was written: the next segment has the same name and overwrites this file.
    if ((await stat(path)).size <= HEADER_BYTES) return;
    const isMended = (await mendSegment(dir, name)) !== undefined;
    const found = await readSegment(dir, name);
    if (found === undefined || found.first !== this.next) {
      await rename(path, path + ASIDE);
      warn({ file: path + ASIDE }, 'a file of notifications is another than its name says; it was put aside');
      return;
    }
    if (isMended) warn({ file: path + ASIDE }, PUT_ASIDE);
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
    // Readers may have seen these records already, so they must be durable before the journal counts them.
    await handle.sync();
    await syncFolder(dir);
  }
}

async function isWhole({ handle, end }: Active): Promise<boolean> {
  const { nlink, size } = await handle.stat();
  return nlink > 0 && size >= end;
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

/** The refusal of an append, for callers that check `full` before they do any work. */
export function overloaded(): Problem {
  return new Problem('overloaded', 'too many notifications wait for the disk');
}
