/**
 * A part: an immutable file of named sections of typed numbers or bytes, loaded into shared memory as a whole.
 *
 *   0   8  "VTRNPART"
 *   8   4  format version (u32, little endian)
 *  12   4  length of the table
 *  16   …  table: JSON {kind, meta, sections: [[name, offset, byteLength]]}
 *   …   …  sections, each at a multiple of 8
 *   …   …  seal: checksums of pages, and of everything (see part-seal.ts); of version 1, the latter alone
 *
 * The file is named KIND-HASH.part after that checksum: equal content is the same file, so that snapshots share
 * unchanged parts. Numbers have the byte order of the machine, which is little endian on every supported platform.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Problem } from '../errors/problem.js';
import { bytesIn, sharedMemory } from '../kernel/shared-memory.js';
import { concatenated, writeDurably } from './durable-file.js';
import { PagedSection, type PartReader, type SectionData } from './part-reader.js';
import { hasSoundPages, hasSoundSums, PART_CHECKSUM_BYTES, sealBytes, sealOf } from './part-seal.js';
import { Spill, type SpilledBytes } from './spilled-bytes.js';
import { hasTrailingChecksum, type ReadProgress } from './trailing-checksum.js';

const MAGIC = Buffer.from('VTRNPART');
export const PART_VERSION = 2;
/** Its pages have no checksums. */
const UNSEALED_VERSION = 1;
/** Before the table. */
const HEAD_BYTES = 16;
/** Longer parts are written section by section, rather than copied into memory of their own first. */
const COPIED_BYTES = 4 << 20;
const HASHED_BYTES = 1 << 20;
/** Shorter sections wait in memory, where others wait on disk. */
const SPILLED_BYTES = 1 << 20;
const ALIGNMENT = 8;
const PADDING = new Uint8Array(ALIGNMENT);

export interface PartFile {
  file: string;
  bytes: number;
}

interface Table {
  kind: string;
  meta: unknown;
  sections: [name: string, offset: number, byteLength: number][];
}

/** A section: its bytes, or where they lie on disk, or their number where they are written later. */
interface Section {
  name: string;
  length: number;
  bytes?: Uint8Array;
  spilled?: SpilledBytes;
}

/** Head and table, where the first section begins, the offset of each from there, and the length of the content. */
interface Layout {
  head: Buffer;
  base: number;
  offsets: number[];
  bytes: number;
}

/** Sections that are written when the part is. */
interface LaterSections {
  first: number;
  count: number;
  write(sections: Uint8Array[]): void;
}

export class PartWriter {
  private readonly sections: Section[] = [];
  private readonly later: LaterSections[] = [];
  private spill: Spill | undefined;

  /**
   * @param spillDir a folder on disk where large sections wait until the part is written, which then is to be; absent:
   * all wait in memory
   */
  constructor(
    readonly kind: string,
    /** Small values beside the sections: JSON with a stable order of members, as they are when the part is written. */
    private readonly meta: unknown = {},
    private readonly spillDir?: string,
  ) {}

  add(name: string, data: SectionData): this {
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    const { length } = bytes;
    if (this.spillDir === undefined || length < SPILLED_BYTES) this.sections.push({ name, length, bytes });
    else {
      this.spill ??= new Spill(this.spillDir);
      this.sections.push({ name, length, spilled: this.spill.add(bytes) });
    }
    return this;
  }

  /**
   * Adds sections that are written when the part is, in its own memory: large ones are not held, and copied, beside it.
   * @param lengths in bytes, by name
   * @param write fills the sections, which begin at multiples of 8
   */
  addLater(
    lengths: readonly (readonly [name: string, bytes: number])[],
    write: (sections: Uint8Array[]) => void,
  ): this {
    this.later.push({ first: this.sections.length, count: lengths.length, write });
    for (const [name, length] of lengths) this.sections.push({ name, length });
    return this;
  }

  /** Writes and syncs the file in `dir` (see later-syncs.ts), unless an equal one exists. */
  write(dir: string): PartFile {
    const layout = this.layout();
    const inPieces = layout.bytes > COPIED_BYTES || this.spill !== undefined;
    const pieces = inPieces ? this.pieces(layout) : [this.content(layout)];
    const seal = sealOf(pieces);
    const file = `${this.kind}-${seal.subarray(-PART_CHECKSUM_BYTES).toString('hex').slice(0, 32)}.part`;
    writeDurably(path.join(dir, file), concatenated(pieces, [seal]));
    this.spill?.close();
    return { file, bytes: layout.bytes + seal.length };
  }

  /** The whole part, in memory of its own. */
  encode(): Buffer {
    const layout = this.layout();
    const out = Buffer.alloc(layout.bytes + sealBytes(layout.bytes));
    const content = out.subarray(0, layout.bytes);
    this.fill(content, layout);
    sealOf([content]).copy(out, layout.bytes);
    return out;
  }

