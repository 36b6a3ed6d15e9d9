/**
 * The best k of many by (score descending, tie ascending), in two typed arrays that are reused between queries: a heap
 * whose root is the worst kept entry, so that most candidates cost one comparison.
 */
export class TopK {
  private scores: Float64Array;
  private ties: Uint32Array;
  private items: Uint32Array;
  private size = 0;
  private limit = 0;

  constructor(capacity = 1024) {
    this.scores = new Float64Array(capacity);
    this.ties = new Uint32Array(capacity);
    this.items = new Uint32Array(capacity);
  }

  /** Empties the heap and sets how many items it keeps; grows the arrays when needed. */
  reset(k: number): void {
    if (k > this.items.length) {
      const capacity = 2 ** Math.ceil(Math.log2(k));
      this.scores = new Float64Array(capacity);
      this.ties = new Uint32Array(capacity);
      this.items = new Uint32Array(capacity);
    }
    this.limit = k;
    this.size = 0;
  }

  /** The least score that may still enter: an item of a lower one is not among the best so far. */
  get floor(): number {
    return this.size < this.limit ? Number.NEGATIVE_INFINITY : this.scores[0];
  }

  /** Of items with the floor's score, only those with a lower tie than this may still enter. */
  get floorTie(): number {
    return this.size < this.limit ? Number.POSITIVE_INFINITY : this.ties[0];
  }

  offer(item: number, score: number, tie: number): void {
    if (this.size < this.limit) {
      this.siftUp(this.size++, item, score, tie);
    } else if (this.limit > 0 && this.isWorse(0, score, tie)) {
      this.siftDown(this.size, item, score, tie);
    }
  }

  /**
   * Empties the heap into `out`, best first, and returns how many there were.
   * @param scores gets the score of each
   */
  drain(out: Uint32Array, scores?: Float32Array): number {
    const n = this.size;
    for (let i = n - 1; i >= 0; i--) {
      out[i] = this.items[0];
      if (scores) scores[i] = this.scores[0];
      this.size = i;
      if (i > 0) this.siftDown(i, this.items[i], this.scores[i], this.ties[i]);
    }
    return n;
  }

  /** Whether the entry at `slot` ranks behind (score, tie). */
  private isWorse(slot: number, score: number, tie: number): boolean {
    const s = this.scores[slot];
    return s < score || (s === score && this.ties[slot] > tie);
  }

  private siftUp(slot: number, item: number, score: number, tie: number): void {
    const { scores, ties, items } = this;
    while (slot > 0) {
      const parent = (slot - 1) >> 1;
      const s = scores[parent];
      // The parent must be the worse of the two: stop when it is.
      if (s < score || (s === score && ties[parent] > tie)) break;
      scores[slot] = s;
      ties[slot] = ties[parent];
      items[slot] = items[parent];
      slot = parent;
    }
    scores[slot] = score;
    ties[slot] = tie;
    items[slot] = item;
  }

  private siftDown(size: number, item: number, score: number, tie: number): void {
    const { scores, ties, items } = this;
    let slot = 0;
    for (;;) {
      let child = 2 * slot + 1;
      if (child >= size) break;
      const right = child + 1;
      if (
        right < size &&
        (scores[right] < scores[child] || (scores[right] === scores[child] && ties[right] > ties[child]))
      ) {
        child = right;
      }
      const s = scores[child];
      if (s > score || (s === score && ties[child] < tie)) break;
      scores[slot] = s;
      ties[slot] = ties[child];
      items[slot] = items[child];
      slot = child;
    }
    scores[slot] = score;
    ties[slot] = tie;
    items[slot] = item;
  }
}
