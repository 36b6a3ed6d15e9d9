/**
 * Parts that are read later than others. At a start, a daemon answers once those of the first view are read: the others
 * have their memory, and are read behind the first answer. A thread that needs one of them before reads it; where two
 * threads do so at once, they write the same bytes.
 *
 * Reading follows the layout of files alone: whether a part is damaged is found by its checksum (`verifyAll`).
 */
import fs from 'node:fs';
import { Problem } from '../errors/problem.js';
import { Part } from '../index/part.js';
import { storedFile } from './manifest.js';
import { fillParts, MOST_READ_BYTES } from './read-parts.js';
import type { SharedSnapshot, UnreadParts } from './shared-snapshot.js';

/** @param files of which nothing is read yet */
export function unreadParts(files: readonly string[]): UnreadParts {
  return {
    places: new Map(files.map((file, place) => [file, place])),
    read: new Int32Array(new SharedArrayBuffer(4 * files.length)),
  };
}

/** A part of a snapshot, which is read now unless it has been. @throws Problem snapshot_damaged */
export function partOf(snapshot: SharedSnapshot, file: string): Part {
  requireRead(snapshot, file);
  return new Part(snapshot.parts.get(file)!);
}

/** Reads a part now unless it has been. @throws Problem snapshot_damaged that names the file where it is cut short */
export function requireRead({ dataDir, parts, unread }: SharedSnapshot, file: string): void {
  const place = unread?.places.get(file);
  if (place === undefined || Atomics.load(unread!.read, place) === 1) return;
  const view = new Uint8Array(parts.get(file)!);
  const fd = fs.openSync(storedFile(dataDir, file), 'r');
  try {
    for (let at = 0; at < view.length; ) {
      const n = fs.readSync(fd, view, at, Math.min(view.length - at, MOST_READ_BYTES), at);
      if (n === 0) {
        throw new Problem('snapshot_damaged', `snapshot part ${file} ends at ${at} of ${view.length} bytes`);
      }
      at += n;
    }
  } finally {
    fs.closeSync(fd);
  }
  Atomics.store(unread!.read, place, 1);
}

/** Reads what has not been read. @throws Problem snapshot_damaged that names a file that is cut short */
export async function readRest({ dataDir, parts, unread }: SharedSnapshot): Promise<void> {
  const rest = [...(unread?.places ?? [])].filter(([, place]) => Atomics.load(unread!.read, place) === 0);
  await fillParts(dataDir, new Map(rest.map(([file]) => [file, parts.get(file)!])));
  for (const [, place] of rest) Atomics.store(unread!.read, place, 1);
}
