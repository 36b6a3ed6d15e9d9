/** The free ranges of a memory, by offset: the first that is large enough is taken, and neighbours become one again. */

interface Range {
  from: number;
  end: number;
}

export class FreeRanges {
  /** Ascending; no two of them touch. */
  private readonly ranges: Range[] = [];

  /** @returns the offset of so many units, which are free no longer; undefined where no range has them */
  take(size: number): number | undefined {
    const { ranges } = this;
    const at = ranges.findIndex(({ from, end }) => end - from >= size);
    if (at < 0) return undefined;
    const range = ranges[at];
    const { from } = range;
    range.from += size;
    if (range.from === range.end) ranges.splice(at, 1);
    return from;
  }

  /** Makes a range free, of which nothing was. */
  release(from: number, end: number): void {
    const { ranges } = this;
    let at = 0;
    for (let high = ranges.length; at < high; ) {
      const middle = (at + high) >>> 1;
      if (ranges[middle].from < from) at = middle + 1;
      else high = middle;
    }
    const before = ranges[at - 1];
    const behind = ranges[at];
    if (before?.end === from) {
      before.end = end;
      if (behind?.from !== end) return;
      before.end = behind.end;
      ranges.splice(at, 1);
    } else if (behind?.from === end) behind.from = from;
    else ranges.splice(at, 0, { from, end });
  }
}
