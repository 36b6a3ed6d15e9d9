/**
 * Marks on dense ordinals that are all taken off in one step: a mark is the number of the current round. One object
 * serves all views of a thread and grows with the largest.
 */
export class StampedSet {
  private rounds = new Uint32Array(0);
  private round = 0;

  /** Takes all marks off, for ordinals below `size`. */
  clear(size: number): void {
    if (this.rounds.length < size || this.round === 0xffffffff) {
      this.rounds = new Uint32Array(Math.max(size, this.rounds.length));
      this.round = 0;
    }
    this.round++;
  }

  add(ordinal: number): void {
    this.rounds[ordinal] = this.round;
  }

  has(ordinal: number): boolean {
    return this.rounds[ordinal] === this.round;
  }
}
