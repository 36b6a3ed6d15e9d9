/**
 * A memory for what was worked out from a text, bounded: it holds two halves, and when the newer is full the older is
 * forgotten. What is asked for often stays.
 */
export class RecentMap<V> {
  private recent = new Map<string, V>();
  private older = new Map<string, V>();

  /** @param half most entries of each half */
  constructor(private readonly half: number) {}

  get(key: string): V | undefined {
    const known = this.recent.get(key);
    if (known !== undefined) return known;
    const older = this.older.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: string, value: V): void {
    if (this.recent.size >= this.half) {
      this.older = this.recent;
      this.recent = new Map();
    }
    this.recent.set(key, value);
  }
}
