/** A disk of its own that can be full from one moment to the next: a file system in memory, which root may mount. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, statfsSync } from 'node:fs';

/** Far more than what imports want to be free before they begin. */
const ROOM = 1 << 30;

export class SmallDisk {
  private constructor(private readonly folder: string) {
    // Before the folder is removed.
    process.prependOnceListener('exit', this.unmount);
  }

  /** @returns undefined where mounting is not allowed */
  static mount(folder: string): SmallDisk | undefined {
    mkdirSync(folder, { recursive: true });
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${ROOM},mode=0700`, 'vitrine-bench', folder], {
        stdio: 'ignore',
      });
    } catch {
      return undefined;
    }
    return new SmallDisk(folder);
  }

  /**
   * Lets so many bytes be free, in whole pages.
   * @returns false where what was written meanwhile needs more
   */
  leave(bytes: number): boolean {
    const { blocks, bfree, bsize } = statfsSync(this.folder);
    try {
      this.remount(`size=${(blocks - bfree) * bsize + bytes}`);
      return true;
    } catch {
      return false;
    }
  }

  /** As large as it was at first. */
  clear(): void {
    this.remount(`size=${ROOM}`);
  }

  setReadOnly(readOnly: boolean): void {
    this.remount(readOnly ? 'ro' : 'rw');
  }

  /** What is still open there is no hindrance. */
  readonly unmount = (): void => {
    process.off('exit', this.unmount);
    execFileSync('umount', ['--lazy', this.folder], { stdio: 'ignore' });
  };

  private remount(options: string): void {
    execFileSync('mount', ['-o', `remount,${options}`, this.folder], { stdio: 'ignore' });
  }
}
