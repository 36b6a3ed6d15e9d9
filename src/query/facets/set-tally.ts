/** How many hits have each set of values: one step for each column of each hit, which lie side by side in memory. */
import type { ValueSetTable } from '../../index/value-sets.js';
import { DEADLINE_STEPS, type Deadline } from '../../kernel/deadline.js';
import type { HitSet } from './listing.js';

/** Scratch of one thread. Of a column, `sets[base … base + found[column])` are those that occur. */
export class SetTally {
  /** Hits by set. */
  counts = new Uint32Array(1024);
  sets = new Uint32Array(1024);
  found = new Uint32Array(64);
  private done: { table: ValueSetTable; hits: HitSet; from: number; to: number } | undefined;

  /** Counts the columns `[from, to)`, unless that is what was counted last. Past the deadline counts are too low. */
  count(table: ValueSetTable, hits: HitSet, from: number, to: number, deadline: Deadline): void {
    const { done } = this;
    if (done?.table === table && done.hits === hits && done.from === from && done.to === to) return;
    this.forget();
    this.done = { table, hits, from, to };
    const { rows, width, bases, setCount } = table;
    if (this.counts.length < setCount) {
      this.counts = new Uint32Array(setCount * 2);
      this.sets = new Uint32Array(setCount * 2);
    }
    if (this.found.length < width) this.found = new Uint32Array(width * 2);
    const { counts, sets, found } = this;
    const { docs, count } = hits;
    for (let i = 0; i < count; i++) {
      if ((i & DEADLINE_STEPS) === 0 && deadline.passed) return;
      const row = docs[i] * width;
      for (let column = from; column < to; column++) {
        const set = rows[row + column];
        if (counts[set]++ === 0) sets[bases[column] + found[column]++] = set;
      }
    }
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
