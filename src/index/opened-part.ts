/**
 * A part of which one thread needs some sections, once: they are read from its file as they are used, page by page, and
 * what is not used takes no memory.
 */
import fs from 'node:fs';
import { Part } from './part.js';
import type { PartReader } from './part-reader.js';

const PAGE_BYTES = 1 << 16;

/** Calls `use` with a part that is open until it returns. Nothing checks its checksum. */
export function withOpenedPart<T>(file: string, use: (part: Part) => T): T {
  const fd = fs.openSync(file, 'r');
  try {
    const bytes = new Uint8Array(fs.fstatSync(fd).size);
    return use(new Part(bytes.buffer, new Pages(fd, bytes)));
  } finally {
    fs.closeSync(fd);
  }
}

class Pages implements PartReader {
  readonly isDone = false;
  private readonly known: Uint8Array;

  constructor(
    private readonly fd: number,
    private readonly bytes: Uint8Array,
  ) {
    this.known = new Uint8Array(Math.ceil(bytes.length / PAGE_BYTES));
  }

  read(from: number, to: number): void {
    for (let page = Math.floor(from / PAGE_BYTES); page * PAGE_BYTES < to; page++) {
      if (this.known[page] === 1) continue;
      this.readPage(page * PAGE_BYTES, Math.min((page + 1) * PAGE_BYTES, this.bytes.length));
      this.known[page] = 1;
    }
  }

  private readPage(from: number, to: number): void {
    for (let at = from; at < to; ) {
      const read = fs.readSync(this.fd, this.bytes, at, to - at, at);
      if (read === 0) throw new Error(`part: it ends at ${at} of ${this.bytes.length} bytes`);
      at += read;
    }
  }
}
