/**
 * What is worked out from an understanding, or from a part of one, and kept with it: each kind has a slot. A WeakMap
 * takes a microsecond for each object that is put into it, with the collection of garbage, where this takes a twentieth;
 * a text that nothing is known of made a dozen such entries.
 */

/** An object that what is worked out from it is kept with. */
export interface Remembering {
  /** A copy of the object has that of its original, and reads nothing of it. */
  remembered?: Remembered | undefined;
}

interface Remembered {
  /** Of which object. */
  readonly of: Remembering;
  /** By slot. */
  readonly values: unknown[];
}

/** Of all kinds; modules make theirs when they are loaded. */
let slots = 0;

/** Where one kind of value is kept with each object. */
export class Slot<Of extends Remembering, Value> {
  private readonly at = slots++;

  get(of: Of): Value | undefined {
    const { remembered } = of;
    return remembered?.of === of ? (remembered.values[this.at] as Value | undefined) : undefined;
  }

  set(of: Of, value: Value): void {
    let { remembered } = of;
    if (remembered?.of !== of) of.remembered = remembered = { of, values: new Array<unknown>(slots) };
    remembered.values[this.at] = value;
  }
}
