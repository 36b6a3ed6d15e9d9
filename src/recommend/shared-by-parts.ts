/**
 * What is derived from two parts of a view alone: views and snapshots of a thread that have the same opened parts share
 * it, as the markets of a locale do, and snapshots before and after an update of prices.
 */
export class SharedByParts<Value extends object> {
  private readonly known = new WeakMap<object, WeakMap<object, Value>>();

  /** Undefined: nothing is known. */
  find(first: object, second: object): Value | undefined {
    return this.known.get(first)?.get(second);
  }

  get(first: object, second: object, make: () => Value): Value {
    const known = this.find(first, second);
    if (known) return known;
    const value = make();
    this.set(first, second, value);
    return value;
  }

  set(first: object, second: object, value: Value): void {
    let bySecond = this.known.get(first);
    if (!bySecond) this.known.set(first, (bySecond = new WeakMap()));
    bySecond.set(second, value);
  }
}
