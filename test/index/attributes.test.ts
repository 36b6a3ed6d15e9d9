import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { Attributes, AttributesBuilder } from '../../src/index/attributes.js';
import type { Level } from '../../src/index/numbers.js';
import { compareBytes } from '../../src/kernel/byte-order.js';
import { reread } from './reread.js';

const seed = 20260901;

const IDS = ['brand', 'category', 'ontology', 'custom.x'];

interface Entry {
  id: string;
  level: Level;
  owner: number;
  value: string;
}

const value = fc.oneof(
  fc.constantFrom('A', 'A > B', 'A > B > C', 'A > C', 'B', 'AB'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 }),
);
const catalog = fc
  .array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 120, size: 'max' })
  .chain(counts => {
    const variants = counts.reduce((sum, count) => sum + count, 0);
    const entry = fc.constantFrom('product', 'variant').chain(level =>
      fc.record({
        id: fc.constantFrom(...IDS),
        level: fc.constant(level as Level),
        owner: fc.integer({ min: 0, max: (level === 'product' ? counts.length : variants) - 1 }),
        value,
      }),
    );
    return fc.tuple(fc.constant(counts), fc.array(entry, { maxLength: 60 }));
  });

/** A value and, of a path, all above it. */
function withAncestors(id: string, text: string): string[] {
  if (id !== 'category' && id !== 'ontology') return [text];
  const levels = text.split(' > ');
  return levels.map((_, i) => levels.slice(0, i + 1).join(' > ')).filter(path => path !== '');
}

/** Value → owners, by the rule that a product's value holds for each of its variants once any variant has a value. */
function oracle(id: string, entries: readonly Entry[], starts: readonly number[]) {
  const own = entries.filter(entry => entry.id === id);
  const level: Level = own.some(entry => entry.level === 'variant') ? 'variant' : 'product';
  const owners = new Map<string, Set<number>>();
  for (const entry of own) {
    const lifted = level === 'variant' && entry.level === 'product';
    const from = lifted ? starts[entry.owner] : entry.owner;
    const to = lifted ? starts[entry.owner + 1] : entry.owner + 1;
    for (const name of withAncestors(id, entry.value)) {
      const set = owners.get(name) ?? new Set();
      owners.set(name, set);
      for (let owner = from; owner < to; owner++) set.add(owner);
    }
  }
  return { level, owners };
}

t.test('values and their owners lead to each other, as a map of sets would have it', async t => {
  let combined = 0;
  fc.assert(
    fc.property(catalog, ([counts, entries]) => {
      const starts = [0];
      for (const count of counts) starts.push(starts.at(-1)! + count);
      const variants = starts.at(-1)!;
      const builder = new AttributesBuilder();
      for (const entry of entries) builder.add(entry.id, entry.level, entry.owner, entry.value);
      const { part, attributes: listed } = builder.finish(counts.length, variants, Uint32Array.from(starts));
      const attributes = new Attributes(reread(part));
      const present = IDS.filter(id => entries.some(entry => entry.id === id)).sort();
      assert.deepEqual(
        attributes.all.map(({ id }) => id),
        present,
      );
      assert.deepEqual(
        listed.map(({ id }) => id),
        present,
      );
      for (const [index, id] of present.entries()) {
        const { level, owners } = oracle(id, entries, starts);
        const attribute = attributes.get(id)!;
        assert.equal(attribute.index, index);
        assert.equal(attribute.level, level);
        const names = [...owners.keys()].sort((a, b) => compareBytes(a, b));
        assert.deepEqual(
          Array.from({ length: attribute.size }, (_, i) => attribute.values.at(i)),
          names,
        );
        assert.deepEqual(listed[index].values, names);
        names.forEach((name, ordinal) => {
          const range = attribute.owners.subarray(attribute.ownersStart[ordinal], attribute.ownersStart[ordinal + 1]);
          for (const found of [range, attribute.ownersOf(ordinal)]) {
            assert.deepEqual(
              [...found],
              [...owners.get(name)!].sort((a, b) => a - b),
              `owners of ${name}`,
            );
          }
        });
        const total = level === 'variant' ? variants : counts.length;
        assert.equal(attribute.start.length, total + 1);
        let most = 0;
        for (let owner = 0; owner < total; owner++) {
          const range = attribute.of.subarray(attribute.start[owner], attribute.start[owner + 1]);
          const expected = names.flatMap((name, ordinal) => (owners.get(name)!.has(owner) ? [ordinal] : []));
          assert.deepEqual([...range], expected, `values of ${owner}`);
          most = Math.max(most, expected.length);
        }
        assert.equal(attribute.single, most <= 1);
        const carried = (product: number) =>
          names.flatMap((name, ordinal) => {
            const range = level === 'variant' ? [starts[product], starts[product + 1]] : [product, product + 1];
            return [...owners.get(name)!].some(owner => owner >= range[0] && owner < range[1]) ? [ordinal] : [];
          });
        const { sets } = attribute;
        const { rows, width } = attributes.valueSets;
        if (sets) combined++;
        for (let product = 0; sets && product < counts.length; product++) {
          const set = rows[product * width + sets.column] - sets.base;
          assert.deepEqual([...sets.values.subarray(sets.start[set], sets.start[set + 1])], carried(product));
        }
      }
      assert.equal(attributes.get('none'), undefined);
    }),
    { seed, numRuns: 300 },
  );
  t.ok(combined > 50, 'combinations were among them');
});

t.test('a value on the way down a path belongs to whoever has anything below it', async t => {
  const builder = new AttributesBuilder();
  builder.add('category', 'product', 0, 'Shoes > Boots');
  builder.add('category', 'product', 1, 'Shoes');
  const category = new Attributes(reread(builder.finish(2, 2, Uint32Array.of(0, 1, 2)).part)).get('category')!;
  t.same([category.values.at(0), category.values.at(1)], ['Shoes', 'Shoes > Boots']);
  t.same([...category.owners.subarray(category.ownersStart[0], category.ownersStart[1])], [0, 1]);
});
