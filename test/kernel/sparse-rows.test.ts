import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { sparseRows, transposed } from '../../src/kernel/sparse-rows.js';

const seed = 20261123;
const ROWS = 12;
const ITEMS = 20;

const pair = fc.tuple(fc.nat({ max: ROWS - 1 }), fc.nat({ max: ITEMS - 1 }));

/** Of each key the distinct others, ascending. */
function naive(pairs: readonly (readonly [key: number, other: number])[], keys: number): number[][] {
  return Array.from({ length: keys }, (_, key) =>
    [...new Set(pairs.filter(([k]) => k === key).map(([, other]) => other))].sort((a, b) => a - b),
  );
}

function listed({ start, items }: { start: Uint32Array; items: Uint32Array }): number[][] {
  assert.equal(start[start.length - 1], items.length);
  return Array.from({ length: start.length - 1 }, (_, row) => [...items.subarray(start[row], start[row + 1])]);
}

t.test('rows have the items of their pairs, and items their rows', async () => {
  const property = fc.property(fc.array(pair, { maxLength: 80, size: 'max' }), fc.boolean(), (pairs, sorted) => {
    if (sorted) pairs.sort((a, b) => a[1] - b[1]);
    const rowOf = Uint32Array.from(pairs, ([row]) => row);
    const items = Uint32Array.from(pairs, ([, item]) => item);
    const rows = sparseRows(rowOf, items, ROWS, ITEMS);
    assert.deepEqual(listed(rows), naive(pairs, ROWS));
    const swapped = pairs.map(([row, item]) => [item, row] as const);
    assert.deepEqual(listed(transposed(rows, ITEMS)), naive(swapped, ITEMS));
    assert.deepEqual(
      [...items],
      pairs.map(([, item]) => item),
      'the input is as it was',
    );
  });
  fc.assert(property, { seed, numRuns: 300 });
});
