/**
 * Parts that are read page by page. At a start, a daemon answers once it has read what the first answers need: the rest
 * of the parts has its memory, and is read behind the first answer. A thread that needs a page before reads it; where
 * two threads do so at once, they write the same bytes.
 *
 * A page is compared with its checksum before it counts as read, so that no answer is of damaged bytes; those that a
 * start reads first (`beginReading`), while query threads open the snapshot (`comparePages`). Parts of an earlier release
 * have no such checksums: of these, damage is found by that of the whole (`verifyAll`).
 */
import fs from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { Part } from '../index/part.js';
import type { PartReader } from '../index/part-reader.js';
import { hasSoundPages, PAGE_BYTES } from '../index/part-seal.js';
import { bytesIn } from '../kernel/shared-memory.js';
import { storedFile } from './manifest.js';
import { type ByteRange, damaged, readRange, readRanges, type UnreadMemory } from './read-parts.js';
import type { SharedSnapshot, UnreadParts } from './shared-snapshot.js';

/** The elements of `UnreadParts.read` that tell whether all has been read, and verified; those of pages follow. */
const ALL = 0;
const VERIFIED = 1;
/** What is known of a page; 0: nothing is read. */
const SOUND = 1;
const NOT_COMPARED = 2;
/** Pages that are compared in one go: they take a millisecond. */
const COMPARED_AT_ONCE = 32;

export function unreadParts({ parts, sealed }: UnreadMemory): UnreadParts {
  const places = new Map<string, number>();
  let next = VERIFIED + 1;
  for (const [file, { byteLength }] of parts) {
    places.set(file, next);
    next += Math.ceil(byteLength / PAGE_BYTES);
  }
  return { places, sealed, read: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * next)) };
}

/** A part of a snapshot; what has not been read of it is when it is needed. @throws Problem snapshot_damaged */
export function partOf(snapshot: SharedSnapshot, file: string): Part {
  const pages = pagesOf(snapshot, file);
  return new Part(snapshot.parts.get(file)!, pages?.isDone ? undefined : pages);
}

/** Whether the checksums of all parts have been verified: in a thread that has the snapshot, another may find they are. */
export function isVerified({ unread }: SharedSnapshot): boolean {
  return unread === undefined || Atomics.load(unread.read, VERIFIED) === 1;
}

/** To be called when the checksums of all parts have been verified. */
export function markVerified({ unread }: SharedSnapshot): void {
  if (unread) Atomics.store(unread.read, VERIFIED, 1);
}

/** What a thread has begun to read, by what is known of the pages. */
const begun = new WeakMap<UnreadParts, Promise<void>>();

/**
 * Begins to read some sections of parts, by file. A thread that needs one before reads it by itself. `comparePages` waits
 * for the end, says what has failed, and is to be called before anything that is made of the sections is used.
 */
export function beginReading(snapshot: SharedSnapshot, sections: ReadonlyMap<string, Iterable<string>>): void {
  if (!snapshot.unread) return;
  const reading = readSections(snapshot, sections);
  // It may fail before it is awaited.
  reading.catch(() => undefined);
  begun.set(snapshot.unread, reading);
}

async function readSections(snapshot: SharedSnapshot, sections: ReadonlyMap<string, Iterable<string>>): Promise<void> {
  const wanted: Missing[] = [];
  for (const [file, names] of sections) {
    const pages = pagesOf(snapshot, file);
    if (!pages) continue;
    const part = partOf(snapshot, file);
    // Small sections lie in one page.
    const numbers = new Set<number>();
    for (const name of names) {
      const { offset, byteLength } = part.placeOf(name);
      for (const page of pagesBetween(offset, offset + byteLength)) numbers.add(page);
    }
    wanted.push(...pages.missing([...numbers].sort((a, b) => a - b)));
  }
  await readPages(snapshot, wanted, (pages, from, to) => pages.mark(from, to, NOT_COMPARED));
}

/**
 * Compares pages with their checksums when all are read that `beginReading` reads in this thread.
 * @throws Problem snapshot_damaged that names the file
 */
export async function comparePages(snapshot: SharedSnapshot): Promise<void> {
  const { parts, unread } = snapshot;
  if (!unread) return;
  await begun.get(unread);
  let compared = 0;
  for (const file of unread.places.keys()) {
    const pages = pagesOf(snapshot, file)!;
    for (const page of pagesBetween(0, parts.get(file)!.byteLength)) {
      if (!pages.compare(page) || ++compared % COMPARED_AT_ONCE > 0) continue;
      await turn();
    }
  }
}

