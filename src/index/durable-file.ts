/** Writes files whose content is their name: durable before they have it, and not again where they are there. */
import fs from 'node:fs';
import path from 'node:path';
import { threadId } from 'node:worker_threads';
import { syncAndClose } from './later-syncs.js';
import { unfinishedFile } from './unfinished-files.js';

/**
 * Writes a file atomically, piece after piece: to a temporary file that is synced (see later-syncs.ts) and renamed. An
 * existing file of the same content stays; one of other content, which is damaged, is replaced.
 * @param pieces can be gone through twice; each is valid until the next
 */
export function writeDurably(target: string, pieces: Iterable<Uint8Array>): void {
  if (fs.existsSync(target) && hasContent(target, pieces)) return;
  // Threads that build views at the same time may write the same part: temporary names carry the thread.
  const temporary = unfinishedFile(path.dirname(target), `${path.basename(target)}-${threadId}`);
  const fd = fs.openSync(temporary, 'w');
  try {
    for (const piece of pieces) {
      for (let at = 0; at < piece.length; ) at += fs.writeSync(fd, piece, at, Math.min(piece.length - at, 1 << 26));
    }
  } catch (error) {
    fs.closeSync(fd);
    throw error;
  }
  syncAndClose(fd, temporary);
  fs.renameSync(temporary, target);
}

/** Whether a file consists of these bytes. */
function hasContent(file: string, pieces: Iterable<Uint8Array>): boolean {
  const fd = fs.openSync(file, 'r');
  try {
    let length = 0;
    for (const piece of pieces) {
      const found = Buffer.allocUnsafe(piece.length);
      if (fs.readSync(fd, found, 0, piece.length, length) !== piece.length || !found.equals(piece)) return false;
      length += piece.length;
    }
    return fs.fstatSync(fd).size === length;
  } finally {
    fs.closeSync(fd);
  }
}

/** Bytes that can be gone through again and again, followed by others. */
export function concatenated(first: Iterable<Uint8Array>, then: readonly Uint8Array[]): Iterable<Uint8Array> {
  return {
    *[Symbol.iterator]() {
      yield* first;
      yield* then;
    },
  };
}
