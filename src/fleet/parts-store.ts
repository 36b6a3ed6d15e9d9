/**
 * The files of snapshots as objects that all daemons of a fleet share: parts and card files under the names that they
 * have on disk, which are made of their content, and manifests. A part that differs little from one of the snapshot before
 * is stored as its difference from that (delta.ts), whose metadata name it as its base. What arrives is compared with its
 * checksums before it gets its name.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import type { ObjectStore } from '@nats-io/obj';
import { TrailingChecksum } from '../index/trailing-checksum.js';
import { makeFolder } from '../kernel/make-folder.js';
import { isMissing } from './connection.js';
import { applyDelta, deltaOf } from './delta.js';
import { type FleetObjects, joined, PIECE_BYTES, readObject, readWhole, storeObject } from './objects.js';

/** Objects under way at a time. */
const TOGETHER = 4;
const FOLDER_MODE = 0o700;
/** Each piece is packed by itself: nearly as few bytes (0.316 of a catalog, 0.301) as by gzip at its fastest, for a quarter of its CPU. */
const BROTLI = 'br-pieces';
const PACKING = {
  chunkSize: PIECE_BYTES >> 2,
  params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 0 },
};
/** With room for one byte more, a second buffer is not made for each piece. */
const UNPACKING = { chunkSize: PIECE_BYTES + 1, maxOutputLength: PIECE_BYTES };
/** What objects of earlier versions are packed with. */
const GZIP = 'gzip';
/** A difference is stored where it takes at most this share of the file. */
const MOST_OF_FILE = 0.25;
/** Larger files are always sent as they are: both are read into memory. */
const LARGEST_WITH_DELTA = 64 << 20;
/** Differences behind one another: a daemon that joins fetches all of them. */
const LONGEST_CHAIN = 16;
/** Of a part's name, what its content has no say in. */
const KIND = /^[^-]+-/;

/** Under what name the manifest of a snapshot is stored. */
export const manifestName = (snapshot: string): string => `${snapshot}.json`;

export interface StoredFile {
  file: string;
  bytes: number;
}

export class PartsStore {
  /** Names that were seen in the store, so that they are not looked up again. */
  private readonly known = new Set<string>();

  /** Files that are being fetched before their turn. */
  private readonly early = new Map<string, Promise<number>>();
  private readonly store: ObjectStore;

  constructor(private readonly objects: FleetObjects) {
    this.store = objects.store;
  }

  /**
   * Stores those of some files that are not there.
   * @param bases files of the folder from which some of them may differ little
   * @param storedWhole called with each that is stored as it is
   * @returns the bytes that were sent
   */
  async put(
    folder: string,
    files: readonly StoredFile[],
    bases: readonly StoredFile[] = [],
    storedWhole: (stored: StoredFile) => void = () => undefined,
  ): Promise<number> {
    let sent = 0;
    await sideBySide(files, async stored => {
      const { file, bytes } = stored;
      if (await this.has(file)) return;
      const delta = await this.putDelta(folder, stored, bases);
      sent += delta;
      if (delta > 0) return;
      await this.putFile(file, path.join(folder, file));
      this.known.add(file);
      sent += bytes;
      storedWhole(stored);
    });
    return sent;
  }

  /**
   * Fetches those of some files that are not in a folder, the first ones first, and verifies them.
   * @param arriving where they are put; what an earlier call has fetched is there
   * @returns the bytes that were received
   * @throws an Error that names the file where one is missing or damaged: the others may have arrived
   */
  async fetch(folder: string, arriving: string, files: readonly StoredFile[]): Promise<number> {
    makeFolder(arriving, FOLDER_MODE);
    let received = 0;
    await sideBySide(files, async stored => {
      // What is wrong with one that has come before its turn is found out again.
      await this.early.get(stored.file)?.catch(() => undefined);
      received += await this.fetchOne(folder, arriving, stored);
    });
    return received;
  }

