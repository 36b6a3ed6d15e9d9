/**
 * Makes a folder and those above it. `mkdir` of Node does that too, but never returns where a file system refuses new
 * folders as absent ones, as /proc does.
 */
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** @param mode of the folders that are made. @returns whether the folder is new. @throws the error of the system */
export function makeFolder(path: string, mode?: number): boolean {
  try {
    mkdirSync(path, { mode });
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && statSync(path).isDirectory()) return false;
    if (code !== 'ENOENT' || existsSync(dirname(path))) throw error;
    makeFolder(dirname(path), mode);
    return makeFolder(path, mode);
  }
}
