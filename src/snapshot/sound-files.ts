/**
 * The files of snapshots that a process has verified, so that each is read once: an update links most files of the
 * snapshot before it, and none of them may be damaged when the new one is announced. A file counts as verified while the
 * file system says the same of it as when it was read. Bits that a disk changes by itself leave no such trace; they are
 * found when all files are read again from time to time.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { PartFile } from '../index/part.js';
import { type Damage, damageOf, putAside } from './damage.js';
import { partsDir } from './manifest.js';

/** Names of files that are gone are forgotten when there are so many more than a snapshot has. */
const MOST_FORGOTTEN = 1000;

export class SoundFiles {
  /** What the file system said of a file when it was verified. */
  private readonly verified = new Map<string, string>();

  /** @param onDamage called with what is put aside */
  constructor(
    private readonly dataDir: string,
    private readonly onDamage: (damages: Damage[]) => void = () => undefined,
  ) {}

  /** Reads those of some files that are not known as sound. @returns whether all are; damaged ones are put aside */
  areSound(files: readonly PartFile[]): boolean {
    const damages = files.flatMap(entry => this.verify(entry) ?? []);
    if (damages.length === 0) return true;
    for (const { file } of damages) putAside(this.dataDir, file);
    this.onDamage(damages);
    return false;
  }

  /** The first file that is not known as sound. */
  firstUnread(files: readonly PartFile[]): PartFile | undefined {
    return files.find(({ file }) => !this.isKnown(file));
  }

  /** Adds the files of a new snapshot, which have been verified otherwise. */
  add(files: readonly PartFile[]): void {
    for (const { file } of files) this.note(file, this.stateOf(file));
    if (this.verified.size > files.length + MOST_FORGOTTEN) this.forgetOthers(files);
  }

  private verify(entry: PartFile): Damage | undefined {
    const { file } = entry;
    if (this.isKnown(file)) return undefined;
    // Before it is read: where it is written meanwhile, it is read again.
    const state = this.stateOf(file);
    const damage = damageOf(this.dataDir, entry);
    if (!damage) this.note(file, state);
    return damage;
  }

  private isKnown(file: string): boolean {
    const before = this.verified.get(file);
    return before !== undefined && before === this.stateOf(file);
  }

  private note(file: string, state: string | undefined): void {
    if (state !== undefined) this.verified.set(file, state);
  }

  /** Undefined where the file is missing. */
  private stateOf(file: string): string | undefined {
    const stats = fs.statSync(path.join(partsDir(this.dataDir), file), { throwIfNoEntry: false });
    return stats && `${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`;
  }

  private forgetOthers(files: readonly PartFile[]): void {
    const kept = new Set(files.map(({ file }) => file));
    for (const file of this.verified.keys()) if (!kept.has(file)) this.verified.delete(file);
  }
}
