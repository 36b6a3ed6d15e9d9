/**
 * What a matcher keeps of a view, and where: merged query terms and the products of values, those last used, in arrays
 * that functions of WebAssembly read. Shoppers share most words, and the postings of a frequent one take longer to
 * merge than all else that a query does. Bounded by bytes, of each view and of all that a thread searches; gone with the
 * parts that it was made of.
 */
import { Arena, type ArenaArray } from '../../kernel/arena.js';
import { type Bitmap, bitmapWords } from '../../kernel/bitmap.js';
import { type ArenaCopies, AssemblySearch } from './assembly-search.js';
import type { Entry, Keeper, Kept } from './kept.js';
import { MatchScratch, type QueryCounter } from './match-scratch.js';
import { SparseBitmaps } from './sparse-bitmaps.js';

const BYTES_PER_PRODUCT = 1024;
const LEAST_BYTES = 1 << 20;
/**
 * Of a million products, half as much answers a fifth of the autocompletes a second (what beginnings of words stand for
 * takes the most of it), three quarters as much a half of them, and half as much again no more.
 */
const MOST_BYTES = 256 << 20;
/** Of all memories of a thread together. */
const MOST_BYTES_OF_ALL = 512 << 20;
/** Arrays of different sizes leave gaps. */
const WITH_GAPS = 1.25;
/** Bitmaps of one query that lie in the arena. */
const MOST_BITMAPS = 64;
/** Of fewer products, functions of WebAssembly save nothing. */
const LEAST_PRODUCTS = 1024;

interface Copy {
  readonly of: ArenaArray;
  readonly array: ArenaArray;
}

/** Copies that are kept: orders and priors under the prices and stock of a few contexts. */
const MOST_COPIES = 16;
/** Of an entry with its objects, beside its arrays; roughly. */
const ENTRY_BYTES = 800;

export class MatchMemory implements Keeper, ArenaCopies {
  readonly scratch: MatchScratch;
  /** Of counts, whose results are not kept. */
  readonly countScratch: MatchScratch;
  readonly sparse: SparseBitmaps;
  /** Undefined where loops run in TypeScript. */
  readonly assembly: AssemblySearch | undefined;
  private readonly arena: Arena | undefined;
  private readonly entries = new Map<string, Entry>();
  /**
   * The next to be dropped or passed over, and the last: a clock, so that reading an entry moves nothing (Corbató,
   * 1968).
   */
  private oldest: Entry | undefined;
  private youngest: Entry | undefined;
  /** The oldest first. */
  private readonly copies: Copy[] = [];
  private readonly limit: number;
  /** Of entries, and of arrays that were made and not released. */
  private bytes = 0;
  /** What is released when the next query begins. */
  private passing: Pick<Kept, 'arrays'>[] = [];
  private query = -1;

  /**
   * @param products how many there are in the view
   * @param assembly whether loops run in WebAssembly, where there is any
   * @param beside the memories of the thread, which share what it may keep
   */
  constructor(
    private readonly products: number,
    private readonly counter: QueryCounter,
    assembly: boolean,
    private readonly beside: { readonly size: number } = { size: 1 },
  ) {
    this.limit = Math.min(MOST_BYTES, Math.max(LEAST_BYTES, products * BYTES_PER_PRODUCT));
    const bitmaps = MOST_BITMAPS * bitmapWords(products) * Uint32Array.BYTES_PER_ELEMENT;
    const room = this.limit * WITH_GAPS + bitmaps + AssemblySearch.BYTES;
    this.arena = assembly && products >= LEAST_PRODUCTS ? Arena.make(room) : undefined;
    this.assembly = this.arena && new AssemblySearch(this.arena, this, bitmapWords(products));
    let left = this.arena ? MOST_BITMAPS : 0;
    const bitmap = (words: number) => (left-- > 0 ? this.arena?.words(words) : undefined) ?? new Uint32Array(words);
    this.scratch = new MatchScratch(bitmap, counter);
    this.countScratch = new MatchScratch(bitmap, counter);
    this.sparse = new SparseBitmaps(() => bitmap(bitmapWords(products)).fill(0));
  }

