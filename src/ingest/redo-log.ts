/**
 * The imports since the last copy of the catalog store (see store-copies.ts), as they were received: a store that is
 * restored from the copy gets them again. An import is here before its transaction, and durable before it is acknowledged.
 *
 *   DATA/redo/GENERATION.json   {entry, sha256}   the generation is that of the import's transaction; sha256 (hex) is of
 *                                                 JSON.stringify(entry), `entry.version` is the format
 *   DATA/redo/GENERATION.body   the body of an import, of which `entry` has length and SHA-256; a rollback has none
 *   DATA/redo/GENERATION.begun  a byte for each time that it was begun again, and the process has ended meanwhile: it
 *                               may have been stopped, but after several times the import is given up
 *   DATA/redo/GENERATION.pending  in a fleet: there, and empty, until the fleet has accepted the entry; what it has not is
 *                               given up when the log is opened
 *
 * Where more bytes come together than are kept, because no copy can be made, all before the next copy is given up.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { stageFile } from '../backup/staged-folder.js';
import type { ImportJob } from '../imports/protocol.js';
import { checksumOf } from '../snapshot/manifest.js';
import type { ImportOrder } from './apply-import.js';
import { PLAIN_SUFFIX } from './import/inflate.js';
import { copiesOf } from './recover-store.js';

const VERSION = 1;
const GENERATION_DIGITS = 10;
/** Of bodies; a copy is asked for at half of it. */
const MOST_BYTES = 2 * 1024 ** 3;
const READ_BYTES = 1 << 20;
/** How often an import is begun again. */
const MOST_ATTEMPTS = 3;

/** A transaction of the catalog store: an import with its body, or a rollback to a generation. */
export type RedoEntry =
  | ({ type: 'import'; id?: string; bytes: number; sha256: string } & ImportOrder &
      Pick<ImportJob, 'encoding' | 'maxInflatedBytes'>)
  | { type: 'rollback'; to: number };

type StoredEntry = RedoEntry & { version: number; generation: number };

export interface RedoLogOptions {
  dataDir: string;
  /** Called where so much is kept that a copy should be made soon. */
  isLong(): void;
  /** Called for what is given up, and why. */
  lost(error: Error): void;
  /** Whether entries that are made here count when a fleet has accepted them. */
  needsAcceptance?: boolean;
  mostBytes?: number;
}

/** An entry that was added. */
export interface AddedEntry {
  entry: RedoEntry;
  /** The file of its body; absent where it has none. */
  body?: string;
  /** Resolves when it is on disk, or cannot be, which is logged. */
  durable: Promise<void>;
  /** To be called when the fleet has accepted it. */
  accepted(): void;
  /** To be called where the transaction has not come about. */
  remove(): void;
}

export class RedoLog {
  private readonly dir: string;

  constructor(private readonly options: RedoLogOptions) {
    this.dir = redoDir(options.dataDir);
    fs.mkdirSync(this.dir, { recursive: true });
    // Inflated bodies that the end of a process has left.
    for (const name of fs.readdirSync(this.dir)) if (name.endsWith(PLAIN_SUFFIX)) fs.rmSync(path.join(this.dir, name));
    // Others may have been accepted in its place, which the log of the fleet has.
    const [pending] = this.generations(/^(\d{10,})\.pending$/);
    if (pending !== undefined) this.forgetAfter(pending - 1);
  }

  /** Adds an import, before its transaction. @param generation that the transaction will have */
  addImport({ file, ...job }: ImportJob, generation: number): AddedEntry {
    const { id, kind, mode, encoding, force, maxInflatedBytes, item, markets } = job;
    this.makeRoom(fs.statSync(file).size);
    this.begin(generation);
    const body = this.file(generation, 'body');
    stageFile(file, body);
    const order = {
      id,
      kind,
      mode,
      encoding,
      force,
      maxInflatedBytes,
      ...(item && { item }),
      ...(markets && { markets }),
    };
    return this.add({ type: 'import', ...order, ...checksumOfFile(body) }, generation, body);
  }

  /** Adds what another daemon of the fleet has accepted. @param file its body, which is moved; absent where it has none */
  addAccepted(entry: RedoEntry, generation: number, file?: string): AddedEntry {
    this.remove(generation);
    if (file === undefined) return this.add(entry, generation);
    this.makeRoom(fs.statSync(file).size);
    const body = this.file(generation, 'body');
    fs.renameSync(file, body);
    return this.add(entry, generation, body);
  }

  /** Adds a rollback, before its transaction. @param to the generation that the store is taken back to */
  addRollback(to: number, generation: number): AddedEntry {
    this.begin(generation);
    return this.add({ type: 'rollback', to }, generation);
  }

  private begin(generation: number): void {
    this.remove(generation);
    if (this.options.needsAcceptance) fs.writeFileSync(this.file(generation, 'pending'), '');
  }

  private add(added: RedoEntry, generation: number, body?: string): AddedEntry {
    const entry: StoredEntry = { ...added, version: VERSION, generation };
    const file = this.file(generation, 'json');
    fs.writeFileSync(file, JSON.stringify({ entry, sha256: checksumOf(entry) }));
    const durable = Promise.all([...(body === undefined ? [] : [body]), file].map(syncFile)).then(() =>
      syncFile(this.dir),
    );
    let isRemoved = false;
    return {
      entry: added,
      ...(body !== undefined && { body }),
      durable: durable.catch((cause: unknown) => {
        if (isRemoved) return;
        this.options.lost(new Error(`import ${generation} is not kept for a damaged store`, { cause }));
      }),
      accepted: () => fs.rmSync(this.file(generation, 'pending'), { force: true }),
      remove: () => {
        isRemoved = true;
        this.remove(generation);
      },
    };
  }

