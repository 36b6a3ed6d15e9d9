/**
 * Counts and orders the values of facets in a memory of WebAssembly: counts the sets of values of the products of a
 * bitmap, distributes their counts to the values, and lists those in order. What does not change is copied there when
 * it is first needed.
 *
 *   0         a tally: u32 × 4 address of the counts, columns that are counted product by product, all that are
 *             counted, their sets together; then u32 × 5 for each of up to 254 columns: offsets of cells, blocks and
 *             regions (see tally-columns.ts), address of the counts of its sets, their number
 *   COUNTS    u32 × 65,536    counts by set over the hits that most facets count, and two steps more that are read and
 *             written
 *   OWN       as COUNTS, over those of one facet
 *   LISTED    u32 × 4,096     products that are counted next, and as many as a step may write behind them
 *   then, each from a multiple of 16 on:
 *   of a view   bitmap of hits; columns of sets, each when it is first counted
 *   of an order of an attribute's values   first value of each set, ranks of the values of all sets, value of each rank
 *   scratch     counts by rank, values and their counts as listed, two pairs of words a rank for sorting, 257 words
 */
import { MAX_SETS, type ValueSets, type ValueSetTable } from '../../index/value-sets.js';
import { Assembly } from '../../kernel/assembly.js';
import { bitmapWords } from '../../kernel/bitmap.js';
import type { Deadline } from '../../kernel/deadline.js';
import type { HitSet, KeptCounts } from './faceted-hits.js';
import { type ColumnPlace, placeColumn, REGION } from './tally-columns.js';

const WORD_BYTES = 4;
/** Loads and stores are of so many bytes, and may go as far behind the last word. */
const STEP_BYTES = 16;
/** A tally, in words, and a column of it. */
const TALLY = { COUNTS: 0, LISTED_COLUMNS: 1, COLUMN_COUNT: 2, SETS: 3, COLUMNS: 4 } as const;
const COLUMN = { CELLS: 0, BLOCKS: 1, REGIONS: 2, SET_COUNTS: 3, SET_COUNT: 4 } as const;
const COLUMN_WORDS = 5;
const MOST_COLUMNS = 254;
const COUNTS = (TALLY.COLUMNS + MOST_COLUMNS * COLUMN_WORDS) * WORD_BYTES;
const COUNTS_BYTES = (MAX_SETS + 1) * WORD_BYTES + 2 * STEP_BYTES;
const OWN = COUNTS + COUNTS_BYTES;
const LISTED = OWN + COUNTS_BYTES;
/** Products that are listed between two looks at the deadline: those of a region. */
const MOST_LISTED = REGION;
const KEPT = LISTED + MOST_LISTED * WORD_BYTES + STEP_BYTES;
/** Regions of a bitmap that are counted between two looks at the deadline. */
const REGIONS_AT_ONCE = 8;
const SORTED_WORDS = 4;
const DIGIT_WORDS = 257;
const LEAST_SCRATCH = 1024;
/** Counts of a column are kept for a word when it has so many products for each set. */
const PRODUCTS_PER_SET = 8;
/** Of all that is kept. */
const MOST_BYTES = 256 << 20;

/** Offsets of a view. */
interface ViewPlace {
  bits: number;
  /** Pairs of words of the bitmap. */
  pairs: number;
  products: number;
  /** By column, once it was copied. Where hits are many, these are in fewer lines of the cache than rows are. */
  columns: (ColumnPlace | undefined)[];
}

/** Counts by set over some hits. */
class Slot {
  table: ValueSetTable | undefined;
  hits: HitSet | undefined;
  /** Columns that have been counted over the hits. */
  readonly counted = new Set<number>();

  /** @param counts their offset */
  constructor(readonly counts: number) {}

  /** The place of the counts of a column, in words. */
  at(column: number): number {
    return this.counts / WORD_BYTES + this.table!.bases[column];
  }
}

/** Offsets of an order of values. */
interface OrderPlace {
  start: number;
  ranks: number;
  byRank: number;
}

/** An order of an attribute's values: the position of each, and the value at each position. */
export interface ValueRanks {
  readonly rank: Uint32Array;
  readonly byRank: Uint32Array;
}

/** What is listed of which attribute. */
export interface ListedFacet {
  table: ValueSetTable;
  sets: ValueSets;
  order: ValueRanks;
  /** Whether values come by descending count, equal ones in the order. */
  byCount: boolean;
}

/** Values that occur, in order, with their counts; views, valid until the next are listed. */
export interface ListedValues {
  values: Uint32Array;
  counts: Uint32Array;
}

