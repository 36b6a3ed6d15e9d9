/**
 * Where the files of a backup are put together, so that they stay as they are while they are read: most by a hard link,
 * which takes no time or space. It has the form of a data folder.
 *
 *   DATA/backup/      removed when the backup has ended, and at the start
 *   DATA/restoring/   that of a restore
 */
import fs from 'node:fs';
import path from 'node:path';

export const stagedDir = (dataDir: string): string => path.join(dataDir, 'backup');
/** Where a restore puts files together; while it is there, the rest of the data folder is incomplete. */
export const restoringDir = (dataDir: string): string => path.join(dataDir, 'restoring');

/** What links fail with where the file system has none, or no more of a file. */
const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS', 'EXDEV']);

/** Makes an empty folder. */
export function beginStaging(dataDir: string): string {
  endStaging(dataDir);
  const folder = stagedDir(dataDir);
  fs.mkdirSync(folder, { mode: 0o700 });
  return folder;
}

export function endStaging(dataDir: string): void {
  fs.rmSync(stagedDir(dataDir), { recursive: true, force: true });
}

/**
 * Links a file into the folder, or copies it. It may be appended to, and replaced, but not written to otherwise.
 * @returns false where there is no such file
 */
export function stageFile(from: string, to: string): boolean {
  try {
    fs.linkSync(from, to);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') {
      // The file, or the folder for it.
      if (!fs.existsSync(from) || fs.existsSync(path.dirname(to))) return false;
      fs.mkdirSync(path.dirname(to), { recursive: true });
      return stageFile(from, to);
    }
    if (code === undefined || !NO_LINKS.has(code)) throw error;
    fs.copyFileSync(from, to, fs.constants.COPYFILE_FICLONE);
    return true;
  }
}
