/**
 * Rows of value sets in a memory of WebAssembly, with the counts beside them. The rows of a view are copied when hits of
 * it are first counted.
 *
 *   0         u32 × 256       the columns to be counted
 *   COUNTS    u32 × 65,536    counts by set
 *   then by view: bitmap of hits, rows; both from multiples of 16 on
 */
import { MAX_SETS, type ValueSetTable } from '../../index/value-sets.js';
import { Assembly } from '../../kernel/assembly.js';
import { type Bitmap, bitmapWords } from '../../kernel/bitmap.js';
import { DEADLINE_STEPS, type Deadline } from '../../kernel/deadline.js';

const WORD_BYTES = 4;
const COLUMNS = 0;
const MOST_COLUMNS = 256;
const COUNTS = COLUMNS + MOST_COLUMNS * WORD_BYTES;
const VIEWS = COUNTS + (MAX_SETS + 1) * WORD_BYTES;
/** Of the rows of all views together. */
const MOST_BYTES = 256 << 20;
/** Words of a bitmap counted between two looks at the deadline. */
const WORDS_AT_ONCE = (DEADLINE_STEPS + 1) / 32;

/** Offsets of a view. */
interface Place {
  bits: number;
  rows: number;
}

export class AssemblyRows {
  private readonly places = new Map<ValueSetTable, Place>();
  private end = VIEWS;
  private words: Uint32Array;

  private constructor(private readonly assembly: Assembly) {
    this.words = new Uint32Array(assembly.buffer);
  }

  /** @returns undefined where there is no WebAssembly */
  static make(): AssemblyRows | undefined {
    const assembly = Assembly.make(VIEWS);
    return assembly && new AssemblyRows(assembly);
  }

  /** By set. Another array after a table was added. */
  get counts(): Uint32Array {
    return this.words.subarray(COUNTS / WORD_BYTES, COUNTS / WORD_BYTES + MAX_SETS + 1);
  }

  has(table: ValueSetTable): boolean {
    return this.places.has(table);
  }

  /** Copies the rows of a view, unless that would be too much. */
  add(table: ValueSetTable): void {
    const { rows, width } = table;
    const bits = this.end;
    const place = { bits, rows: aligned(bits + bitmapWords(rows.length / width) * WORD_BYTES) };
    const end = aligned(place.rows + rows.byteLength);
    if (end > MOST_BYTES || width > MOST_COLUMNS) return;
    this.assembly.reserve(end);
    const { buffer } = this.assembly;
    this.words = new Uint32Array(buffer);
    new Uint16Array(buffer, place.rows, rows.length).set(rows);
    this.places.set(table, place);
    this.end = end;
  }

  /** Adds the sets of some columns of a view to the counts. Past the deadline, of the products before. */
  count(table: ValueSetTable, hits: Bitmap, columns: Uint32Array, deadline: Deadline): void {
    const { words } = this;
    const { bits, rows } = this.places.get(table)!;
    words.set(columns, COLUMNS / WORD_BYTES);
    words.set(hits, bits / WORD_BYTES);
    for (let from = 0; from < hits.length && !deadline.passed; from += WORDS_AT_ONCE) {
      const to = Math.min(from + WORDS_AT_ONCE, hits.length);
      this.assembly.functions.countRows(rows, table.width, bits, from, to, COLUMNS, columns.length, COUNTS);
    }
  }
}

function aligned(offset: number): number {
  return (offset + 15) & ~15;
}