export class AssemblyTally {
  private readonly views = new Map<ValueSetTable, ViewPlace>();
  /** By the values of ranks. */
  private readonly orders = new Map<Uint32Array, OrderPlace>();
  private end = KEPT;
  private scratch = 0;
  /** Ranks that there is scratch for. */
  private ranks = 0;
  private words: Uint32Array;
  private readonly shared = new Slot(COUNTS);
  private readonly own = new Slot(OWN);

  private constructor(private readonly assembly: Assembly) {
    this.words = new Uint32Array(assembly.buffer);
  }

  /** @returns undefined where there is no WebAssembly */
  static make(): AssemblyTally | undefined {
    const assembly = Assembly.make(KEPT);
    return assembly && new AssemblyTally(assembly);
  }

  /**
   * Lists the values that hits have. Past the deadline counts are too low and must not be used.
   * @param columns of sets that further facets are counted by over the same hits; undefined: none is
   * @returns undefined where there is no room for what has to be kept
   */
  list(
    { table, sets, order, byCount }: ListedFacet,
    hits: HitSet,
    columns: readonly number[] | undefined,
    deadline: Deadline,
  ): ListedValues | undefined {
    const view = this.views.get(table) ?? this.addView(table);
    const place = view && (this.orders.get(order.byRank) ?? this.addOrder(sets, order));
    if (!view || !place) return undefined;
    const slot = columns ? this.shared : this.own;
    if (slot.table !== table || slot.hits !== hits) this.begin(slot, table, hits);
    const wanted = columns?.includes(sets.column) ? columns : [sets.column];
    for (const column of wanted) if (!this.hasColumn(table, view, column)) return undefined;
    this.count(slot, hits, view, wanted, deadline);
    const { functions } = this.assembly;
    const { scratch: counts, ranks } = this;
    const listed = counts + ranks * WORD_BYTES + STEP_BYTES;
    const pairs = listed + 2 * ranks * WORD_BYTES;
    const size = order.byRank.length;
    functions.countValues(
      slot.counts + sets.base * WORD_BYTES,
      sets.start.length - 1,
      place.start,
      place.ranks,
      counts,
    );
    const found = functions.listValues(counts, size, byCount ? 1 : 0, place.byRank, pairs, listed);
    const at = listed / WORD_BYTES;
    return {
      values: this.words.subarray(at, at + found),
      counts: this.words.subarray(at + size, at + size + found),
    };
  }

  /** Whether columns are copied already; that takes longer than counting a few hits. */
  has(table: ValueSetTable, columns: readonly number[]): boolean {
    const known = this.views.get(table)?.columns;
    return known !== undefined && columns.every(column => known[column] !== undefined);
  }

  /** Forgets what was counted before. */
  private begin(slot: Slot, table: ValueSetTable, hits: HitSet): void {
    const { bases } = slot.table ?? table;
    for (const column of slot.counted) {
      this.words.fill(0, slot.at(column), slot.at(column) + bases[column + 1] - bases[column]);
    }
    slot.counted.clear();
    slot.table = table;
    slot.hits = hits;
  }

  private count(slot: Slot, hits: HitSet, view: ViewPlace, columns: readonly number[], deadline: Deadline): void {
    const { counted } = slot;
    const missing = columns.filter((column, i) => !counted.has(column) && columns.indexOf(column) === i);
    for (const column of missing) counted.add(column);
    const { term } = hits;
    const wanted = term ? missing.filter(column => !this.restore(term, column, slot)) : missing;
    if (wanted.length === 0) return;
    this.countColumns(slot, hits, view, wanted, deadline);
    if (!term || deadline.cut) return;
    for (const column of wanted) this.keep(term, column, slot, hits.count);
  }

  /** @returns whether the counts of a column were known */
  private restore(term: KeptCounts, column: number, slot: Slot): boolean {
    const counts = term.countsOf(slot.table!, column);
    if (counts) this.words.set(counts, slot.at(column));
    return counts !== undefined;
  }

  private keep(term: KeptCounts, column: number, slot: Slot, products: number): void {
    const table = slot.table!;
    const sets = table.bases[column + 1] - table.bases[column];
    if (sets * PRODUCTS_PER_SET > products) return;
    term.keepCounts(table, column, this.words.subarray(slot.at(column), slot.at(column) + sets));
  }

