/**
 * Watches the file of an open visitor store. LMDB follows what stands in it without looking, so that a file which is
 * damaged while the daemon runs would end the process. The one writer tells all threads when it wrote last; a file that
 * was written to at another time, or is shorter than before, is no longer touched: the thread of the writer ends, and
 * the next one inspects the store.
 *
 *   0  4  number of changes, odd while the writer writes (i32)      memory shared by threads
 *   8  8  time of the last change, nanoseconds since 1970 (i64); 0 where it is not known
 */
import { statSync } from 'node:fs';

export const WATCH_BYTES = 16;

/** `other`: another file has taken its place, that of a store which has replaced a damaged one. */
type WatchedState = 'same' | 'other' | 'damaged';

export class WatchedFile {
  private readonly changes: Int32Array;
  private readonly times: BigInt64Array;
  private number = 0n;
  private bytes = 0n;

  /** @param memory of WATCH_BYTES */
  constructor(
    private readonly file: string,
    memory = new SharedArrayBuffer(WATCH_BYTES),
  ) {
    this.changes = new Int32Array(memory, 0, 1);
    this.times = new BigInt64Array(memory, 8, 1);
    this.follow();
  }

  look(): WatchedState {
    const before = Atomics.load(this.changes, 0);
    const found = statSync(this.file, { throwIfNoEntry: false, bigint: true });
    // A file that was removed stays what it was for those who have it open.
    if (found === undefined) return 'same';
    if (found.ino !== this.number) return 'other';
    if (found.size < this.bytes) return 'damaged';
    this.bytes = found.size;
    const written = Atomics.load(this.times, 0);
    const changed = written !== 0n && written !== found.mtimeNs;
    const isWritten = (before & 1) !== 0 || Atomics.load(this.changes, 0) !== before;
    return changed && !isWritten ? 'damaged' : 'same';
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
