/**
 * The files of snapshots that a process has verified, so that each is read once: an update links most files of the
 * snapshot before it, and none of them may be damaged when the new one is announced. A file counts as verified while the
 * file system says the same of it as when it was read. Bits that a disk changes by itself leave no such trace; they are
 * found when all files are read again: by each start of the daemon, and from time to time.
 *
 *   DATA/verified-files.json  {version, verified: [[file, state], …], sha256}: what an earlier process has verified, so
 *                             that the first import after a start does not wait until gigabytes are read; sha256 (hex)
 *                             is of JSON.stringify(verified)
 *
 * Where that is missing, damaged or of another version, files are read again.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { PartFile } from '../index/part.js';
import { type Damage, damageOf, putAside } from './damage.js';
import { checksumOf, partsDir } from './manifest.js';

/** Names of files that are gone are forgotten when there are so many more than a snapshot has. */
const MOST_FORGOTTEN = 1000;

const VERSION = 1;

interface VerifiedFiles {
  version: number;
  verified: [file: string, state: string][];
  sha256: string;
}

const listFile = (dataDir: string): string => path.join(dataDir, 'verified-files.json');

export class SoundFiles {
  /** What the file system said of a file when it was verified. */
  private readonly verified: Map<string, string>;
  private isKept = true;

  /** @param onDamage called with what is put aside */
  constructor(
    private readonly dataDir: string,
    private readonly onDamage: (damages: Damage[]) => void = () => undefined,
  ) {
    this.verified = new Map(readList(dataDir));
  }

  /** Writes down what is known, for later processes; a crash of the system may lose it. @throws what writing throws */
  keep(): void {
    if (this.isKept) return;
    const verified = [...this.verified];
    const list: VerifiedFiles = { version: VERSION, verified, sha256: checksumOf(verified) };
    const file = listFile(this.dataDir);
    fs.writeFileSync(`${file}.writing`, JSON.stringify(list), { mode: 0o600 });
    fs.renameSync(`${file}.writing`, file);
    this.isKept = true;
  }

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
    if (state === undefined || this.verified.get(file) === state) return;
    this.verified.set(file, state);
    this.isKept = false;
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

function readList(dataDir: string): VerifiedFiles['verified'] {
  const file = listFile(dataDir);
  if (!fs.existsSync(file)) return [];
  try {
    const { version, verified, sha256 } = JSON.parse(fs.readFileSync(file, 'utf8')) as VerifiedFiles;
    return version === VERSION && checksumOf(verified) === sha256 ? verified : [];
  } catch {
    return [];
  }
}
