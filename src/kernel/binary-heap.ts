/** A heap of any items: the first of them by an order is taken in logarithmic time. */
export class BinaryHeap<Item> {
  private items: Item[] = [];

  /** @param before whether an item is to be taken before another; no two items are equal */
  constructor(private readonly before: (a: Item, b: Item) => boolean) {}

  get size(): number {
    return this.items.length;
  }

  get first(): Item | undefined {
    return this.items[0];
  }

  add(item: Item): void {
    const { items, before } = this;
    let at = items.length;
    items.push(item);
    for (let parent = (at - 1) >> 1; at > 0 && before(item, items[parent]!); parent = (at - 1) >> 1) {
      items[at] = items[parent]!;
      at = parent;
    }
    items[at] = item;
  }

  take(): Item | undefined {
    const { items } = this;
    const first = items[0];
    const last = items.pop();
    if (items.length > 0) this.sink(last!);
    return first;
  }

  /** Puts an item in the place of the first. */
  private sink(item: Item): void {
    const { items, before } = this;
    let at = 0;
    for (let child = 1; child < items.length; child = 2 * at + 1) {
      if (child + 1 < items.length && before(items[child + 1]!, items[child]!)) child++;
      if (!before(items[child]!, item)) break;
      items[at] = items[child]!;
      at = child;
    }
    items[at] = item;
  }
}
