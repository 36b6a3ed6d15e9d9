/** Counts of sets are those of a walk over all hits, whatever was counted before. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import type { ValueSetTable } from '../../../src/index/value-sets.js';
import { bitmapWords, listBits, setBit } from '../../../src/kernel/bitmap.js';
import { Deadline } from '../../../src/kernel/deadline.js';
import type { HitSet } from '../../../src/query/facets/faceted-hits.js';
import { SetTally } from '../../../src/query/facets/set-tally.js';

const seed = 20261122;

interface Table extends ValueSetTable {
  products: number;
}

/** By attribute; counts are by column. */
const byId = new Map();

/** Columns with few sets and with many, numbered over all columns. */
const tables: fc.Arbitrary<Table> = fc
  .tuple(fc.integer({ min: 1, max: 900 }), fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 9 }))
  .map(([products, sizes]) => {
    const width = sizes.length;
    const bases = Uint32Array.from([0, ...sizes]);
    for (let column = 1; column <= width; column++) bases[column] += bases[column - 1];
    const rows = new Uint16Array(products * width);
    for (let i = 0; i < rows.length; i++) {
      const column = i % width;
      // Neighbours have much in common.
      rows[i] = bases[column] + ((Math.floor(i / width / (1 + column * 7)) * 2_654_435_761) % sizes[column]);
    }
    return { rows, width, bases, setCount: bases[width], products, byId };
  });

/** Hits by a share of 16 of the products, listed or as bits, and columns in some order, some of them twice. */
const asks = fc.record({
  table: fc.nat(1),
  share: fc.constantFrom(0, 1, 8, 16),
  asBits: fc.boolean(),
  columns: fc.array(fc.nat(8), { minLength: 1, maxLength: 6 }),
});

function hitsOf({ products }: Table, share: number, asBits: boolean): HitSet {
  const bits = new Uint32Array(bitmapWords(products));
  let count = 0;
  for (let doc = 0; doc < products; doc++) {
    if ((doc * 40_503) % 16 >= share) continue;
    setBit(bits, doc);
    count++;
  }
  const docs = new Uint32Array(count);
  listBits(bits, docs);
  return asBits ? { docs, count, bits } : { docs, count };
}

function naive({ rows, width }: Table, { docs }: HitSet, column: number): Map<number, number> {
  const counts = new Map<number, number>();
  for (const doc of docs) {
    const set = rows[doc * width + column];
    counts.set(set, (counts.get(set) ?? 0) + 1);
  }
  return counts;
}

t.test(`sets are counted as by a walk (seed ${seed})`, async () => {
  const property = fc.property(tables, tables, fc.array(asks, { minLength: 1, maxLength: 8 }), (a, b, all) => {
    const tally = new SetTally();
    const deadline = new Deadline();
    for (const { table: which, share, asBits, columns: some } of all) {
      const table = which === 0 ? a : b;
      const hits = hitsOf(table, share, asBits);
      // The same hits again: further columns are added to those that have been counted.
      for (const wanted of [some.slice(0, 2), some]) {
        const columns = wanted.map(column => column % table.width);
        tally.count(table, hits, columns, deadline);
        for (const column of columns) {
          const from = table.bases[column];
          const found = [...tally.sets.subarray(from, from + tally.found[column])];
          assert.deepEqual(new Map(found.map(set => [set, tally.counts[set]])), naive(table, hits, column));
        }
      }
    }
  });
  fc.assert(property, { seed, numRuns: 60 });
});

t.test('past the deadline some products are counted', async t => {
  const products = 200_000;
  const bases = Uint32Array.of(0, 1);
  const table = { rows: new Uint16Array(products), width: 1, bases, setCount: 1, products, byId };
  const hits = hitsOf(table, 16, true);
  let now = 0;
  const deadline = new Deadline(() => now++);
  deadline.start(4);
  const tally = new SetTally();
  tally.count(table, hits, [0], deadline);
  t.ok(deadline.cut);
  t.ok(tally.counts[0] > 0 && tally.counts[0] < products, `${tally.counts[0]} of ${products}`);
});
