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

  /** @param isCurrent whether what is known still holds */
  get(first: object, second: object, make: () => Value, isCurrent: (value: Value) => boolean = () => true): Value {
    let bySecond = this.known.get(first);
    if (!bySecond) this.known.set(first, (bySecond = new WeakMap()));
    let value = bySecond.get(second);
    if (!value || !isCurrent(value)) bySecond.set(second, (value = make()));
    return value;
  }
}