  /** To be called once, when nothing that it has kept is read again. */
  close(): void {
    for (const entry of this.entries.values()) entry.kept = undefined;
    this.arena?.close();
  }

  /** Called before anything else is, in every query. */
  begin(): void {
    if (this.query === this.counter.query) return;
    this.query = this.counter.query;
    this.scratch.begin();
    this.sparse.begin();
    if (this.passing.length === 0) return;
    for (const kept of this.passing) this.release(kept.arrays());
    this.passing = [];
  }

  entryOf(key: string): Entry | undefined {
    return this.entries.get(key);
  }

  read(entry: Entry): Kept | undefined {
    if (entry.memory !== this) return undefined;
    entry.query = this.query;
    entry.isRead = true;
    return entry.kept;
  }

  keep(key: string, kept: Kept): Entry {
    this.makeRoom(ENTRY_BYTES);
    const entry: Entry = { kept, memory: this, query: this.query, isRead: false, key, next: undefined };
    this.entries.set(key, entry);
    this.append(entry);
    return entry;
  }

  /** Keeps something for this query alone. */
  pass(kept: Kept): void {
    this.passing.push(kept);
  }

  words(length: number): Uint32Array {
    this.makeRoom(length * Uint32Array.BYTES_PER_ELEMENT);
    return this.taken(arena => arena.words(length)) ?? new Uint32Array(length);
  }

  floats(length: number): Float32Array {
    this.makeRoom(length * Float32Array.BYTES_PER_ELEMENT);
    return this.taken(arena => arena.floats(length)) ?? new Float32Array(length);
  }

  inArena(bits: Bitmap): Bitmap | undefined {
    const { arena } = this;
    if (!arena || arena.holds(bits)) return bits;
    const copy = this.scratch.bitmap(this.products);
    if (!arena.holds(copy)) return undefined;
    copy.set(bits);
    return copy;
  }

  copyOf<Of extends ArenaArray>(array: Of): Of | undefined {
    const { arena, copies } = this;
    if (!arena) return undefined;
    for (let i = 0; i < copies.length; i++) if (copies[i].of === array) return copies[i].array as Of;
    const copy = array instanceof Float32Array ? this.floats(array.length) : this.words(array.length);
    if (!arena.holds(copy)) {
      this.release([copy]);
      return undefined;
    }
    copy.set(array);
    copies.push({ of: array, array: copy });
    if (copies.length > MOST_COPIES) {
      const [oldest] = copies.splice(0, 1);
      this.passing.push({ arrays: () => [oldest.array] });
    }
    return copy as Of;
  }

  private taken<Of>(make: (arena: Arena) => Of | undefined): Of | undefined {
    const { arena } = this;
    if (!arena) return undefined;
    for (;;) {
      const array = make(arena);
      if (array || !this.drop()) return array;
    }
  }

  /** Counts what is about to be made, and drops what is in its way. */
  private makeRoom(bytes: number): void {
    this.bytes += bytes;
    const share = MOST_BYTES_OF_ALL / Math.max(1, this.beside.size);
    while (this.bytes > Math.min(this.limit, share) && this.drop());
  }

  private append(entry: Entry): void {
    if (this.youngest) this.youngest.next = entry;
    else this.oldest = entry;
    this.youngest = entry;
  }

  /** Drops what was not read for long, unless this query has read it. */
  private drop(): boolean {
    // Twice around: what was read is passed over once.
    for (let left = 2 * this.entries.size; left > 0; left--) {
      const entry = this.oldest!;
      this.oldest = entry.next;
      if (!this.oldest) this.youngest = undefined;
      entry.next = undefined;
      const { kept } = entry;
      if (entry.query !== this.query && !entry.isRead && kept) {
        this.entries.delete(entry.key);
        this.bytes -= ENTRY_BYTES;
        this.release(kept.arrays());
        entry.kept = undefined;
        return true;
      }
      entry.isRead = false;
      this.append(entry);
    }
    return false;
  }

  private release(arrays: Iterable<ArenaArray>): void {
    for (const array of arrays) {
      this.bytes -= array.byteLength;
      this.arena?.release(array);
    }
  }
}