  /** Forgets what a copy of the store has. @param generation of the copy */
  forget(generation: number): void {
    for (const kept of this.generations()) if (kept <= generation) this.remove(kept);
  }

  /** Forgets the entries of transactions behind a generation, which have not come about. */
  forgetAfter(generation: number): void {
    for (const kept of this.generations()) if (kept > generation) this.remove(kept);
  }

  /**
   * The entries behind a generation, one after the other, for as long as they are whole; where one is not, or is missing,
   * that one and those behind it are given up. Each is marked before it is returned.
   */
  *after(generation: number): Generator<{ generation: number; entry: RedoEntry; body: string }> {
    let next = generation + 1;
    for (; fs.existsSync(this.file(next, 'json')); next++) {
      const begun = this.file(next, 'begun');
      const attempts = fs.statSync(begun, { throwIfNoEntry: false })?.size ?? 0;
      const found =
        attempts < MOST_ATTEMPTS
          ? readEntry(this.dir, next)
          : `the process has ended ${attempts} times while it was applied`;
      if (typeof found === 'string') {
        this.options.lost(new Error(`import ${next}, and those behind it, cannot be applied again: ${found}`));
        this.forgetAfter(next - 1);
        return;
      }
      fs.appendFileSync(begun, '.');
      try {
        yield { generation: next, entry: found, body: this.file(next, 'body') };
      } finally {
        fs.rmSync(begun);
      }
    }
    // Later, they would follow another import than the one that they were made after.
    const behind = this.generations(ENTRY).filter(kept => kept > next);
    if (behind.length === 0) return;
    this.options.lost(
      new Error(`import ${next} is missing, so that ${behind.length} behind it cannot be applied again`),
    );
    this.forgetAfter(next - 1);
  }

  private makeRoom(bytes: number): void {
    const { isLong, lost, mostBytes = MOST_BYTES } = this.options;
    const total = this.generations().reduce((sum, generation) => sum + this.bytesOf(generation), bytes);
    if (total > mostBytes / 2) isLong();
    if (total <= mostBytes) return;
    lost(new Error(`no copy of the catalog store was made for ${total} bytes of imports, which are kept no longer`));
    this.forget(Number.POSITIVE_INFINITY);
  }

  private bytesOf(generation: number): number {
    return fs.statSync(this.file(generation, 'body'), { throwIfNoEntry: false })?.size ?? 0;
  }

  /** Oldest first. */
  private generations(files = /^(\d{10,})\.(?:json|body|pending)$/): number[] {
    return generationsIn(this.dir, files);
  }

  private remove(generation: number): void {
    // The entry before its body: one without a body would be taken for damaged.
    for (const kind of ['json', 'body', 'begun', 'pending'] as const)
      fs.rmSync(this.file(generation, kind), { force: true });
  }

  private file(generation: number, kind: 'json' | 'body' | 'begun' | 'pending'): string {
    return fileOf(this.dir, generation, kind);
  }
}

/** What is wrong with the imports that are kept, for those who look alone: a daemon may add and remove some meanwhile. */
export function redoFault(dataDir: string): string | undefined {
  const dir = redoDir(dataDir);
  if (!fs.existsSync(dir)) return undefined;
  let [before = 0] = copiesOf(dataDir);
  for (const generation of generationsIn(dir, ENTRY)) {
    // Those that the copy has may still be there.
    if (generation > before + 1) return `import ${before + 1} is missing`;
    before = Math.max(before, generation);
    const found = readEntry(dir, generation);
    if (typeof found === 'string' && fs.existsSync(fileOf(dir, generation, 'json')))
      return `import ${generation}: ${found}`;
  }
  return undefined;
}

const redoDir = (dataDir: string): string => path.join(dataDir, 'redo');

const ENTRY = /^(\d{10,})\.json$/;

/** Oldest first. */
function generationsIn(dir: string, files: RegExp): number[] {
  const found = fs.readdirSync(dir).flatMap(name => files.exec(name)?.[1] ?? []);
  return [...new Set(found.map(Number))].sort((a, b) => a - b);
}

function fileOf(dir: string, generation: number, kind: 'json' | 'body' | 'begun' | 'pending'): string {
  return path.join(dir, `${String(generation).padStart(GENERATION_DIGITS, '0')}.${kind}`);
}

/** @returns the entry, or what is wrong with it */
function readEntry(dir: string, generation: number): RedoEntry | string {
  try {
    const { entry, sha256 } = JSON.parse(fs.readFileSync(fileOf(dir, generation, 'json'), 'utf8')) as {
      entry: StoredEntry;
      sha256: string;
    };
    if (checksumOf(entry) !== sha256 || entry.generation !== generation) return 'its checksum is wrong';
    if (entry.version > VERSION) return `format ${entry.version}, this version reads up to ${VERSION}`;
    if (entry.type === 'rollback') return entry;
    const body = checksumOfFile(fileOf(dir, generation, 'body'));
    return body.sha256 === entry.sha256 ? entry : 'the checksum of its body is wrong';
  } catch (error) {
    return (error as Error).message;
  }
}

function checksumOfFile(file: string): { bytes: number; sha256: string } {
  const hash = createHash('sha256');
  const chunk = Buffer.alloc(READ_BYTES);
  const fd = fs.openSync(file, 'r');
  let bytes = 0;
  try {
    for (let read = fs.readSync(fd, chunk); read > 0; read = fs.readSync(fd, chunk)) {
      hash.update(chunk.subarray(0, read));
      bytes += read;
    }
  } finally {
    fs.closeSync(fd);
  }
  return { bytes, sha256: hash.digest('hex') };
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
