/**
 * Watches the file of an open visitor store. LMDB follows what stands in it without looking, so that a file which is
 * damaged while the daemon runs would end the process. The one writer tells all threads when it wrote last; a file that
 * was written to at another time, is shorter than before, or has told a thread what cannot be right, is no longer
 * touched: the thread of the writer ends, and the next one inspects the store.
 *
 * The writer also tells which file is its own. A file that was removed stays what it was for those who have it open, and
 * one that stands in its place is no store: the writer puts a copy there of what it has open, and the others follow.
 *
 *   0  4  number of changes, odd while the writer writes (i32)      memory shared by threads
 *   4  4  1 where a thread has read what cannot be right, until a writer has inspected the store (i32)
 *   8  8  time of the last change, nanoseconds since 1970 (i64); 0 where it is not known
 *  16  8  inode of the writer's file (u64); 0 where it is not known
 */
import { statSync } from 'node:fs';

export const STORE_FILE = 'data.mdb';
export const WATCH_BYTES = 24;

/**
 * `other`: another file of the writer has taken its place, that of a store which has replaced a damaged one. `displaced`:
 * there is none, or none that the writer knows.
 */
type WatchedState = 'same' | 'other' | 'displaced' | 'damaged';

export class WatchedFile {
  private readonly changes: Int32Array;
  private readonly doubts: Int32Array;
  private readonly times: BigInt64Array;
  private readonly own: BigUint64Array;
  private number = 0n;
  private bytes = 0n;

  /** @param memory of WATCH_BYTES */
  constructor(
    private readonly file: string,
    memory = new SharedArrayBuffer(WATCH_BYTES),
  ) {
    this.changes = new Int32Array(memory, 0, 1);
    this.doubts = new Int32Array(memory, 4, 1);
    this.times = new BigInt64Array(memory, 8, 1);
    this.own = new BigUint64Array(memory, 16, 1);
    this.follow();
  }

  look(): WatchedState {
    const before = Atomics.load(this.changes, 0);
    const found = statSync(this.file, { throwIfNoEntry: false, bigint: true });
    if (found === undefined || !this.isOwn(found.ino)) return 'displaced';
    if (found.ino !== this.number) return 'other';
    if (found.size < this.bytes || Atomics.load(this.doubts, 0) !== 0) return 'damaged';
    this.bytes = found.size;
    const written = Atomics.load(this.times, 0);
    const changed = written !== 0n && written !== found.mtimeNs;
    const isWritten = (before & 1) !== 0 || Atomics.load(this.changes, 0) !== before;
    return changed && !isWritten ? 'damaged' : 'same';
  }

  /** Whether a writer has opened the store. */
  get isClaimed(): boolean {
    return Atomics.load(this.own, 0) !== 0n;
  }

  /** Tells the writer that the file has what cannot be right, though it was written by no other. */
  doubt(): void {
    Atomics.store(this.doubts, 0, 1);
  }

  /** Watches the file that is there now, which is that of the store, and sound; for its writer alone. */
  claim(): void {
    this.follow();
    Atomics.store(this.doubts, 0, 0);
    Atomics.store(this.own, 0, this.number);
  }

  private isOwn(inode: bigint): boolean {
    const own = Atomics.load(this.own, 0);
    return own === 0n || own === inode;
  }

  /** Watches the file that is there now. */
  follow(): void {
    const found = statSync(this.file, { throwIfNoEntry: false, bigint: true });
    this.number = found?.ino ?? 0n;
    this.bytes = found?.size ?? 0n;
  }

  /** Runs a change of the file; for its writer alone. */
  write(change: () => void): void {
    Atomics.store(this.changes, 0, Atomics.load(this.changes, 0) | 1);
    try {
      change();
    } finally {
      const found = statSync(this.file, { throwIfNoEntry: false, bigint: true });
      Atomics.store(this.times, 0, found?.mtimeNs ?? 0n);
      Atomics.store(this.changes, 0, (Atomics.load(this.changes, 0) | 1) + 1);
    }
  }
}
