/**
 * Which products one list may show: by its rules, its blocked products, excluded groups, and stock. Scratch of one
 * thread.
 */
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
   * @param inStock undefined: products without stock pass too
   */
  set(structure: Structure, within: Bitmap | undefined, inStock: Bitmap | undefined, blocked: readonly number[]): void {
    this.within = within;
    this.inStock = inStock;
    this.groupOf = structure.groupOf;
    this.blocked.clear(structure.productCount);
    this.groups.clear(structure.groupCount);
    for (const product of blocked) this.blocked.add(product);
  }

  /** Excludes the group of a product. */
  excludeGroupOf(product: number): void {
    this.groups.add(this.groupOf[product]);
  }

  passes(product: number): boolean {
    return (this.within === undefined || hasBit(this.within, product)) && this.passesPinned(product);
  }

  /** As `passes`, for pinned products, which may lie outside of the rules. */
  passesPinned(product: number): boolean {
    return (
      (this.inStock === undefined || hasBit(this.inStock, product)) &&
      !this.groups.has(this.groupOf[product]) &&
      !this.blocked.has(product)
    );
  }
}
