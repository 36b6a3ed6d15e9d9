/**
 * What may be among the best k of many similarities, found without putting the others in order: similarities are counted
 * in steps, and what lies below the step of the best k so far is left out. To keep the best of a thousand in a heap
 * instead took as long as to compare a hundred thousand vectors.
 */

/** Steps between the similarities 0 and 1. */
const STEPS = 1 << 12;
const CAPACITY = 1 << 13;

export class Shortlist {
  private readonly counts = new Uint32Array(STEPS + 1);
  private products = new Uint32Array(CAPACITY);
  private similarities = new Float64Array(CAPACITY);
  private size = 0;
  private limit = 0;
  /** The step of the worst of the best, and how many lie in it and above. */
  private least = 0;
  private above = 0;

  /** Empties the list. @param limit how many are wanted: k */
  reset(limit: number): void {
    this.counts.fill(0);
    this.size = 0;
    this.limit = limit;
    this.least = 0;
    this.above = 0;
  }

  /** What is less similar is not among the best. */
  get floor(): number {
    return this.least / STEPS;
  }

  /** @param similarity from 0 to 1 */
  offer(product: number, similarity: number): void {
    const { counts } = this;
    const step = stepOf(similarity);
    if (step < this.least) return;
    if (this.size === this.products.length) this.makeRoom();
    this.products[this.size] = product;
    this.similarities[this.size++] = similarity;
    counts[step]++;
    this.above++;
    for (; this.above - counts[this.least] >= this.limit; this.least++) this.above -= counts[this.least];
  }

  /** Calls `visit` for the best, and for those that may be as good as the last of them. */
  each(visit: (product: number, similarity: number) => void): void {
    this.leaveOut();
    for (let i = 0; i < this.size; i++) visit(this.products[i], this.similarities[i]);
  }

  private makeRoom(): void {
    this.leaveOut();
    // Otherwise hardly any offer would find room.
    if (this.size <= this.products.length / 2) return;
    const { products, similarities } = this;
    this.products = new Uint32Array(2 * products.length);
    this.products.set(products);
    this.similarities = new Float64Array(2 * products.length);
    this.similarities.set(similarities);
  }

  private leaveOut(): void {
    const { products, similarities } = this;
    let kept = 0;
    for (let i = 0; i < this.size; i++) {
      if (stepOf(similarities[i]) < this.least) continue;
      products[kept] = products[i];
      similarities[kept++] = similarities[i];
    }
    this.size = kept;
  }
}

function stepOf(similarity: number): number {
  return Math.floor(similarity * STEPS);
}
