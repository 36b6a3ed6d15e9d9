/**
 * Counts the uses of memory that is used again when none is left. A use that is never ended costs the memory its next
 * use; one that is ended twice would let it change under another, and throws.
 */
export class Lease {
  private uses = 1;

  /** Begins with one use, that of the caller. @param ended called once, with the end of the last use */
  constructor(private readonly ended: () => void) {}

  /** Begins another use. */
  retain(): void {
    if (this.uses === 0) throw new Error('memory that nothing used any more was retained');
    this.uses++;
  }

  /** Ends a use. */
  release(): void {
    if (this.uses === 0) throw new Error('memory that nothing used any more was released');
    if (--this.uses === 0) this.ended();
  }
}
