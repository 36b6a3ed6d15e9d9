/** Recognises that a disk is full or read-only, in errors of Node and of LMDB, from whichever thread. */
import { Problem } from './problem.js';

const FULL = /\b(?:ENOSPC|EDQUOT)\b|No space left on device|Disk quota exceeded/;
const READ_ONLY = /\bEROFS\b|Read-only file system/;

/** @returns undefined where the error is another one */
export function diskFault(error: unknown): Problem | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof Problem && (error.code === 'disk_full' || error.code === 'disk_read_only')) return error;
  // That of an error in another thread has its message in the stack alone.
  const text = `${error.message}\n${error.stack}`;
  if (FULL.test(text)) return new Problem('disk_full', 'the disk of the data folder is full');
  if (READ_ONLY.test(text)) {
    return new Problem('disk_read_only', 'the disk of the data folder is read-only');
  }
  return diskFault(error.cause);
}
