/**
 * Changes records of a segment that is no longer appended to: a new file takes the place of the old one at once, with
 * the same records in number and order, so that positions in the journal stay what they are.
 */
import { open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Bytes } from '../../kernel/bytes.js';
import type { NotificationRecord } from '../activities/notification.js';
import { encodeHeader, readSegment, writeFrame } from './segment.js';

/** The record in its new form; undefined: it stays as it is. */
export type Change = (record: NotificationRecord) => NotificationRecord | undefined;

const UNFINISHED = '.rewriting';

/** Removes what a crash left of rewritings: copies of records that no later rewriting would change. */
export async function removeUnfinished(dir: string): Promise<void> {
  for (const name of await readdir(dir)) if (name.endsWith(UNFINISHED)) await rm(join(dir, name), { force: true });
}

/**
 * Resolves when the new file is durable.
 * @returns how many records were changed, and the length of the file then; undefined when the segment is gone or has
 * no whole header.
 */
export async function rewriteSegment(
  dir: string,
  file: string,
  change: Change,
): Promise<{ changed: number; bytes: number } | undefined> {
  const path = join(dir, file);
  const found = await readSegment(dir, file).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  });
  if (found === undefined) return undefined;
  const { atime, mtime } = await stat(path);
  const out = new Bytes(found.bytes + 1024);
  out.bytes(encodeHeader(found.first, found.createdAt));
  let changed = 0;
  for (let i = 0; i < found.count; i++) {
    const text = found.text(i);
    const record = change(JSON.parse(text) as NotificationRecord);
    if (record !== undefined) changed++;
    writeFrame(out, record === undefined ? text : JSON.stringify(record));
  }
  if (changed === 0) return { changed, bytes: found.bytes };
  const written = out.written();
  const temporary = `${path}${UNFINISHED}`;
  const handle = await open(temporary, 'w');
  try {
    await handle.writeFile(written);
    await handle.sync();
  } finally {
    await handle.close();
  }
  // By its time a segment is dropped when it is old enough.
  await utimes(temporary, atime, mtime);
  await rename(temporary, path);
  return { changed, bytes: written.length };
}
