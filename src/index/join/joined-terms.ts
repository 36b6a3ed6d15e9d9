/**
 * The terms of a base and an overlay in their common order: first how many postings each has in the union, then, in the
 * memory of the part, the postings.
 *
 * Both are classes whose methods call each other, with no functions made for one join: the engine keeps the code that
 * it has compiled for a method, but that of a function that is made anew only as long as one of its kind is there.
 */
import { placed } from '../../kernel/array-blocks.js';
import type { TextIndex } from '../text-index.js';
import type { JoinedOrdinals } from './join-structure.js';
import { copyTerms, PostingsMerge, type Written } from './merge-postings.js';
import { BASE, firstFrom, MergedOrder, OVERLAY, type Segment } from './merged-order.js';

/** What is joined. */
export interface JoinedTerms {
  base: TextIndex;
  overlay: TextIndex;
  ordinals: JoinedOrdinals;
  /** Whether the structure of the union is that of the base. */
  keepsStructure: boolean;
  /** Of each term of the overlay, the equal one of the base, or one with `~` before which it comes. */
  places: Int32Array;
  /** The postings of the base whose products are dropped, ascending. */
  lost: Uint32Array;
}

/** Tells of each term once, in order. Ranges of lost postings are places in `lost`. */
abstract class TermWalk {
  /** The first lost posting that has not been passed. */
  private next = 0;
  /** The first term of the base that has not been told of, and the first that may have lost postings. */
  private from = 0;
  private least = 0;

  constructor(protected readonly terms: JoinedTerms) {}

  /** Terms whose postings are those of the base. */
  protected abstract addBase(from: number, to: number): void;
  /** A term of the base alone that has lost products. */
  protected abstract addReduced(term: number, lostFrom: number, lostTo: number): void;
  /** A term of the overlay alone. */
  protected abstract addOverlay(term: number): void;
  protected abstract addBoth(baseTerm: number, overlayTerm: number, lostFrom: number, lostTo: number): void;

  protected walk(): void {
    const { base, places } = this.terms;
    for (let term = 0; term < places.length; term++) {
      if (places[term] < 0) this.passOverlay(~places[term], term);
      else this.passBoth(places[term], term);
    }
    this.reduceUntil(base.terms.size);
    this.tellUntil(base.terms.size);
  }

  /** The number of postings of a term of the base whose products the union has. */
  protected keptOf(term: number, lostFrom: number, lostTo: number): number {
    return this.terms.base.frequency(term) - (lostTo - lostFrom);
  }

  private passOverlay(place: number, term: number): void {
    this.reduceUntil(place);
    this.tellUntil(place);
    this.addOverlay(term);
  }

  private passBoth(place: number, term: number): void {
    this.reduceUntil(place);
    const first = this.next;
    this.passLost(place);
    // Most words of a product that has changed stay what they were: then they are copied with those around them.
    if (this.terms.keepsStructure && this.isThatOfBase(term, first, this.next)) return;
    this.tellUntil(place);
    this.addBoth(place, term, first, this.next);
    this.from = place + 1;
  }

  private tellUntil(to: number): void {
    if (this.from < to) this.addBase(this.from, to);
    this.from = to;
  }

  private reduceUntil(to: number): void {
    const { lost, base } = this.terms;
    const { start, terms } = base;
    while (this.next < lost.length && lost[this.next] < start[to]) {
      const term = termOf(lost[this.next], start, this.least, terms.size);
      this.tellUntil(term);
      const first = this.next;
      this.passLost(term);
      this.addReduced(term, first, this.next);
      this.from = term + 1;
    }
  }

  /** Passes the lost postings of a term. */
  private passLost(term: number): void {
    const { lost, base } = this.terms;
    const end = base.start[term + 1];
    let { next } = this;
    while (next < lost.length && lost[next] < end) next++;
    this.next = next;
    this.least = term + 1;
  }

