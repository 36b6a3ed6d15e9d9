/**
 * A bounded cache in two generations: when the younger is full it becomes the older one, and the entries of the
 * older that were not read meanwhile are dropped. Near to LRU, at the cost of a Map.
 */
export class TwoGenerationCache<V, Key = string> {
  private younger = new Map<Key, V>();
  private older = new Map<Key, V>();

  /** @param capacity most entries of each generation */
  constructor(private readonly capacity: number) {}

  get(key: Key): V | undefined {
    const value = this.younger.get(key);
    if (value !== undefined) return value;
    const aged = this.older.get(key);
    if (aged !== undefined) this.set(key, aged);
    return aged;
  }

  set(key: Key, value: V): void {
    if (this.younger.size >= this.capacity) {
      this.older = this.younger;
      this.younger = new Map();
    }
    this.younger.set(key, value);
  }
}
