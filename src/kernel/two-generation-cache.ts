/**
 * A bounded cache in two generations: when the younger is full it becomes the older one, and the entries of the
 * older that were not read meanwhile are dropped. Near to LRU, at the cost of a Map.
 */
export class TwoGenerationCache<V, Key = string> {
  private younger = new Map<Key, V>();
  private older = new Map<Key, V>();
  /** What the entries of the younger weigh. */
  private used = 0;

  /**
   * @param capacity most entries of each generation, or what they weigh together
   * @param weigh absent: each weighs 1
   */
  constructor(
    private readonly capacity: number,
    private readonly weigh?: (key: Key, value: V) => number,
  ) {}

  get(key: Key): V | undefined {
    const value = this.younger.get(key);
    if (value !== undefined) return value;
    const aged = this.older.get(key);
    if (aged !== undefined) this.set(key, aged);
    return aged;
  }

  set(key: Key, value: V): void {
    const weight = this.weigh ? this.weigh(key, value) : 1;
    if (this.used + weight > this.capacity) {
      this.older = this.younger;
      this.younger = new Map();
      this.used = 0;
    }
    const { younger } = this;
    const { size } = younger;
    younger.set(key, value);
    if (younger.size > size) this.used += weight;
  }

  delete(key: Key): void {
    const value = this.younger.get(key);
    if (value !== undefined && this.younger.delete(key)) this.used -= this.weigh ? this.weigh(key, value) : 1;
    this.older.delete(key);
  }
}
