/**
 * Typed arrays that grow, for index builders, which do not know the final length beforehand. What is not filled of a
 * large array takes no memory, but what it has been copied to and what it has been copied from both do until garbage is
 * collected: large ones grow seldom.
 */

/** Bytes from which on an array grows by FAR times; smaller ones are doubled. */
const LARGE = 4 << 20;
const FAR = 8;
/** Bytes from which on it is doubled again: an array has four gigabytes at most. */
const HUGE = 1 << 30;

/** How many times an array of so many bytes grows. */
export function growthOf(bytes: number): number {
  return bytes < LARGE || bytes >= HUGE ? 2 : FAR;
}

type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array;

export class Growable<T extends Numbers> {
  length = 0;
  constructor(private values: T) {}

  push(value: number): void {
    if (this.length === this.values.length) this.grow();
    this.values[this.length++] = value;
  }

  get(index: number): number {
    return this.values[index];
  }

  /** Replaces a value that was pushed. */
  set(index: number, value: number): void {
    this.values[index] = value;
  }

  /** The values that were pushed, as a view that is valid until the next push. */
  view(): T {
    return this.values.subarray(0, this.length) as T;
  }

  private grow(): void {
    const room = Math.max(16, this.length * growthOf(this.values.byteLength));
    const next = new (this.values.constructor as new (n: number) => T)(room);
    next.set(this.values);
    this.values = next;
  }
}

export const growableU8 = () => new Growable(new Uint8Array(1024));
export const growableU16 = () => new Growable(new Uint16Array(1024));
export const growableU32 = () => new Growable(new Uint32Array(1024));
export const growableF32 = () => new Growable(new Float32Array(1024));
export const growableF64 = () => new Growable(new Float64Array(1024));

/** The same numbers, with room for as many more. */
export function doubled(values: Int32Array): Int32Array<ArrayBuffer> {
  const next = new Int32Array(values.length * 2);
  next.set(values);
  return next;
}
