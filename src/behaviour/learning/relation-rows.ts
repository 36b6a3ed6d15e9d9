/**
 * Weighted relations from slots to slots: a short row of partners for each slot, searched linearly, all rows in one
 * pool. A full row evicts its lightest partner for a new one; a full pool evicts the lighter half of all partners. The
 * content of the rows never depends on their places in the pool.
 *
 * A row's block in the pool has a power of two of cells, from 4 on; blocks that rows have outgrown are reused.
 */
import type { Part, PartWriter } from '../../index/part.js';

const SMALLEST = 4;
const MOST_SUPPORT = 255;
/** Number of partners sampled to estimate the median weight. */
const SAMPLE = 50_000;

/** Size of the block that holds a row of `length` partners. */
function blockSize(length: number): number {
  return length === 0 ? 0 : length <= SMALLEST ? SMALLEST : 1 << (32 - Math.clz32(length - 1));
}

export class RelationRows {
  /** Partners, weights and the number of times (at most 255) they were added, in rows. Replaced when they grow. */
  to = new Uint32Array(0);
  weight = new Float32Array(0);
  support = new Uint8Array(0);
  private starts = new Uint32Array(0);
  private lengths = new Uint8Array(0);
  /** End of the used part of the pool. */
  private top = 0;
  /** Cells of blocks in use. */
  private cells = 0;
  /** Free blocks, by size. */
  private readonly freeBlocks = new Map<number, number[]>();

  /**
   * @param longest partners of one slot, a power of two up to 128.
   * @param limit cells of all rows; while rows move, up to twice as many lie in memory.
   */
  constructor(
    private readonly longest: number,
    private readonly limit: number,
  ) {}

  start(from: number): number {
    return from < this.starts.length ? this.starts[from] : 0;
  }

  /** Behind the last partner. */
  end(from: number): number {
    return from < this.starts.length ? this.starts[from] + this.lengths[from] : 0;
  }

  /** Number of cells in use, which `limit` bounds. */
  get size(): number {
    return this.cells;
  }

  /** The weight of the relation from `from` to `to`; 0 where there is none. */
  weightOf(from: number, to: number): number {
    const end = this.end(from);
    for (let i = this.start(from); i < end; i++) if (this.to[i] === to) return this.weight[i];
    return 0;
  }

  /** Takes one of the additions to a partner back: its share of the weight, or `most` where that is less. */
  takeBack(from: number, to: number, most: number): void {
    const end = this.end(from);
    for (let i = this.start(from); i < end; i++) {
      if (this.to[i] !== to || this.support[i] === 0) continue;
      this.weight[i] -= Math.min(most, this.weight[i] / this.support[i]);
      this.support[i]--;
      return;
    }
  }

  /** Adds to the weight of a partner; `supports`: the evidence is independent of earlier additions. */
  add(from: number, to: number, weight: number, supports: boolean): void {
    if (from >= this.starts.length) this.growTo(from + 1);
    const start = this.starts[from];
    const length = this.lengths[from];
    const partners = this.to;
    for (let i = start; i < start + length; i++) {
      if (partners[i] !== to) continue;
      this.weight[i] += weight;
      if (supports && this.support[i] < MOST_SUPPORT) this.support[i]++;
      return;
    }
    let at = start + length;
    if (length === this.longest) at = this.lightest(start, at);
    else {
      if (length === blockSize(length)) at = this.move(from) + length;
      this.lengths[from]++;
    }
    this.to[at] = to;
    this.weight[at] = weight;
    this.support[at] = supports ? 1 : 0;
    if (this.cells > this.limit) this.evictLightHalf();
  }

  scale(factor: number): void {
    for (let i = 0; i < this.top; i++) this.weight[i] *= factor;
  }

  /** Removes the rows of released slots, and released partners from all rows. */
  drop(goneFrom: Uint8Array | undefined, goneTo: Uint8Array | undefined): void {
    this.rebuild((from, i) => goneFrom?.[from] !== 1 && goneTo?.[this.to[i]] !== 1);
  }

  /** @param slots number of slots, each with a row */
  write(part: PartWriter, prefix: string, slots: number): void {
    const lengths = new Uint8Array(slots);
    lengths.set(this.lengths.subarray(0, slots));
    const total = lengths.reduce((sum, length) => sum + length, 0);
    const to = new Uint32Array(total);
    const weight = new Float32Array(total);
    const support = new Uint8Array(total);
    for (let from = 0, at = 0; from < slots; at += lengths[from++]) {
      to.set(this.to.subarray(this.start(from), this.end(from)), at);
      weight.set(this.weight.subarray(this.start(from), this.end(from)), at);
      support.set(this.support.subarray(this.start(from), this.end(from)), at);
    }
    part.add(`${prefix}.lengths`, lengths).add(`${prefix}.to`, to);
    part.add(`${prefix}.weight`, weight).add(`${prefix}.support`, support);
  }

