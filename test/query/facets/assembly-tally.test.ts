/** Values counted and ordered in WebAssembly are those of plain loops, whatever was counted before. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import type { ValueSets, ValueSetTable } from '../../../src/index/value-sets.js';
import { bitmapWords, hasBit, listBits, setBit } from '../../../src/kernel/bitmap.js';
import { Deadline } from '../../../src/kernel/deadline.js';
import { AssemblyTally, type ListedValues, type ValueRanks } from '../../../src/query/facets/assembly-tally.js';
import type { KeptCounts } from '../../../src/query/facets/faceted-hits.js';

const seed = 20261122;

interface Ordered {
  sets: ValueSets;
  order: ValueRanks;
}

interface Table extends ValueSetTable {
  products: number;
  /** One attribute of each column. */
  attributes: Ordered[];
}

/** Sizes of columns in sets, and of their attributes in values. */
const sizes = fc.record({ sets: fc.integer({ min: 1, max: 400 }), values: fc.integer({ min: 1, max: 3000 }) });

/** Of a region at most, or of some. */
const products = fc.oneof(fc.integer({ min: 1, max: 2000 }), fc.integer({ min: 4000, max: 13_000 }));

const tables: fc.Arbitrary<Table> = fc
  .tuple(products, fc.array(sizes, { minLength: 1, maxLength: 7 }))
  .map(([products, columns]) => {
    const width = columns.length;
    const bases = new Uint32Array(width + 1);
    columns.forEach(({ sets }, column) => {
      bases[column + 1] = bases[column] + sets;
    });
    const rows = new Uint16Array(products * width);
    for (let i = 0; i < rows.length; i++) {
      const column = i % width;
      rows[i] = bases[column] + ((Math.floor(i / width / (1 + column * 31)) * 2_654_435_761) % columns[column].sets);
    }
    const attributes = columns.map(({ sets, values }, column) => {
      // Sets of no value up to three, each value once.
      const lists = Array.from({ length: sets }, (_, set) => {
        return [...new Set(Array.from({ length: set % 4 }, (_, i) => (set * 31 + i * 17) % values))];
      });
      const start = new Uint32Array(sets + 1);
      lists.forEach((list, set) => {
        start[set + 1] = start[set] + list.length;
      });
      const byRank = Uint32Array.from({ length: values }, (_, rank) => values - 1 - rank);
      const rank = Uint32Array.from({ length: values }, (_, value) => values - 1 - value);
      const of = { column, base: bases[column], start, values: Uint32Array.from(lists.flat()) };
      return { sets: of, order: { rank, byRank } };
    });
    return { rows, width, bases, setCount: bases[width], byId: new Map(), products, attributes };
  });

const asks = fc.record({
  table: fc.nat(1),
  share: fc.constantFrom(0, 1, 8, 14, 16),
  asBits: fc.boolean(),
  columns: fc.array(fc.nat(6), { minLength: 1, maxLength: 6 }),
  byCount: fc.boolean(),
});

function bitsOf({ products }: Table, share: number): Uint32Array {
  const bits = new Uint32Array(bitmapWords(products));
  for (let doc = 0; doc < products; doc++) if ((doc * 40_503) % 16 < share) setBit(bits, doc);
  return bits;
}

