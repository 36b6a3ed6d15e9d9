/**
 * Watches the file of an open visitor store for its writer. LMDB follows what stands in it without looking, so that a file
 * which is damaged meanwhile would end the process. A file that was written to at another time than the writer did, is
 * shorter than before, or has told a reader what cannot be right, is no longer touched.
 *
 * A file that was removed stays what it was for those who have it open, and one that stands in its place is no store: the
 * writer puts a copy there of what it has open.
 */
import { statSync } from 'node:fs';

export const STORE_FILE = 'data.mdb';

/** `displaced`: there is none, or none that the writer knows. */
type WatchedState = 'same' | 'displaced' | 'damaged';

export class WatchedFile {
  /** Of the file that was claimed; 0 where there was none. */
  inode = 0n;
  private bytes = 0n;
  /** Time of the last change, nanoseconds since 1970; undefined where nothing was written. */
  private writtenNs: bigint | undefined;
  private isDoubted = false;

  constructor(private readonly file: string) {
    this.claim();
  }

  look(): WatchedState {
    const found = this.stat();
    if (found === undefined || found.ino !== this.inode) return 'displaced';
    if (found.size < this.bytes || this.isDoubted) return 'damaged';
    this.bytes = found.size;
    return this.writtenNs !== undefined && this.writtenNs !== found.mtimeNs ? 'damaged' : 'same';
  }

  /** A reader has come upon what cannot be right, though the file was written by no other. */
  doubt(): void {
    this.isDoubted = true;
  }

  /** Watches the file that is there now, which is that of the store. */
  claim(): void {
    const found = this.stat();
    this.inode = found?.ino ?? 0n;
    this.bytes = found?.size ?? 0n;
  }

  /** Runs a change of the file. */
  write(change: () => void): void {
    try {
      change();
    } finally {
      this.writtenNs = this.stat()?.mtimeNs;
    }
  }

  private stat() {
    return statSync(this.file, { throwIfNoEntry: false, bigint: true });
  }
}
