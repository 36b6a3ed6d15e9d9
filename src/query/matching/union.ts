/**
 * The union of several matches of one matcher, each taken in before the next one is made. A product keeps its best
 * score. Its scratch is beside that of the matcher, and begins anew with the next union.
 */
import { StampedSet } from '../../kernel/stamped-set.js';
import { Matches, type ScratchUse } from './matches.js';

export class Union {
  private docs = new Uint32Array(0);
  private scores = new Float32Array(0);
  private readonly members = new StampedSet();
  private found = 0;

  constructor(private readonly use: ScratchUse) {}

  get count(): number {
    return this.found;
  }

  /** Begins with nothing, in a view of so many products. */
  start(products: number): void {
    if (this.docs.length < products) {
      this.docs = new Uint32Array(products);
      this.scores = new Float32Array(products);
    }
    this.members.clear(products);
    this.found = 0;
  }

  /** Adds what was found, at `points` more. */
  add({ docs, count, scores: found }: Matches, points: number): void {
    const { members, scores } = this;
    for (let i = 0; i < count; i++) {
      const doc = docs[i];
      const score = found[doc] + points;
      if (!members.has(doc)) {
        members.add(doc);
        this.docs[this.found++] = doc;
        scores[doc] = score;
      } else if (score > scores[doc]) scores[doc] = score;
    }
  }

  /** What is in it, valid as the last match that was added is. */
  matches(): Matches {
    return new Matches(this.use, this.docs, this.found, this.scores);
  }
}
