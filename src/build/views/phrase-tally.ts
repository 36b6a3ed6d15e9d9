/**
 * Counts of phrases of titles by number: in how many titles each is, whether all of them are of one brand, and whether the
 * phrase is mostly a piece of one that is longer by the same word.
 */
import { growableU32 } from '../../kernel/growable.js';
import { PairNumbers } from '../../kernel/pair-numbers.js';

/** Of owners, which are kept plus two. */
const NONE = 0;
const SEVERAL = 1;
/** A phrase is a piece when one word goes on with it in this share of its titles. */
const PIECE = 0.75;

export class PhraseTally {
  private readonly counts = growableU32();
  private readonly owners = growableU32();
  /** How often a word goes on with a phrase. */
  private readonly further = new PairNumbers();
  private last = 0;

  /** A number that no phrase has yet, from 1. */
  next(): number {
    return ++this.last;
  }

  /**
   * @param owner the number of the title's brand; -1: it has none
   * @param further the number of the word that goes on with the phrase; -1: none does
   */
  add(number: number, owner: number, further: number): void {
    const { counts, owners } = this;
    while (counts.length <= number) for (const column of [counts, owners]) column.push(0);
    counts.set(number, counts.get(number) + 1);
    const known = owners.get(number);
    owners.set(number, known === NONE ? (owner < 0 ? SEVERAL : owner + 2) : known === owner + 2 ? known : SEVERAL);
    if (further >= 0) this.further.increment(number, further);
  }

  count(number: number): number {
    return number < this.counts.length ? this.counts.get(number) : 0;
  }

  /** The brand of all titles that have the phrase; -1: there are several, or none. */
  owner(number: number): number {
    return this.owners.get(number) === SEVERAL ? -1 : this.owners.get(number) - 2;
  }

  /** Phrases that one word goes on with nearly always. @param least titles that such a phrase has */
  pieces(least: number): Set<number> {
    const pieces = new Set<number>();
    for (const { a, value } of this.further.atLeast(Math.ceil(least * PIECE))) {
      if (value >= this.counts.get(a) * PIECE) pieces.add(a);
    }
    return pieces;
  }
}
