/**
 * Watches the file of the open catalog store, which may be removed or damaged while it is open: another process is to
 * open the store then, because that restores it (see recover-store.ts).
 */
import fs from 'node:fs';
import { inspectStore } from '../catalog/inspect-store.js';
import { Problem } from '../errors/problem.js';
import { storeFile } from './recover-store.js';

export class StoreWatch {
  /** Whether the store was found to be damaged, or can no longer be used. */
  isDamaged = false;
  private readonly number: number | undefined;

  /** To be constructed when the store has been opened. @param found called with what is wrong with it */
  constructor(
    private readonly dataDir: string,
    private readonly found: (fault: Error) => void,
  ) {
    this.number = fileNumber(dataDir);
  }

  /** Whether the file was removed, or another has taken its place. */
  get isGone(): boolean {
    return fileNumber(this.dataDir) !== this.number;
  }

  /** @throws Problem catalog_damaged where the file was removed: what is committed to it would be lost */
  requireFile(): void {
    if (!this.isGone) return;
    this.inspect();
    throw new Problem('catalog_damaged', 'the file of the catalog store was removed; it is being restored');
  }

  /** To be called after an unexpected error, which may come of a damaged store, or leave LMDB unable to go on. */
  suspect(error: unknown): void {
    if (error instanceof Error && error.message.startsWith('MDB_PANIC')) this.isDamaged = true;
    else this.inspect();
  }

  /** Looks whether the store is damaged, while nothing writes to it. */
  inspect(): void {
    const fault = this.fault();
    if (fault === undefined) return;
    this.isDamaged = true;
    this.found(new Error(fault));
  }

  private fault(): string | undefined {
    if (this.isGone) return 'the file of the catalog store was removed';
    const found = inspectStore(storeFile(this.dataDir));
    if (found.state === 'sound') return undefined;
    return `the catalog store is damaged: ${found.state === 'damaged' ? found.fault : 'its file is empty'}`;
  }
}

/** Tells the file of the store from one that has taken its place; undefined where there is none. */
function fileNumber(dataDir: string): number | undefined {
  return fs.statSync(storeFile(dataDir), { throwIfNoEntry: false })?.ino;
}
