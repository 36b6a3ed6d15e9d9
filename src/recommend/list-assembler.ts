/**
 * Assembles the lists of a response: takes products in order of preference, each group once, and moves groups that an
 * earlier list shows behind the algorithm's other products.
 */
import type { Structure } from '../index/structure.js';
import { StampedSet } from '../kernel/stamped-set.js';
import type { CandidateFilter } from './candidate-filter.js';

export class ListAssembler {
  private out = new Uint32Array(256);
  private count = 0;
  private limit = 0;
  private demoted = new Uint32Array(256);
  private demotedCount = 0;
  private groupOf: Uint32Array = new Uint32Array(0);
  private groupCount = 0;
  private demotesShown = true;
  /** See `NumberColumns.sameProduct`; undefined: lists may have the same product under several keys. */
  private sameProduct: Float64Array | undefined;
  /** Of the products in this list. */
  private readonly sames = new Set<number>();
  /** Groups in this list, demoted ones included. */
  private readonly groups = new StampedSet();
  /** Groups that earlier lists of this response show. */
  private readonly shown = new StampedSet();

  constructor(private readonly filter: CandidateFilter) {}

  /** Begins a response. */
  startResponse({ groupOf, groupCount }: Structure): void {
    this.groupOf = groupOf;
    this.groupCount = groupCount;
    this.shown.clear(groupCount);
  }

  /**
   * @param demotesShown whether groups of earlier lists move to the end, and groups of this list to the end of later
   * ones
   * @param sameProduct by product, what those have in common of which the list has one alone
   */
  startList(limit: number, demotesShown: boolean, sameProduct?: Float64Array): void {
    this.sameProduct = sameProduct;
    this.sames.clear();
    this.limit = limit;
    this.demotesShown = demotesShown;
    this.count = 0;
    this.demotedCount = 0;
    this.groups.clear(this.groupCount);
    if (this.out.length < limit) {
      this.out = new Uint32Array(limit * 2);
      this.demoted = new Uint32Array(limit * 2);
    }
  }

  /** Number of products in the list so far. */
  get taken(): number {
    return this.count;
  }

  get isFull(): boolean {
    return this.count === this.limit;
  }

  /** Appends a pinned product, even if an earlier list shows its group or the list's rules do not allow it. */
  pin(product: number): void {
    if (this.isFull || !this.filter.passesPinned(product) || this.groups.has(this.groupOf[product])) return;
    this.groups.add(this.groupOf[product]);
    this.isFirstOfSame(product);
    this.out[this.count++] = product;
  }

  /** Enters what the product has in common with those that are the same; false: the list has one of them. */
  private isFirstOfSame(product: number): boolean {
    const same = this.sameProduct?.[product];
    if (same === undefined || Number.isNaN(same)) return true;
    if (this.sames.has(same)) return false;
    this.sames.add(same);
    return true;
  }

  /** Appends a product if it passes the filter and its group is not in the list yet. */
  take(product: number): void {
    const group = this.groupOf[product];
    if (this.isFull || this.groups.has(group) || !this.filter.passes(product) || !this.isFirstOfSame(product)) return;
    this.groups.add(group);
    if (!this.demotesShown || !this.shown.has(group)) this.out[this.count++] = product;
    else if (this.demotedCount < this.limit) this.demoted[this.demotedCount++] = product;
  }

  /** Appends the demoted products: all of the algorithm's others are in the list, and what follows only fills it up. */
  appendDemoted(): void {
    for (let i = 0; i < this.demotedCount && !this.isFull; i++) this.out[this.count++] = this.demoted[i];
    this.demotedCount = 0;
  }

  /** The list so far. A view into scratch, valid until the next list begins. */
  get listed(): Uint32Array {
    return this.out.subarray(0, this.count);
  }

  /** Ends the list, which later ones count as shown. Valid as `listed` is. */
  finish(): Uint32Array {
    this.appendDemoted();
    const list = this.listed;
    if (this.demotesShown) for (const product of list) this.shown.add(this.groupOf[product]);
    return list;
  }
}
