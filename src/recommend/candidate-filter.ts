/** What one list may show, by product: its rules, what is blocked, the groups it starts from, and stock. Thread scratch. */
import type { Structure } from '../index/structure.js';
import { type Bitmap, hasBit } from '../kernel/bitmap.js';
import { StampedSet } from '../kernel/stamped-set.js';

export class CandidateFilter {
  private within: Bitmap | undefined;
  private inStock: Bitmap | undefined;
  private groupOf: Uint32Array = new Uint32Array(0);
  private readonly blocked = new StampedSet();
  private readonly groups = new StampedSet();

  /**
   * @param within undefined: every product
   * @param inStock undefined: stock decides nothing
   */
  set(structure: Structure, within: Bitmap | undefined, inStock: Bitmap | undefined, blocked: readonly number[]): void {
    this.within = within;
    this.inStock = inStock;
    this.groupOf = structure.groupOf;
    this.blocked.clear(structure.productCount);
    this.groups.clear(structure.groupCount);
    for (const product of blocked) this.blocked.add(product);
  }

  /** Shuts out the group of a product. */
  shut(product: number): void {
    this.groups.add(this.groupOf[product]);
  }

  passes(product: number): boolean {
    return (this.within === undefined || hasBit(this.within, product)) && this.passesPinned(product);
  }

  /** What is pinned may lie outside of the rules. */
  passesPinned(product: number): boolean {
    return (
      (this.inStock === undefined || hasBit(this.inStock, product)) &&
      !this.groups.has(this.groupOf[product]) &&
      !this.blocked.has(product)
    );
  }
}
