/**
 * Fills one list after the other of a response: takes products in the order of preference, each group once, and those
 * whose group an earlier list shows behind all others that the list has of its own.
 */
import type { Structure } from '../index/structure.js';
import { StampedSet } from '../kernel/stamped-set.js';
import type { CandidateFilter } from './candidate-filter.js';

export class ListAssembler {
  private out = new Uint32Array(256);
  private count = 0;
  private limit = 0;
  private later = new Uint32Array(256);
  private laterCount = 0;
  private groupOf: Uint32Array = new Uint32Array(0);
  private groupCount = 0;
  private moves = true;
  /** Groups of this list, whether taken or kept for the end. */
  private readonly listed = new StampedSet();
  /** Groups that lists of this response show. */
  private readonly shown = new StampedSet();

  constructor(private readonly filter: CandidateFilter) {}

  /** Begins a response: no list has been shown. */
  startResponse({ groupOf, groupCount }: Structure): void {
    this.groupOf = groupOf;
    this.groupCount = groupCount;
    this.shown.clear(groupCount);
  }

  /** @param moves whether what earlier lists show comes last, and later ones are told of this one */
  startList(limit: number, moves: boolean): void {
    this.limit = limit;
    this.moves = moves;
    this.count = 0;
    this.laterCount = 0;
    this.listed.clear(this.groupCount);
    if (this.out.length < limit) {
      this.out = new Uint32Array(limit * 2);
      this.later = new Uint32Array(limit * 2);
    }
  }

  /** Products in the list so far. */
  get taken(): number {
    return this.count;
  }

  get isFull(): boolean {
    return this.count === this.limit;
  }

  /** Puts a product into its place whatever earlier lists show and the list's rules say. */
  pin(product: number): void {
    if (this.isFull || !this.filter.passesPinned(product) || this.listed.has(this.groupOf[product])) return;
    this.listed.add(this.groupOf[product]);
    this.out[this.count++] = product;
  }

  /** Takes a product if it passes and its group is not in the list. */
  take(product: number): void {
    const group = this.groupOf[product];
    if (this.isFull || this.listed.has(group) || !this.filter.passes(product)) return;
    this.listed.add(group);
    if (!this.moves || !this.shown.has(group)) this.out[this.count++] = product;
    else if (this.laterCount < this.limit) this.later[this.laterCount++] = product;
  }

  /** The list has nothing more of its own: what earlier lists show takes its place, before what only fills it up. */
  settle(): void {
    for (let i = 0; i < this.laterCount && !this.isFull; i++) this.out[this.count++] = this.later[i];
    this.laterCount = 0;
  }

  /** Ends the list. A view into scratch, valid until the next list begins. */
  finish(): Uint32Array {
    this.settle();
    const list = this.out.subarray(0, this.count);
    if (this.moves) for (const product of list) this.shown.add(this.groupOf[product]);
    return list;
  }
}
