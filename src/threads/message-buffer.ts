/**
 * Batches messages to another thread, because a message costs more than the few items in it. Urgent items are sent at
 * the end of this turn of the event loop, with all others of that turn; the rest wait a few milliseconds for more.
 */
const WAIT_MS = 5;
const MOST_WAITING = 64;

export class MessageBuffer<Item> {
  private items: Item[] = [];
  private soon = false;
  private later: NodeJS.Timeout | undefined;

  constructor(private readonly send: (items: Item[]) => void) {}

  add(item: Item, urgent = false): void {
    this.items.push(item);
    if (this.soon) return;
    if (urgent || this.items.length >= MOST_WAITING) {
      this.soon = true;
      setImmediate(() => this.flush());
    } else {
      this.later ??= setTimeout(() => this.flush(), WAIT_MS);
    }
  }

  get isEmpty(): boolean {
    return this.items.length === 0;
  }

  /** Sends the batch. */
  flush(): void {
    const items = this.discard();
    if (items.length > 0) this.send(items);
  }

  /** @returns the items of the batch, which is not sent */
  discard(): Item[] {
    const { items } = this;
    this.items = [];
    this.soon = false;
    clearTimeout(this.later);
    this.later = undefined;
    return items;
  }
}