  /** Whether the postings of a term of the overlay are those that the base has lost. */
  private isThatOfBase(term: number, lostFrom: number, lostTo: number): boolean {
    const { base, overlay, ordinals, lost } = this.terms;
    const map = ordinals.productMaps[OVERLAY];
    const first = overlay.start[term];
    if (overlay.start[term + 1] - first !== lostTo - lostFrom) return false;
    for (let i = lostFrom, added = first; i < lostTo; i++, added++) {
      const own = lost[i];
      if (base.docs[own] !== map[overlay.docs[added]]) return false;
      if (base.fields[own] !== overlay.fields[added] || base.place[own] !== overlay.place[added]) return false;
    }
    return true;
  }
}

/** The term that has a posting. */
function termOf(posting: number, start: Uint32Array, from: number, to: number): number {
  return firstFrom(from, to, term => start[term + 1] <= posting);
}

/** The order of the terms of the union, and where the postings of each begin. */
export class TermCount extends TermWalk {
  readonly order = new MergedOrder();
  /** Number of postings. */
  size = 0;
  /** Whether all postings are those of the base. */
  isBase = true;
  private readonly ends: Uint32Array;

  constructor(terms: JoinedTerms) {
    super(terms);
    this.ends = placed(Uint32Array, terms.base.terms.size + terms.overlay.terms.size + 1);
    this.walk();
  }

  get start(): Uint32Array {
    return this.ends.subarray(0, this.order.size + 1);
  }

  protected addBase(from: number, to: number): void {
    const { ends, order, terms } = this;
    const { start } = terms.base;
    const shift = this.size - start[from];
    for (let term = from, at = order.size; term < to; term++) ends[++at] = start[term + 1] + shift;
    order.add(BASE, from, to);
    this.size = ends[order.size];
  }

  protected addReduced(term: number, lostFrom: number, lostTo: number): void {
    this.end(BASE, term, this.keptOf(term, lostFrom, lostTo));
  }

  protected addOverlay(term: number): void {
    this.end(OVERLAY, term, this.terms.overlay.frequency(term));
  }

  protected addBoth(term: number, overlayTerm: number, lostFrom: number, lostTo: number): void {
    this.end(BASE, term, this.keptOf(term, lostFrom, lostTo) + this.terms.overlay.frequency(overlayTerm));
  }

  private end(segment: Segment, term: number, postings: number): void {
    this.isBase = false;
    if (postings === 0) return;
    this.order.add(segment, term, term + 1);
    this.size += postings;
    this.ends[this.order.size] = this.size;
  }
}

/** Writes the postings of the terms of the union. */
export class TermFill extends TermWalk {
  private readonly keeps: boolean;
  private readonly merge: PostingsMerge;

  constructor(
    terms: JoinedTerms,
    private readonly into: Written,
  ) {
    super(terms);
    const { base, overlay, ordinals, lost } = terms;
    const { productMaps, products } = ordinals;
    this.keeps = products.keepsBase();
    this.merge = new PostingsMerge(
      lost,
      [base, overlay],
      productMaps,
      this.keeps ? undefined : productMaps[BASE],
      into,
    );
    this.walk();
  }

  protected addBase(from: number, to: number): void {
    const { base, ordinals } = this.terms;
    copyTerms({ text: base, from, to }, ordinals.productMaps[BASE], this.keeps, this.into);
  }

  protected addReduced(term: number, lostFrom: number, lostTo: number): void {
    if (this.keptOf(term, lostFrom, lostTo) > 0) this.merge.add(term, undefined, lostFrom, lostTo);
  }

  protected addOverlay(term: number): void {
    const { overlay, ordinals } = this.terms;
    if (overlay.frequency(term) === 0) return;
    copyTerms({ text: overlay, from: term, to: term + 1 }, ordinals.productMaps[OVERLAY], false, this.into);
  }

  protected addBoth(term: number, overlayTerm: number, lostFrom: number, lostTo: number): void {
    const postings = this.keptOf(term, lostFrom, lostTo) + this.terms.overlay.frequency(overlayTerm);
    if (postings > 0) this.merge.add(term, overlayTerm, lostFrom, lostTo);
  }
}