  private countColumns(slot: Slot, hits: HitSet, view: ViewPlace, wanted: readonly number[], deadline: Deadline): void {
    const { functions } = this.assembly;
    const { bits, pairs, products } = view;
    if (!hits.bits) {
      this.writeTally(slot, view, wanted, () => false);
      for (let from = 0; from < hits.count && !deadline.passed; from += MOST_LISTED) {
        const some = hits.docs.subarray(from, Math.min(from + MOST_LISTED, hits.count));
        this.words.set(some, LISTED / WORD_BYTES);
        functions.countSets(0, LISTED, some.length, 1);
      }
      return;
    }
    this.words.set(hits.bits, bits / WORD_BYTES);
    this.writeTally(slot, view, wanted, ({ isByBlock }) => isByBlock);
    const regions = Math.ceil(products / REGION);
    const whole = Math.floor(products / REGION);
    for (let from = 0; from < regions && !deadline.passed; from += REGIONS_AT_ONCE) {
      functions.countRegions(0, bits, from, Math.min(from + REGIONS_AT_ONCE, regions), pairs, whole, LISTED);
    }
  }

  /** @param isByBlock whether a column is counted by blocks rather than product by product */
  private writeTally(
    slot: Slot,
    { columns: places }: ViewPlace,
    columns: readonly number[],
    isByBlock: (column: ColumnPlace) => boolean,
  ): void {
    const { words } = this;
    const { bases } = slot.table!;
    const ofBlocks = columns.filter(column => isByBlock(places[column]!));
    const listed = columns.filter(column => !ofBlocks.includes(column));
    let at: number = TALLY.COLUMNS;
    let sets = 0;
    for (const column of [...listed, ...ofBlocks]) {
      const { cells, blocks, regions } = places[column]!;
      words[at + COLUMN.CELLS] = cells;
      words[at + COLUMN.BLOCKS] = blocks;
      words[at + COLUMN.REGIONS] = regions;
      words[at + COLUMN.SET_COUNTS] = slot.at(column) * WORD_BYTES;
      words[at + COLUMN.SET_COUNT] = bases[column + 1] - bases[column];
      sets += bases[column + 1] - bases[column];
      at += COLUMN_WORDS;
    }
    words[TALLY.COUNTS] = slot.counts;
    words[TALLY.LISTED_COLUMNS] = listed.length;
    words[TALLY.COLUMN_COUNT] = columns.length;
    words[TALLY.SETS] = sets;
  }

  private addView(table: ValueSetTable): ViewPlace | undefined {
    const { rows, width } = table;
    const products = rows.length / width;
    const bitWords = bitmapWords(products);
    const bits = width > MOST_COLUMNS ? undefined : this.take(bitWords * WORD_BYTES);
    if (bits === undefined) return undefined;
    const place = { bits, pairs: bitWords / 2, products, columns: [] };
    this.views.set(table, place);
    return place;
  }

  /** Copies a column when it is first asked for. @returns whether there is room */
  private hasColumn(table: ValueSetTable, { columns }: ViewPlace, column: number): boolean {
    columns[column] ??= placeColumn(
      table,
      column,
      bytes => this.take(bytes),
      () => this.assembly.buffer,
    );
    return columns[column] !== undefined;
  }

  private addOrder({ start, values }: ValueSets, { rank, byRank }: ValueRanks): OrderPlace | undefined {
    const at = this.take(aligned(start.byteLength) + aligned(values.byteLength) + byRank.byteLength);
    if (at === undefined || !this.reserveScratch(byRank.length)) return undefined;
    const ranks = at + aligned(start.byteLength);
    const place = { start: at, ranks, byRank: ranks + aligned(values.byteLength) };
    const { words } = this;
    words.set(start, place.start / WORD_BYTES);
    words.set(byRank, place.byRank / WORD_BYTES);
    for (let i = 0; i < values.length; i++) words[ranks / WORD_BYTES + i] = rank[values[i]];
    this.orders.set(byRank, place);
    return place;
  }

  /** Makes room to list the values of so many ranks. */
  private reserveScratch(ranks: number): boolean {
    if (this.ranks >= ranks) return true;
    const size = Math.max(LEAST_SCRATCH, ranks * 2);
    const at = this.take((size * (3 + SORTED_WORDS) + DIGIT_WORDS) * WORD_BYTES + STEP_BYTES);
    if (at === undefined) return false;
    this.scratch = at;
    this.ranks = size;
    return true;
  }

  /** @returns the offset of so many bytes more, which are 0; undefined where that would be too much */
  private take(bytes: number): number | undefined {
    const at = this.end;
    const end = aligned(at + bytes + STEP_BYTES);
    if (end > MOST_BYTES) return undefined;
    this.assembly.reserve(end);
    this.words = new Uint32Array(this.assembly.buffer);
    this.end = end;
    return at;
  }
}

function aligned(offset: number): number {
  return (offset + 15) & ~15;
}