function naive(table: Table, { sets, order }: Ordered, bits: Uint32Array, byCount: boolean): [number, number][] {
  const counts = new Map<number, number>();
  for (let doc = 0; doc < table.products; doc++) {
    if (!hasBit(bits, doc)) continue;
    const set = table.rows[doc * table.width + sets.column] - sets.base;
    for (const value of sets.values.subarray(sets.start[set], sets.start[set + 1])) {
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  const rank = ([value]: [number, number]) => order.rank[value];
  return [...counts].sort((a, b) => (byCount ? b[1] - a[1] : 0) || rank(a) - rank(b));
}

/** As the matches of a word do. */
class RememberedCounts implements KeptCounts {
  private readonly tables = new Map<object, Uint32Array[]>();

  countsOf(table: object, column: number): Uint32Array | undefined {
    return this.tables.get(table)?.[column];
  }

  keepCounts(table: object, column: number, counts: Uint32Array): void {
    const columns = this.tables.get(table) ?? [];
    this.tables.set(table, columns);
    columns[column] = counts.slice();
  }
}

t.test(`values are counted and ordered as by plain loops (seed ${seed})`, async () => {
  let many = 0;
  const property = fc.property(tables, tables, fc.array(asks, { minLength: 1, maxLength: 8 }), (a, b, all) => {
    const tally = AssemblyTally.make();
    assert.ok(tally);
    // What counts are remembered by, of the same products.
    const terms = new Map<string, RememberedCounts>();
    const deadline = new Deadline();
    for (const { table: which, share, asBits, columns: some, byCount } of all) {
      const table = which === 0 ? a : b;
      const bits = bitsOf(table, share);
      const docs = new Uint32Array(table.products);
      const count = listBits(bits, docs);
      const key = `${which} ${share}`;
      const term = terms.get(key) ?? new RememberedCounts();
      terms.set(key, term);
      const hits = { docs, count, ...(asBits && { bits, term }) };
      const columns = some.map(column => column % table.width);
      // Of the same hits; some columns are counted together.
      for (const column of columns) {
        const attribute = table.attributes[column];
        const facet = { table, ...attribute, byCount };
        const listed: ListedValues | undefined = tally.list(facet, hits, columns.slice(0, 3), deadline);
        assert.ok(listed);
        const pairs: [number, number][] = Array.from(listed.values, (value, i) => [value, listed.counts[i]]);
        assert.deepEqual(pairs, naive(table, attribute, bits, byCount));
        if (pairs.length > 100) many++;
      }
    }
  });
  fc.assert(property, { seed, numRuns: 60 });
  assert.ok(many > 50, `${many} with many values`);
});

t.test('products are counted in several goes, whether they are listed or bits', async t => {
  const products = 10_000;
  const sets = 7;
  const rows = Uint16Array.from({ length: products }, (_, product) => product % sets);
  const table = { rows, width: 1, bases: Uint32Array.of(0, sets), setCount: sets, byId: new Map() };
  const start = Uint32Array.from({ length: sets + 1 }, (_, set) => set);
  const all = Uint32Array.from({ length: sets }, (_, value) => value);
  const attribute = { sets: { column: 0, base: 0, start, values: all }, order: { rank: all, byRank: all } };
  for (const every of [1, 2, 3, 64, 100]) {
    const bits = new Uint32Array(bitmapWords(products));
    for (let product = 0; product < products; product += every) setBit(bits, product);
    const docs = new Uint32Array(products);
    const count = listBits(bits, docs);
    const expected = all.map(set => docs.subarray(0, count).filter(product => product % sets === set).length);
    for (const hits of [
      { docs, count },
      { docs: new Uint32Array(0), count, bits },
    ]) {
      const listed = AssemblyTally.make()!.list({ table, ...attribute, byCount: false }, hits, [0], new Deadline());
      t.same(listed!.counts, expected, `every ${every}, ${hits.bits ? 'bits' : 'listed'}`);
    }
  }
});

t.test('of regions with nearly all of their products those that are missing are taken off', async t => {
  const products = 5 * 4096 + 777;
  const sets = 300;
  const rows = Uint16Array.from({ length: products * 2 }, (_, cell) => {
    const product = cell >> 1;
    return cell % 2 === 0 ? Math.floor(product / 1000) : sets + ((product * 40_503) % 75);
  });
  const table = { rows, width: 2, bases: Uint32Array.of(0, sets, sets + 75), setCount: sets + 75, byId: new Map() };
  const attributeOf = (column: number, base: number, size: number) => {
    const start = Uint32Array.from({ length: size + 1 }, (_, set) => set);
    const all = Uint32Array.from({ length: size }, (_, value) => value);
    return { sets: { column, base, start, values: all }, order: { rank: all, byRank: all } };
  };
  const attributes = [attributeOf(0, 0, sets), attributeOf(1, sets, 75)];
  const missing: ((product: number) => boolean)[] = [
    () => false,
    product => product % 50 === 0,
    product => product >= 2 * 4096 && product < 3 * 4096 && product % 3 !== 0,
    product => product < 4096,
    product => product === 4096 || product === 2 * 4096 - 1,
    product => product >= 5 * 4096 && product % 2 === 0,
  ];
  const tally = AssemblyTally.make()!;
  for (const [i, isMissing] of missing.entries()) {
    const bits = new Uint32Array(bitmapWords(products));
    for (let product = 0; product < products; product++) if (!isMissing(product)) setBit(bits, product);
    const hits = { docs: new Uint32Array(0), count: products, bits };
    for (const { sets: of, order } of attributes) {
      const expected = new Map<number, number>();
      for (let product = 0; product < products; product++) {
        const set = rows[product * 2 + of.column]! - of.base;
        if (!isMissing(product)) expected.set(set, (expected.get(set) ?? 0) + 1);
      }
      const listed = tally.list({ table, sets: of, order, byCount: false }, hits, [0, 1], new Deadline())!;
      t.same(new Map(Array.from(listed.values, (value, at) => [value, listed.counts[at]])), expected, `case ${i}`);
    }
  }
});

t.test('a tally tells which columns it has copied', t => {
  const [products, width] = [300, 2];
  const table = {
    rows: new Uint16Array(products * width).map((_, cell) => cell % width),
    width,
    bases: Uint32Array.of(0, 1, 2),
    setCount: 2,
    byId: new Map(),
  };
  const order = { rank: Uint32Array.of(0), byRank: Uint32Array.of(0) };
  const sets = { column: 1, base: 1, start: Uint32Array.of(0, 1), values: Uint32Array.of(0) };
  const hits = { docs: Uint32Array.from({ length: products }, (_, product) => product), count: products };
  const tally = AssemblyTally.make()!;
  t.notOk(tally.has(table, [1]));
  tally.list({ table, sets, order, byCount: false }, hits, [1], new Deadline());
  t.ok(tally.has(table, [1]));
  t.notOk(tally.has(table, [0, 1]));
  t.notOk(tally.has({ ...table }, [1]), 'those of another view');
  t.end();
});

t.test('past the deadline some products are counted', async t => {
  const products = 200_000;
  const bases = Uint32Array.of(0, 1);
  const table = { rows: new Uint16Array(products), width: 1, bases, setCount: 1, byId: new Map() };
  const sets = { column: 0, base: 0, start: Uint32Array.of(0, 1), values: Uint32Array.of(0) };
  const order = { rank: Uint32Array.of(0), byRank: Uint32Array.of(0) };
  const bits = new Uint32Array(bitmapWords(products)).fill(0xffffffff);
  let now = 0;
  const deadline = new Deadline(() => now++);
  deadline.start(4);
  const hits = { docs: new Uint32Array(0), count: products, bits };
  const listed = AssemblyTally.make()!.list({ table, sets, order, byCount: true }, hits, [0], deadline);
  t.ok(deadline.cut);
  t.ok(listed!.counts[0]! > 0 && listed!.counts[0]! < products, `${listed!.counts[0]} of ${products}`);
});