/** Reads what has not been read. @throws Problem snapshot_damaged that names a file that is cut short */
export async function readRest(snapshot: SharedSnapshot): Promise<void> {
  const { parts, unread } = snapshot;
  if (!unread) return;
  const rest = [...unread.places.keys()].flatMap(file => {
    return pagesOf(snapshot, file)!.missing(pagesBetween(0, parts.get(file)!.byteLength));
  });
  await readPages(snapshot, rest, (pages, from, to) => pages.markSound(from, to));
  Atomics.store(unread.read, ALL, 1);
}

async function readPages(
  snapshot: SharedSnapshot,
  missing: readonly Missing[],
  mark: (pages: Pages, from: number, to: number) => void,
): Promise<void> {
  const pages = new Map(missing.map(one => [one.file, one.pages]));
  await readRanges(snapshot.dataDir, missing, ({ file, from, to }) => mark(pages.get(file)!, from, to));
}

/** Bytes of a part that have not been read. */
interface Missing extends ByteRange {
  pages: Pages;
}

/** @returns undefined for a part that was read as a whole */
function pagesOf({ dataDir, parts, unread }: SharedSnapshot, file: string): Pages | undefined {
  const place = unread?.places.get(file);
  if (place === undefined) return undefined;
  return new Pages(storedFile(dataDir, file), file, bytesIn(parts.get(file)!), unread!, place);
}

/** The pages that have the bytes from `from` to before `to`. */
function* pagesBetween(from: number, to: number): Generator<number> {
  for (let page = Math.floor(from / PAGE_BYTES); page * PAGE_BYTES < to; page++) yield page;
}

/** The pages of one part. */
class Pages implements PartReader {
  private readonly flags: Int32Array;
  private readonly isSealed: boolean;

  constructor(
    private readonly full: string,
    private readonly file: string,
    private readonly memory: Uint8Array,
    { read, sealed }: UnreadParts,
    /** The flag of the first page. */
    private readonly place: number,
  ) {
    this.flags = read;
    this.isSealed = sealed.has(file);
  }

  get isDone(): boolean {
    return Atomics.load(this.flags, ALL) === 1;
  }

  read(from: number, to: number): void {
    const missing = this.missing(pagesBetween(from, to));
    if (missing.length === 0) return;
    try {
      this.readFile(missing);
    } catch (error) {
      throw damaged(error);
    }
  }

  /** @param pages ascending. @returns the bytes of those that have not been read */
  missing(pages: Iterable<number>): Missing[] {
    const found: Missing[] = [];
    const { file, memory } = this;
    for (const page of pages) {
      if (Atomics.load(this.flags, this.place + page) !== 0) continue;
      const start = page * PAGE_BYTES;
      const stop = Math.min(start + PAGE_BYTES, memory.length);
      const last = found.at(-1);
      if (last?.to === start) last.to = stop;
      else found.push({ pages: this, file, memory, from: start, to: stop });
    }
    return found;
  }

  /** Notes that bytes have been read and are what was written. @param from where a page begins @throws an Error else */
  markSound(from: number, to: number): void {
    if (this.isSealed && !hasSoundPages(this.memory, from, to)) {
      throw new Error(`${this.file}: the checksum of a page is wrong`);
    }
    this.mark(from, to, SOUND);
  }

  mark(from: number, to: number, as: number): void {
    for (let at = from; at < to; at += PAGE_BYTES) Atomics.store(this.flags, this.place + at / PAGE_BYTES, as);
  }

  /** Compares a page, if it has only been read. @returns whether it did @throws Problem snapshot_damaged */
  compare(page: number): boolean {
    if (Atomics.load(this.flags, this.place + page) !== NOT_COMPARED) return false;
    const from = page * PAGE_BYTES;
    try {
      this.markSound(from, Math.min(from + PAGE_BYTES, this.memory.length));
    } catch (error) {
      throw damaged(error);
    }
    return true;
  }

  private readFile(missing: readonly Missing[]): void {
    const fd = fs.openSync(this.full, 'r');
    try {
      for (const one of missing) {
        readRange(fd, one);
        this.markSound(one.from, one.to);
      }
    } finally {
      fs.closeSync(fd);
    }
  }
}
