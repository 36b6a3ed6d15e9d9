/**
 * Items of a feed on disk until all are read, because the variants of a group may stand anywhere in it, and groups until those of
 * other feeds are there: JSON, one after the other, in a file that has no name any more. In memory is where each begins.
 */

import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const BUFFERED_BYTES = 1 << 20;

export class Spool<Entry> {
  private readonly file: number;
  private readonly path: string;
  /** Of each entry, where it begins; then where the last one ends. */
  private readonly starts: number[] = [0];
  private pending: Buffer[] = [];
  private pendingBytes = 0;
  /** Bytes of the file that were read last, which mostly have the next entry too. */
  private readonly window = Buffer.alloc(BUFFERED_BYTES);
  private windowStart = 0;
  private windowEnd = 0;

  constructor(folder = tmpdir()) {
    this.path = join(folder, `vitrine-feed-${randomUUID()}.spool`);
    this.file = openSync(this.path, 'wx+', 0o600);
    // Gone with the process, however that ends; Windows removes files only when they are closed.
    if (process.platform !== 'win32') unlinkSync(this.path);
  }

  get length(): number {
    return this.starts.length - 1;
  }

  /** @returns the entry's number */
  add(entry: Entry): number {
    const bytes = Buffer.from(JSON.stringify(entry));
    this.pending.push(bytes);
    this.pendingBytes += bytes.length;
    this.starts.push(this.starts.at(-1)! + bytes.length);
    if (this.pendingBytes >= BUFFERED_BYTES) this.flush();
    return this.length - 1;
  }

  get(number: number): Entry {
    this.flush();
    const start = this.starts[number]!;
    const length = this.starts[number + 1]! - start;
    return JSON.parse(this.bytes(start, length).toString('utf8')) as Entry;
  }

  close(): void {
    closeSync(this.file);
    if (process.platform === 'win32') unlinkSync(this.path);
  }

  private bytes(start: number, length: number): Buffer {
    if (length > BUFFERED_BYTES) {
      const bytes = Buffer.alloc(length);
      this.readAt(bytes, start);
      return bytes;
    }
    if (start < this.windowStart || start + length > this.windowEnd) {
      this.windowStart = start;
      this.windowEnd = start + this.readAt(this.window, start);
    }
    return this.window.subarray(start - this.windowStart, start - this.windowStart + length);
  }

  private readAt(bytes: Buffer, position: number): number {
    let read = 0;
    while (read < bytes.length) {
      const more = readSync(this.file, bytes, read, bytes.length - read, position + read);
      if (more === 0) break;
      read += more;
    }
    return read;
  }

  private flush(): void {
    if (this.pendingBytes === 0) return;
    const bytes = Buffer.concat(this.pending);
    for (let written = 0; written < bytes.length; ) written += writeSync(this.file, bytes, written);
    this.pending = [];
    this.pendingBytes = 0;
  }
}
