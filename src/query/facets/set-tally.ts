/**
 * Counts hits by set of values (see `index/value-sets.ts`): one step for each column of each hit, which are adjacent in
 * memory. `facet-counts.ts` distributes the counts to the values.
 */
import type { ValueSetTable } from '../../index/value-sets.js';
import type { Bitmap } from '../../kernel/bitmap.js';
import { DEADLINE_STEPS, type Deadline } from '../../kernel/deadline.js';
import type { HitSet } from './faceted-hits.js';

/** Hits below which it is quicker to note sets as they turn up than to look for them among all sets: a hit in so many. */
const SETS_PER_HIT = 8;

/** Scratch of one thread. Of a column, `sets[base … base + found[column])` are those that occur, in no order. */
export class SetTally {
  /** Hits by set; 0 for all others. */
  counts = new Uint32Array(1024);
  sets = new Uint32Array(1024);
  found = new Uint32Array(64);
  /** Of products, a little more than are counted between two looks at the deadline. */
  private readonly listed = new Uint32Array(DEADLINE_STEPS + 1 + 32);
  private done: { table: ValueSetTable; hits: HitSet; from: number; to: number } | undefined;

  /** Counts the columns `[from, to)`, unless that is what was counted last. Past the deadline counts are too low. */
  count(table: ValueSetTable, hits: HitSet, from: number, to: number, deadline: Deadline): void {
    const { done } = this;
    if (done?.table === table && done.hits === hits && done.from === from && done.to === to) return;
    this.forget();
    this.done = { table, hits, from, to };
    const { width, bases, setCount } = table;
    if (this.counts.length < setCount) {
      this.counts = new Uint32Array(setCount * 2);
      this.sets = new Uint32Array(setCount * 2);
    }
    if (this.found.length < width) this.found = new Uint32Array(width * 2);
    if (hits.count * SETS_PER_HIT < bases[to] - bases[from]) this.countFew(table, hits, from, to);
    else this.countMany(table, hits, from, to, deadline);
  }

  private countFew({ rows, width, bases }: ValueSetTable, { docs, count }: HitSet, from: number, to: number): void {
    const { counts, sets, found } = this;
    for (let i = 0; i < count; i++) {
      const row = docs[i] * width;
      for (let column = from; column < to; column++) {
        const set = rows[row + column];
        if (counts[set]++ === 0) sets[bases[column] + found[column]++] = set;
      }
    }
  }

  private countMany(table: ValueSetTable, hits: HitSet, from: number, to: number, deadline: Deadline): void {
    const { counts, sets, found } = this;
    if (hits.bits) this.countBits(table, hits.bits, from, to, deadline);
    else {
      const { docs, count } = hits;
      for (let start = 0; start < count && !deadline.passed; start += DEADLINE_STEPS + 1) {
        countRows(table, from, to, docs, start, Math.min(count, start + DEADLINE_STEPS + 1), counts);
      }
    }
    for (let column = from; column < to; column++) {
      found[column] = listCounted(counts, table.bases[column], table.bases[column + 1], sets);
    }
  }

  /** Lists some thousand products at a time, which stay in the nearest cache until they are counted. */
  private countBits(table: ValueSetTable, bits: Bitmap, from: number, to: number, deadline: Deadline): void {
    const { listed } = this;
    let count = 0;
    for (let word = 0; word < bits.length; word++) {
      for (let rest = bits[word]; rest !== 0; rest &= rest - 1) {
        listed[count++] = (word << 5) + 31 - Math.clz32(rest & -rest);
      }
      if (count <= DEADLINE_STEPS) continue;
      if (deadline.passed) return;
      countRows(table, from, to, listed, 0, count, this.counts);
      count = 0;
    }
    countRows(table, from, to, listed, 0, count, this.counts);
  }

  private forget(): void {
    if (!this.done) return;
    const { table, from, to } = this.done;
    for (let column = from; column < to; column++) {
      const base = table.bases[column];
      for (let i = base; i < base + this.found[column]; i++) this.counts[this.sets[i]] = 0;
      this.found[column] = 0;
    }
  }
}

/** Counts the columns `[from, to)` of the rows of `docs[start … end)`. */
function countRows(
  { rows, width }: ValueSetTable,
  from: number,
  to: number,
  docs: Uint32Array,
  start: number,
  end: number,
  counts: Uint32Array,
): void {
  let column = from;
  for (; column + 4 <= to; column += 4) countFour(rows, width, column, docs, start, end, counts);
  for (; column < to; column++) countOne(rows, width, column, docs, start, end, counts);
}

/** Four columns a step: a loop over them takes three times as long (97 against 32 µs for 5,000 rows). */
function countFour(
  rows: Uint16Array,
  width: number,
  column: number,
  docs: Uint32Array,
  start: number,
  end: number,
  counts: Uint32Array,
): void {
  for (let i = start; i < end; i++) {
    const at = docs[i] * width + column;
    counts[rows[at]]++;
    counts[rows[at + 1]]++;
    counts[rows[at + 2]]++;
    counts[rows[at + 3]]++;
  }
}

function countOne(
  rows: Uint16Array,
  width: number,
  column: number,
  docs: Uint32Array,
  start: number,
  end: number,
  counts: Uint32Array,
): void {
  for (let i = start; i < end; i++) counts[rows[docs[i] * width + column]]++;
}

/** Lists the ordinals in `[from, to)` that have a count, from `out[from]` on. @returns how many */
function listCounted(counts: Uint32Array, from: number, to: number, out: Uint32Array): number {
  let at = from;
  for (let set = from; set < to; set++) {
    out[at] = set;
    at += counts[set] === 0 ? 0 : 1;
  }
  return at - from;
}
