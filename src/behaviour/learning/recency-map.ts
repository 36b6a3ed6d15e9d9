/**
 * A map in the order of last use, as a linked list. A plain `Map` that is deleted from at its beginning walks over all
 * entries deleted since its last rehash, which took a quarter of a millisecond.
 */
interface Link<V> {
  key: string;
  value: V;
  older: Link<V> | undefined;
  newer: Link<V> | undefined;
}

export class RecencyMap<V> {
  private readonly links = new Map<string, Link<V>>();
  private first: Link<V> | undefined;
  private last: Link<V> | undefined;

  get size(): number {
    return this.links.size;
  }

  /** The value longest unused, undefined when there is none. */
  get oldest(): V | undefined {
    return this.first?.value;
  }

  /** Does not count as a use. */
  get(key: string): V | undefined {
    return this.links.get(key)?.value;
  }

  /** Sets a value, or sets it anew, and makes it the newest. */
  use(key: string, value: V): void {
    let link = this.links.get(key);
    if (link) {
      link.value = value;
      if (link === this.last) return;
      this.unlink(link);
    } else this.links.set(key, (link = { key, value, older: undefined, newer: undefined }));
    link.older = this.last;
    link.newer = undefined;
    if (this.last) this.last.newer = link;
    else this.first = link;
    this.last = link;
  }

  delete(key: string): void {
    const link = this.links.get(key);
    if (link === undefined) return;
    this.unlink(link);
    this.links.delete(key);
  }

  deleteOldest(): void {
    if (this.first) this.delete(this.first.key);
  }

  /** Oldest first. */
  *entries(): Generator<[key: string, value: V]> {
    for (let link = this.first; link; link = link.newer) yield [link.key, link.value];
  }

  private unlink({ older, newer }: Link<V>): void {
    if (older) older.newer = newer;
    else this.first = newer;
    if (newer) newer.older = older;
    else this.last = older;
  }
}
