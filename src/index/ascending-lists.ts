/**
 * Ascending lists of numbers, each as the differences between neighbours in LEB128 (7 bits a byte, the low ones first, the
 * high bit set in all bytes but the last): where a list has many of the numbers there are, one byte each.
 *
 *   NAME.starts u32[lists + 1]   where the bytes of each list begin
 *   NAME.firsts u32[lists + 1]   how many numbers all lists before it have
 *   NAME.gaps u8                 the first number, then the differences
 */
import { growableU8, growableU32 } from '../kernel/growable.js';
import type { Part, PartWriter } from './part.js';
import type { PagedSection } from './part-reader.js';

const CONTINUED = 0x80;
const LOW_BITS = 0x7f;

export class AscendingListsWriter {
  private readonly starts = growableU32();
  private readonly firsts = growableU32();
  private readonly gaps = growableU8();

  constructor() {
    this.starts.push(0);
    this.firsts.push(0);
  }

  /** Adds the list `values[from … to)`. */
  add(values: Uint32Array, from: number, to: number): void {
    const { gaps } = this;
    let last = 0;
    for (let i = from; i < to; i++) {
      let rest = values[i] - last;
      last = values[i];
      for (; rest >= CONTINUED; rest >>>= 7) gaps.push(CONTINUED | (rest & LOW_BITS));
      gaps.push(rest);
    }
    this.firsts.push(this.firsts.get(this.firsts.length - 1) + to - from);
    this.starts.push(gaps.length);
  }

  write(part: PartWriter, name: string): void {
    part.add(`${name}.starts`, this.starts.view()).add(`${name}.firsts`, this.firsts.view());
    part.add(`${name}.gaps`, this.gaps.view());
  }
}

export class AscendingLists {
  /** How many numbers all lists before each have. */
  readonly firsts: Uint32Array;
  private readonly starts: Uint32Array;
  private readonly gaps: PagedSection<Uint8Array>;
  /** Scratch of `read`. */
  private numbers = new Uint32Array(1 << 8);

  constructor(part: Part, name: string) {
    this.starts = part.u32(`${name}.starts`);
    this.firsts = part.u32(`${name}.firsts`);
    this.gaps = part.pagedU8(`${name}.gaps`);
  }

  count(list: number): number {
    return this.firsts[list + 1] - this.firsts[list];
  }

  /** The numbers of a list, valid until the next call. */
  read(list: number): Uint32Array {
    const count = this.count(list);
    if (this.numbers.length < count) this.numbers = new Uint32Array(count * 2);
    const { numbers, starts } = this;
    let at = starts[list];
    const gaps = this.gaps.range(at, starts[list + 1]);
    let last = 0;
    for (let i = 0; i < count; i++) {
      let byte = gaps[at++];
      let gap = byte & LOW_BITS;
      for (let shift = 7; byte >= CONTINUED; shift += 7) {
        byte = gaps[at++];
        gap |= (byte & LOW_BITS) << shift;
      }
      last += gap;
      numbers[i] = last;
    }
    return numbers.subarray(0, count);
  }
}
