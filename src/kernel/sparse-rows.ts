/**
 * Sparse rows of ascending numbers without repeats (compressed sparse row format): those of row `r` are
 * `items[start[r] … start[r + 1])`. Rows are made by counting, without arrays beside the result but one: those of a
 * build have millions of items.
 */
interface SparseRows {
  start: Uint32Array;
  items: Uint32Array;
}

/**
 * The rows of pairs.
 * @param rowOf row of each pair, below `rowCount`
 * @param items item of each pair, below `itemCount`; where they do not ascend, they are sorted first
 */
export function sparseRows(rowOf: Uint32Array, items: Uint32Array, rowCount: number, itemCount: number): SparseRows {
  if (ascend(items)) return withoutRepeats(grouped(rowOf, items, rowCount));
  const byItem = grouped(items, rowOf, itemCount);
  const inOrder = items.slice();
  for (let item = 0; item < itemCount; item++) inOrder.fill(item, byItem.start[item], byItem.start[item + 1]);
  return withoutRepeats(grouped(byItem.items, inOrder, rowCount));
}

/** Of each item, the rows that have it. @param itemCount above all items */
export function transposed({ start, items }: SparseRows, itemCount: number): SparseRows {
  const rowsStart = startsOf(items, itemCount);
  const next = rowsStart.slice();
  const rows = new Uint32Array(items.length);
  for (let row = 0; row + 1 < start.length; row++) {
    for (let i = start[row]; i < start[row + 1]; i++) rows[next[items[i]]++] = row;
  }
  return { start: rowsStart, items: rows };
}

/** Groups items by row; those of a row stay in their order. */
function grouped(rowOf: Uint32Array, items: Uint32Array, rowCount: number): SparseRows {
  const start = startsOf(rowOf, rowCount);
  const next = start.slice();
  const sorted = new Uint32Array(items.length);
  for (let i = 0; i < items.length; i++) sorted[next[rowOf[i]]++] = items[i];
  return { start, items: sorted };
}

function startsOf(rowOf: Uint32Array, rowCount: number): Uint32Array {
  const start = new Uint32Array(rowCount + 1);
  for (let i = 0; i < rowOf.length; i++) start[rowOf[i] + 1]++;
  for (let row = 0; row < rowCount; row++) start[row + 1] += start[row];
  return start;
}

/** Removes equal neighbours from each row, in place. */
function withoutRepeats({ start, items }: SparseRows): SparseRows {
  let kept = 0;
  for (let row = 0, from = 0; row + 1 < start.length; row++) {
    const to = start[row + 1];
    start[row] = kept;
    for (let i = from; i < to; i++) {
      if (kept > start[row] && items[kept - 1] === items[i]) continue;
      items[kept++] = items[i];
    }
    from = to;
  }
  start[start.length - 1] = kept;
  return { start, items: kept === items.length ? items : items.slice(0, kept) };
}

function ascend(values: Uint32Array): boolean {
  for (let i = 1; i < values.length; i++) if (values[i] < values[i - 1]) return false;
  return true;
}
