/**
 * The values of an attribute in the order in which they were added, each with its owner. A view has some twenty for
 * each product until its parts are written: owners are kept as differences, which nearly always take one byte, and
 * values by ordinals of two bytes until there are more.
 */
import { type Growable, growableU8, growableU16, growableU32 } from '../kernel/growable.js';

/** Ordinals from here on take four bytes. */
const TWO_BYTES = 0x10000;
/** Of a byte of LEB128: that another one follows, and the bits of the number. */
const CONTINUED = 0x80;
const LOW_BITS = 0x7f;

/** Owners, and the value of each. */
export interface Pairs {
  owners: Uint32Array;
  values: Uint32Array;
}

export class ValuePairs {
  /** The difference of each owner from the one before, in LEB128: twice, and one less than that where it is below 0. */
  private readonly steps = growableU8();
  private ordinals: Growable<Uint16Array> | Growable<Uint32Array> = growableU16();
  private last = 0;

  add(owner: number, ordinal: number): void {
    const step = owner - this.last;
    this.last = owner;
    let rest = step < 0 ? -2 * step - 1 : 2 * step;
    for (; rest >= CONTINUED; rest = Math.floor(rest / CONTINUED)) this.steps.push(CONTINUED | (rest & LOW_BITS));
    this.steps.push(rest);
    if (ordinal >= TWO_BYTES) this.widen();
    this.ordinals.push(ordinal);
  }

  /** How often each value was added. @param size number of values */
  counts(size: number): Uint32Array {
    const counts = new Uint32Array(size);
    const ordinals = this.ordinals.view();
    for (let i = 0; i < ordinals.length; i++) counts[ordinals[i]]++;
    return counts;
  }

  /** @param rank what stands for each ordinal */
  pairs(rank: Uint32Array): Pairs {
    const ordinals = this.ordinals.view();
    const owners = new Uint32Array(ordinals.length);
    const values = new Uint32Array(ordinals.length);
    const steps = this.steps.view();
    let owner = 0;
    for (let i = 0, at = 0; i < owners.length; i++) {
      let rest = steps[at] & LOW_BITS;
      for (let scale = CONTINUED; steps[at++] >= CONTINUED; scale *= CONTINUED) rest += (steps[at] & LOW_BITS) * scale;
      owner += rest % 2 === 0 ? rest / 2 : -(rest + 1) / 2;
      owners[i] = owner;
      values[i] = rank[ordinals[i]];
    }
    return { owners, values };
  }

  private widen(): void {
    if (this.ordinals.view() instanceof Uint32Array) return;
    const wide = growableU32();
    for (const ordinal of this.ordinals.view()) wide.push(ordinal);
    this.ordinals = wide;
  }
}
