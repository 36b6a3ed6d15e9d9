/**
 * Changes records of a closed segment: a new file replaces the old one by rename, with the same number and order of
 * records, so that positions in the journal stay valid. Damaged records are written as such, without their bytes, which
 * may be those of a visitor who is to be forgotten.
 */
import { open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Bytes } from '../../kernel/bytes.js';
import type { NotificationRecord } from '../activities/notification.js';
import { encodeHeader, readSegment, writeFrame } from './journal-segment.js';

/** Returns the rewritten record; undefined leaves it unchanged. */
export type Change = (record: NotificationRecord) => NotificationRecord | undefined;

const UNFINISHED = '.rewriting';

/** Removes unfinished files of a crash: they hold copies of records that no later rewriting would reach. */
export async function removeUnfinished(dir: string): Promise<void> {
  for (const name of await readdir(dir)) if (name.endsWith(UNFINISHED)) await rm(join(dir, name), { force: true });
}

/**
 * Resolves when the new file is durable.
 * @param expected see `parseSegment`
 * @returns the number of changed records and the new length of the file; undefined when the segment was dropped or has
 * no header.
 */
export async function rewriteSegment(
  dir: string,
  file: string,
  change: Change,
  expected?: number,
): Promise<{ changed: number; bytes: number } | undefined> {
  const path = join(dir, file);
  const found = await readSegment(dir, file, expected).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  });
  if (found === undefined) return undefined;
  const { atime, mtime } = await stat(path);
  const out = new Bytes(found.bytes + 1024);
  out.bytes(encodeHeader(found.first, found.createdAt, found.damaged > 0));
  let changed = 0;
  for (let i = 0; i < found.count; i++) {
    const text = found.text(i);
    const record = text === undefined ? undefined : change(JSON.parse(text) as NotificationRecord);
    if (record !== undefined) changed++;
    writeFrame(out, record === undefined ? text : JSON.stringify(record));
  }
  const isSound = found.damaged === 0 && !found.headerDamaged && found.end === found.bytes;
  if (changed === 0 && isSound) return { changed, bytes: found.bytes };
  const written = out.written();
  const temporary = `${path}${UNFINISHED}`;
  const handle = await open(temporary, 'w');
  try {
    await handle.writeFile(written);
    await handle.sync();
  } finally {
    await handle.close();
  }
  // Retention reads a segment's age from the modification time.
  await utimes(temporary, atime, mtime);
  await rename(temporary, path);
  return { changed, bytes: written.length };
}