  /** Restores encoded rows; all rows must be empty. */
  read(part: Part, prefix: string): void {
    this.lengths = part.u8(`${prefix}.lengths`).slice();
    this.starts = new Uint32Array(this.lengths.length);
    for (let from = 0, at = 0; from < this.lengths.length; at += this.lengths[from++]) this.starts[from] = at;
    this.to = part.u32(`${prefix}.to`).slice();
    this.weight = part.f32(`${prefix}.weight`).slice();
    this.support = part.u8(`${prefix}.support`).slice();
    this.rebuild(() => true);
  }

  private lightest(start: number, end: number): number {
    let least = start;
    for (let i = start + 1; i < end; i++) if (this.weight[i] < this.weight[least]) least = i;
    return least;
  }

  /** Moves a row to a block of twice the size. @returns its new offset in the pool */
  private move(from: number): number {
    const start = this.starts[from];
    const length = this.lengths[from];
    const size = Math.max(SMALLEST, length * 2);
    const moved = this.freeBlocks.get(size)?.pop() ?? this.extend(size);
    this.to.copyWithin(moved, start, start + length);
    this.weight.copyWithin(moved, start, start + length);
    this.support.copyWithin(moved, start, start + length);
    if (length > 0) {
      const free = this.freeBlocks.get(length);
      if (free) free.push(start);
      else this.freeBlocks.set(length, [start]);
    }
    this.starts[from] = moved;
    this.cells += size - length;
    return moved;
  }

  private extend(size: number): number {
    const at = this.top;
    this.top += size;
    if (this.top > this.to.length) {
      const capacity = Math.max(1024, this.top, Math.min(this.to.length * 2, this.limit * 2));
      const { to, weight, support } = this;
      this.to = new Uint32Array(capacity);
      this.weight = new Float32Array(capacity);
      this.support = new Uint8Array(capacity);
      this.to.set(to);
      this.weight.set(weight);
      this.support.set(support);
    }
    return at;
  }

  private growTo(slots: number): void {
    const capacity = Math.max(1024, slots, this.starts.length * 2);
    const { starts, lengths } = this;
    this.starts = new Uint32Array(capacity);
    this.lengths = new Uint8Array(capacity);
    this.starts.set(starts);
    this.lengths.set(lengths);
  }

  /** Evicts the lighter half of all partners, by an estimate of the median weight. */
  private evictLightHalf(): void {
    const total = this.lengths.reduce((sum, length) => sum + length, 0);
    const step = Math.ceil(total / SAMPLE);
    const sample: number[] = [];
    for (let from = 0, n = 0; from < this.lengths.length; from++) {
      for (let i = this.start(from); i < this.end(from); i++) if (n++ % step === 0) sample.push(this.weight[i]);
    }
    const middle = Float32Array.from(sample).sort()[sample.length >> 1];
    // Of partners with the median weight every second one is evicted, so that equal weights free half of the pool too.
    let equals = 0;
    this.rebuild((_, i) => this.weight[i] > middle || (this.weight[i] === middle && equals++ % 2 === 0));
  }

  /**
   * Compacts the pool: every row lies in the smallest block that holds it.
   * @param keep is given a slot and a place in its row.
   */
  private rebuild(keep: (from: number, i: number) => boolean): void {
    const lengths = new Uint8Array(this.lengths.length);
    const kept = new Uint32Array(this.lengths.reduce((sum, length) => sum + length, 0));
    let count = 0;
    for (let from = 0; from < lengths.length; from++) {
      for (let i = this.start(from); i < this.end(from); i++) {
        if (!keep(from, i)) continue;
        kept[count++] = i;
        lengths[from]++;
      }
    }
    const { to, weight, support } = this;
    this.cells = 0;
    for (const length of lengths) this.cells += blockSize(length);
    const capacity = Math.ceil(this.cells * 1.25);
    this.to = new Uint32Array(capacity);
    this.weight = new Float32Array(capacity);
    this.support = new Uint8Array(capacity);
    this.freeBlocks.clear();
    this.top = 0;
    let next = 0;
    for (let from = 0; from < lengths.length; from++) {
      this.starts[from] = this.top;
      for (let k = 0; k < lengths[from]; k++, next++) {
        this.to[this.top + k] = to[kept[next]];
        this.weight[this.top + k] = weight[kept[next]];
        this.support[this.top + k] = support[kept[next]];
      }
      this.top += blockSize(lengths[from]);
    }
    this.lengths = lengths;
  }
}