  /**
   * As `fetch`, of one file, before it is known whether it will be needed: `fetch` takes it over, also while it arrives.
   * @throws as `fetch`
   */
  async fetchEarly(folder: string, arriving: string, stored: StoredFile): Promise<void> {
    if (this.early.has(stored.file)) return;
    makeFolder(arriving, FOLDER_MODE);
    const fetched = this.fetchOne(folder, arriving, stored).finally(() => this.early.delete(stored.file));
    this.early.set(stored.file, fetched);
    await fetched;
  }

  /** Whether a file of the folder for what arrives is being written to. */
  isArriving(file: string): boolean {
    return [...this.early.keys()].some(name => file.endsWith(name));
  }

  private async fetchOne(folder: string, arriving: string, { file, bytes }: StoredFile): Promise<number> {
    const to = path.join(arriving, file);
    if ([path.join(folder, file), to].some(place => hasLength(place, bytes))) return 0;
    const temporary = path.join(arriving, `unverified-${file}`);
    const checksum = await this.receivePart(folder, arriving, file, temporary);
    if (!hasLength(temporary, bytes) || !checksum.holds()) {
      fs.rmSync(temporary);
      throw new Error(`${file}: what the fleet has of it is damaged`);
    }
    fs.renameSync(temporary, to);
    return bytes;
  }

  /** Stores a file as its difference from another one. @returns the bytes that were sent; 0: it differs too much */
  private async putDelta(folder: string, { file, bytes }: StoredFile, bases: readonly StoredFile[]): Promise<number> {
    const [kind] = KIND.exec(file) ?? [];
    const isBase = (base: StoredFile) => kind !== undefined && base.file.startsWith(kind) && base.bytes === bytes;
    const candidates = bytes > LARGEST_WITH_DELTA ? [] : bases.filter(isBase);
    if (candidates.length === 0) return 0;
    const next = await readIfThere(path.join(folder, file));
    let best: { base: string; delta: Buffer; length: number } | undefined;
    for (const { file: base } of candidates) {
      const info = await this.store.info(base);
      const length = Number(info?.metadata?.['chain'] ?? 0) + 1;
      const before =
        info && !info.deleted && length <= LONGEST_CHAIN ? await readIfThere(path.join(folder, base)) : undefined;
      const most = best?.delta.length ?? bytes * MOST_OF_FILE;
      const delta = before && next && deltaOf(before, next, most);
      if (delta && delta.length < most) best = { base, delta, length };
    }
    if (!best) return 0;
    const metadata = { base: best.base, chain: String(best.length) };
    await storeObject(this.objects, { name: file, metadata }, [best.delta]);
    this.known.add(file);
    return best.delta.length;
  }

  /** Stores a text. @returns its SHA-256, in hexadecimal */
  async putText(name: string, text: string): Promise<string> {
    await storeObject(this.objects, { name }, [Buffer.from(text)]);
    return createHash('sha256').update(text).digest('hex');
  }

  /** @throws an Error where it is missing or another one than expected */
  async getText(name: string, sha256: string): Promise<string> {
    const bytes = await readWhole(this.objects, name);
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw new Error(`${name}: its checksum is wrong`);
    return bytes.toString();
  }

  /** Stores a file of any kind under a name. */
  async putFile(name: string, file: string): Promise<void> {
    await storeObject(this.objects, { name, metadata: { encoding: BROTLI } }, packed(file));
  }

  /** Stores bytes of any kind under a name. */
  async putBytes(name: string, bytes: Uint8Array): Promise<void> {
    const pieces = function* () {
      for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield packedPiece(bytes.subarray(at, at + PIECE_BYTES));
    };
    await storeObject(this.objects, { name, metadata: { encoding: BROTLI } }, pieces());
  }

  /** @throws where they are missing or do not arrive as they were sent */
  async getBytes(name: string): Promise<Buffer> {
    const { info, pieces } = await readObject(this.objects, name);
    return joined(unpacked(pieces, info.metadata?.['encoding']));
  }

