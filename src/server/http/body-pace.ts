/**
 * How fast long bodies are taken from their sockets: a few pieces in each turn of the event loop, of all bodies in their
 * order. The pieces of many that arrive at once would otherwise be one turn that keeps all else waiting: sixty bodies of
 * 1 MB held up health checks and metrics for more than 100 ms.
 */

/** Pieces that are asked for in a turn, of half a megabyte at most. */
const IN_A_TURN = 4;

export class BodyPace {
  private readonly resting = new Set<() => void>();
  private scheduled = false;

  /** Calls `goOn`, a function of its own, in a later turn. @returns to be called where that is not to be waited for */
  rest(goOn: () => void): () => void {
    this.resting.add(goOn);
    this.schedule();
    return () => {
      if (this.resting.delete(goOn)) goOn();
    };
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      let left = IN_A_TURN;
      for (const goOn of this.resting) {
        if (left-- === 0) break;
        this.resting.delete(goOn);
        goOn();
      }
      if (this.resting.size > 0) this.schedule();
    });
  }
}