  /** The part in shared memory alone, without its seal: it is computed from parts whose own are verified. */
  share(): SharedArrayBuffer {
    const layout = this.layout();
    const shared = sharedMemory(layout.bytes + sealBytes(layout.bytes));
    this.fill(bytesIn(shared), layout);
    return shared;
  }

  private content(layout: Layout): Buffer {
    const out = Buffer.alloc(layout.bytes);
    this.fill(out, layout);
    return out;
  }

  /** The content of the part, one piece after the other. Each is valid until the next. */
  private pieces({ head, base }: Layout): Iterable<Uint8Array> {
    const sections = this.sections.map(({ bytes, spilled, length }) => bytes ?? spilled ?? new Uint8Array(length));
    for (const { first, count, write } of this.later) write(sections.slice(first, first + count) as Uint8Array[]);
    const padding = (length: number): Uint8Array => PADDING.subarray(0, align(length) - length);
    const bytesOf = (section: Uint8Array | SpilledBytes): Iterable<Uint8Array> =>
      section instanceof Uint8Array ? [section] : this.spill!.read(section);
    return {
      *[Symbol.iterator]() {
        yield head;
        yield PADDING.subarray(0, base - head.length);
        for (const section of sections) {
          yield* bytesOf(section);
          yield padding(section.length);
        }
      },
    };
  }

  private layout(): Layout {
    // Offsets in the table depend on its own length: they are relative to the first section, which starts at the
    // first multiple of 8 behind the table.
    let offset = 0;
    const sections = this.sections.map(({ name, length }): [string, number, number] => {
      const at = offset;
      offset = align(offset + length);
      return [name, at, length];
    });
    const table = Buffer.from(JSON.stringify({ kind: this.kind, meta: this.meta, sections } satisfies Table));
    const head = Buffer.alloc(HEAD_BYTES + table.length);
    MAGIC.copy(head, 0);
    head.writeUInt32LE(PART_VERSION, 8);
    head.writeUInt32LE(table.length, 12);
    table.copy(head, HEAD_BYTES);
    const base = align(head.length);
    return { head, base, offsets: sections.map(([, at]) => at), bytes: base + offset };
  }

  private fill(out: Uint8Array, { head, base, offsets }: Layout): void {
    out.set(head);
    this.sections.forEach(({ bytes, spilled, length }, i) => {
      const at = base + offsets[i];
      if (bytes) out.set(bytes, at);
      else if (spilled) this.spill!.readInto(out.subarray(at, at + length), spilled);
    });
    for (const { first, count, write } of this.later) {
      const sections = this.sections.slice(first, first + count);
      write(
        sections.map(({ length }, i) => out.subarray(base + offsets[first + i], base + offsets[first + i] + length)),
      );
    }
  }
}

export class Part {
  readonly kind: string;
  readonly meta: unknown;
  private readonly table = new Map<string, { offset: number; byteLength: number }>();

  /**
   * @param reader of what has not been read of it
   * @throws `snapshot_damaged` when the bytes are no part of this version; only `verifyPart` checks the checksum
   */
  constructor(
    private readonly buffer: ArrayBufferLike,
    private readonly reader?: PartReader,
  ) {
    reader?.read(0, Math.min(HEAD_BYTES, buffer.byteLength));
    const head = Buffer.from(buffer, 0, Math.min(HEAD_BYTES, buffer.byteLength));
    if (head.length < HEAD_BYTES || !head.subarray(0, 8).equals(MAGIC))
      throw new Problem('snapshot_damaged', 'not a snapshot part');
    const version = head.readUInt32LE(8);
    if (version !== PART_VERSION && version !== UNSEALED_VERSION) {
      throw new Problem('snapshot_damaged', `snapshot part has format ${version}, this version reads ${PART_VERSION}`);
    }
    const length = head.readUInt32LE(12);
    const end = HEAD_BYTES + length;
    if (end > buffer.byteLength) throw tableDamaged(`it would end at ${end} of ${buffer.byteLength} bytes`);
    reader?.read(HEAD_BYTES, end);
    // TextDecoder refuses shared memory, so the table is copied out.
    const { kind, meta, sections } = parseTable(Buffer.from(new Uint8Array(buffer, HEAD_BYTES, length).slice()));
    this.kind = kind;
    this.meta = meta;
    const base = align(end);
    for (const [name, at, byteLength] of sections) {
      const offset = base + at;
      const fits = at >= 0 && byteLength >= 0 && offset + byteLength <= buffer.byteLength;
      if (!fits || at % ALIGNMENT !== 0) throw tableDamaged(`section ${name} has ${byteLength} bytes at ${offset}`);
      this.table.set(name, { offset, byteLength });
    }
  }

  get names(): string[] {
    return [...this.table.keys()];
  }

  has(name: string): boolean {
    return this.table.has(name);
  }

  /** Where a section lies among the bytes of the part. */
  placeOf(name: string): { offset: number; byteLength: number } {
    const found = this.table.get(name);
    if (!found) throw new Problem('snapshot_damaged', `snapshot part ${this.kind} has no section ${name}`);
    return found;
  }