  /** As `receive`, of a part that may be stored as its difference from another one, which is fetched too where it lacks. */
  private async receivePart(folder: string, arriving: string, file: string, to: string): Promise<TrailingChecksum> {
    const { metadata, size } = (await this.store.info(file)) ?? {};
    const base = metadata?.['base'];
    if (base === undefined) return this.receive(file, to);
    const places = [path.join(folder, base), path.join(arriving, base)];
    let found = places.find(place => fs.existsSync(place));
    if (found === undefined) {
      found = path.join(arriving, `base-${process.hrtime.bigint()}-${base}`);
      await this.receivePart(folder, arriving, base, found);
    }
    const before = await fs.promises.readFile(found);
    if (!places.includes(found)) fs.rmSync(found);
    const delta = await readWhole(this.objects, file);
    if (delta.length !== size) throw new Error(`${file}: the fleet does not have all of it`);
    return writeDurably(to, [applyDelta(before, delta)]);
  }

  /**
   * Writes an object to a file, durably.
   * @returns its checksum, of a part or card file
   * @throws where it is missing or does not arrive as it was sent
   */
  async receive(name: string, file: string): Promise<TrailingChecksum> {
    const { info, pieces } = await readObject(this.objects, name);
    return writeDurably(file, unpacked(pieces, info.metadata?.['encoding']));
  }

  /**
   * Removes what none of the kept snapshots has.
   * @param kept names of files and manifests; asked for when what is there is known: what is stored later is not removed
   */
  async keepOnly(kept: () => ReadonlySet<string>): Promise<void> {
    const objects = await this.store.list();
    const bases = new Map(objects.map(({ name, metadata }) => [name, metadata?.['base']]));
    const needed = new Set(kept());
    // What others differ from is needed for them.
    for (const name of needed) {
      const base = bases.get(name);
      if (base !== undefined) needed.add(base);
    }
    for (const { name, deleted } of objects) if (!deleted && !needed.has(name)) await this.remove(name);
  }

  async remove(name: string): Promise<void> {
    this.known.delete(name);
    try {
      await this.store.delete(name);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  async names(): Promise<string[]> {
    const objects = await this.store.list();
    return objects.filter(({ deleted }) => !deleted).map(({ name }) => name);
  }

  /** Whether it has a file or manifest of that name. */
  async has(name: string): Promise<boolean> {
    if (this.known.has(name)) return true;
    const info = await this.store.info(name);
    if (!info || info.deleted) return false;
    this.known.add(name);
    return true;
  }
}

/** The pieces of a file, packed by this thread: in those of a pool each costs a third more. */
async function* packed(file: string): AsyncGenerator<Uint8Array> {
  const handle = await fs.promises.open(file);
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  try {
    for (;;) {
      const { bytesRead } = await handle.read(piece, 0, piece.length, null);
      if (bytesRead === 0) return;
      yield packedPiece(piece.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
}

const packedPiece = (piece: Uint8Array): Uint8Array => zlib.brotliCompressSync(piece, PACKING);

async function* unpacked(pieces: AsyncIterable<Uint8Array>, encoding: string | undefined): AsyncGenerator<Uint8Array> {
  if (encoding === GZIP) yield zlib.gunzipSync(await joined(pieces));
  else if (encoding !== BROTLI) yield* pieces;
  else for await (const piece of pieces) yield zlib.brotliDecompressSync(piece, UNPACKING);
}

/** Runs a task for each item, some at a time, in their order. @throws the first failure, when none runs any longer */
async function sideBySide<T>(items: readonly T[], run: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  const one = async () => {
    while (next < items.length) await run(items[next++]!);
  };
  const done = await Promise.allSettled(Array.from({ length: TOGETHER }, one));
  const failed = done.find(outcome => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}

/** @returns the checksum of a part or card file: what is read again may come from the disk as little as this does */
async function writeDurably(
  file: string,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<TrailingChecksum> {
  const checksum = new TrailingChecksum();
  const handle = await fs.promises.open(file, 'w', 0o600);
  try {
    for await (const piece of pieces) {
      checksum.update(piece);
      await handle.writeFile(piece);
    }
    await handle.sync();
  } catch (error) {
    fs.rmSync(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  return checksum;
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await fs.promises.readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function hasLength(file: string, bytes: number): boolean {
  return fs.statSync(file, { throwIfNoEntry: false })?.size === bytes;
}
