/**
 * A set of dense ordinals that is emptied in one step: a member carries the stamp of the current round, and a new round
 * makes all stamps old. One object serves views of all sizes and grows with the largest.
 */
const MOST_ROUNDS = 0xffff_ffff;

export class StampedSet {
  private stamps = new Uint32Array(0);
  private round = 0;

  /** Empties the set, and makes room for ordinals below `size`. */
  clear(size: number): void {
    if (this.stamps.length < size || this.round === MOST_ROUNDS) {
      this.stamps = new Uint32Array(Math.max(size, this.stamps.length));
      this.round = 0;
    }
    this.round++;
  }

  add(ordinal: number): void {
    this.stamps[ordinal] = this.round;
  }

  has(ordinal: number): boolean {
    return this.stamps[ordinal] === this.round;
  }
}