  u8(name: string): Uint8Array {
    return this.pagedU8(name).whole;
  }

  i8(name: string): Int8Array {
    const { offset, byteLength } = this.placeOf(name);
    return this.paged(new Int8Array(this.buffer, offset, byteLength)).whole;
  }

  u16(name: string): Uint16Array {
    return this.pagedU16(name).whole;
  }

  u32(name: string): Uint32Array {
    return this.pagedU32(name).whole;
  }

  i32(name: string): Int32Array {
    const { offset, byteLength } = this.placeOf(name);
    return this.paged(new Int32Array(this.buffer, offset, byteLength >> 2)).whole;
  }

  f32(name: string): Float32Array {
    const { offset, byteLength } = this.placeOf(name);
    return this.paged(new Float32Array(this.buffer, offset, byteLength >> 2)).whole;
  }

  f64(name: string): Float64Array {
    const { offset, byteLength } = this.placeOf(name);
    return this.paged(new Float64Array(this.buffer, offset, byteLength >> 3)).whole;
  }

  /** Sections that are read page by page, as they are used. */
  pagedU8(name: string): PagedSection<Uint8Array> {
    const { offset, byteLength } = this.placeOf(name);
    return this.paged(new Uint8Array(this.buffer, offset, byteLength));
  }

  pagedU16(name: string): PagedSection<Uint16Array> {
    const { offset, byteLength } = this.placeOf(name);
    return this.paged(new Uint16Array(this.buffer, offset, byteLength >> 1));
  }

  pagedU32(name: string): PagedSection<Uint32Array> {
    const { offset, byteLength } = this.placeOf(name);
    return this.paged(new Uint32Array(this.buffer, offset, byteLength >> 2));
  }

  private paged<Data extends SectionData>(array: Data): PagedSection<Data> {
    return new PagedSection(array, this.reader);
  }
}

/** @throws Problem snapshot_damaged unless it has the form of a table */
function parseTable(json: Buffer): Table {
  let table: Partial<Table> | null;
  try {
    table = JSON.parse(json.toString()) as Partial<Table> | null;
  } catch (error) {
    throw tableDamaged((error as Error).message);
  }
  const { kind, meta, sections } = table ?? {};
  if (typeof kind !== 'string' || !Array.isArray(sections) || !sections.every(isSection)) {
    throw tableDamaged('expected {kind, meta, sections: [[name, offset, byteLength]]}');
  }
  return { kind, meta, sections };
}

function isSection(section: unknown): section is Table['sections'][number] {
  if (!Array.isArray(section)) return false;
  const [name, offset, byteLength] = section as unknown[];
  return typeof name === 'string' && Number.isInteger(offset) && Number.isInteger(byteLength);
}

function tableDamaged(why: string): Problem {
  return new Problem('snapshot_damaged', `the table of a snapshot part is damaged: ${why}`);
}

/** Whether a part has checksums of its pages. @param head its first bytes */
export function isSealed(head: Buffer): boolean {
  return head.length >= HEAD_BYTES && head.readUInt32LE(8) === PART_VERSION;
}

/** Whether a file of a snapshot is a part, by its name. */
export function isPartFile(file: string): boolean {
  return file.endsWith('.part');
}

/** Whether the trailing checksum of a file matches its content, which is read piece by piece. */
export function verifyPartFile(file: string, progress?: ReadProgress): boolean {
  const fd = fs.openSync(file, 'r');
  try {
    return hasTrailingChecksum(fd, HEAD_BYTES, progress);
  } finally {
    fs.closeSync(fd);
  }
}

/** Reads a part from a file into memory of this thread, without checking its checksum. */
export function readPart(file: string): Part {
  const bytes = fs.readFileSync(file);
  const whole = bytes.byteLength === bytes.buffer.byteLength;
  return new Part(whole ? bytes.buffer : bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

/** Whether the trailing checksum matches the bytes. */
export function verifyPart(bytes: Uint8Array): boolean {
  if (bytes.length < HEAD_BYTES + PART_CHECKSUM_BYTES) return false;
  const end = bytes.length - PART_CHECKSUM_BYTES;
  const hash = createHash('sha256');
  // One call takes two gigabytes at most.
  for (let at = 0; at < end; at += HASHED_BYTES) {
    hash.update(bytes.subarray(at, Math.min(at + HASHED_BYTES, end)));
  }
  return hash.digest().equals(Buffer.from(bytes.subarray(end)));
}

/** Whether the content is what was written, by the checksums of pages, which take a fourth of the time. */
export function hasSoundContent(bytes: Uint8Array): boolean {
  if (!isSealed(Buffer.from(bytes.subarray(0, HEAD_BYTES)))) return verifyPart(bytes);
  return hasSoundSums(bytes) && hasSoundPages(bytes, 0, bytes.length);
}

function align(offset: number): number {
  // Not by bits, of which numbers have 32: a part may be longer.
  return Math.ceil(offset / ALIGNMENT) * ALIGNMENT;
}
