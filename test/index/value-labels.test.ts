import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import type { Strings } from '../../src/index/strings.js';
import {
  foldName,
  MOST_WITH_JSON,
  ValueLabels,
  type ValueNames,
  writeValueLabels,
} from '../../src/index/value-labels.js';
import { compareNatural, naturalKey } from '../../src/kernel/natural-order.js';
import { valueId } from '../../src/kernel/value-id.js';
import { reread } from './reread.js';
import { stringsOf } from './strings-of.js';

const seed = 20260901;

const collator = new Intl.Collator('sv-SE', { numeric: true });
const natural = (a: string, b: string) => compareNatural(naturalKey(a), naturalKey(b));

const name = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'A', 'b', 'é', 'É', ' ', '1', '2', '"', '\\'), minLength: 1, maxLength: 4 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 }),
);
const values: fc.Arbitrary<ValueNames[]> = fc.uniqueArray(
  fc.record(
    {
      id: name,
      label: name,
      color: fc.constantFrom('#ffffff', '#000000'),
      aliases: fc.array(name, { maxLength: 2 }),
    },
    { requiredKeys: ['id', 'label'] },
  ),
  { selector: ({ id }) => id, maxLength: 20 },
);

/** Attributes with the ids of values, in their order. */
function attributesOf(values: Record<string, readonly ValueNames[]>): Map<string, { values: Strings }> {
  return new Map(Object.entries(values).map(([id, list]) => [id, { values: stringsOf(list.map(({ id }) => id)) }]));
}

t.test('labels, their natural order, their names and their JSON come back by value', async () => {
  fc.assert(
    fc.property(values, values, name, (brands, titles, other) => {
      // Without translations a value has one name.
      const series: ValueNames[] = titles.map(({ id }) => ({ id, label: id }));
      const writer = writeValueLabels(
        [
          { id: 'brand', values: brands },
          { id: 'series', values: series },
          { id: 'title', values: titles },
        ],
        new Set(['title']),
        'sv-SE',
      );
      const labels = new ValueLabels(reread(writer), attributesOf({ brand: brands, series, title: titles }));
      for (const [id, list] of [
        ['brand', brands],
        ['series', series],
        ['title', titles],
      ] as const) {
        const read = labels.get(id)!;
        assert.deepEqual(
          list.map((_, i) => read.labels.at(i)),
          list.map(({ label }) => label),
        );
        const byRank = [...read.byRank].map(value => list[value]);
        byRank.forEach((value, rank) => {
          assert.equal(read.rank[list.indexOf(value)], rank);
          const before = byRank[rank - 1];
          const order = id === 'title' ? collator.compare : natural;
          if (before) assert.ok((order(before.label, value.label) || (before.id < value.id ? -1 : 1)) < 0);
        });
        const namesOf = ({ id: own, label, aliases = [] }: ValueNames) => [own, label, ...aliases].map(foldName);
        for (const typed of [other, ...list.flatMap(value => [value.id, ` ${value.label.toUpperCase()} `])]) {
          const expected = list.flatMap((value, i) => (namesOf(value).includes(foldName(typed)) ? [i] : []));
          assert.deepEqual(
            read.resolve(typed).sort((a, b) => a - b),
            expected,
            `names like ${typed}`,
          );
        }
      }
      brands.forEach(({ id, label, color }, i) => {
        const value = JSON.parse(`${labels.get('brand')!.json!.at(i)}1}`);
        assert.deepEqual(value, {
          id: valueId(id),
          label,
          ...(color === undefined ? {} : { color }),
          selected: false,
          count: 1,
        });
      });
      assert.equal(labels.get('title')!.json, undefined);
      assert.equal(labels.get('none'), undefined);
    }),
    { seed, numRuns: 300 },
  );
});

t.test('one name may stand for several values', async t => {
  const values = [
    { id: '1', label: 'Red' },
    { id: '2', label: 'red ' },
    { id: 'RED', label: 'Crimson' },
  ];
  const writer = writeValueLabels([{ id: 'custom.color', values }], new Set(), 'en-GB');
  const labels = new ValueLabels(reread(writer), attributesOf({ 'custom.color': values }));
  t.same(labels.get('custom.color')!.resolve('Red').sort(), [0, 1, 2]);
  t.same(labels.get('custom.color')!.resolve('crimson'), [2]);
  t.same(labels.get('custom.color')!.resolve('blue'), []);
});

t.test('ids that are labels are not stored again, and no JSON of many values', async t => {
  const values = Array.from({ length: MOST_WITH_JSON + 1 }, (_, i) => ({ id: `a"${i}`, label: `a"${i}` }));
  for (const size of [MOST_WITH_JSON, MOST_WITH_JSON + 1]) {
    const numbers = values.slice(0, size);
    const part = reread(writeValueLabels([{ id: 'custom.number', values: numbers }], new Set(), 'en-GB'));
    const labels = new ValueLabels(part, attributesOf({ 'custom.number': numbers })).get('custom.number')!;
    t.notOk(part.has('custom.number.labels.bytes'));
    t.equal(labels.labels.at(size - 1), `a"${size - 1}`);
    t.same(labels.resolve('A"7'), [7]);
    t.equal(labels.json?.size, size > MOST_WITH_JSON ? undefined : size);
    t.equal(labels.json?.at(7) ?? labels.jsonOf(7), '{"id":"a\\"7","label":"a\\"7","selected":false,"count":');
  }
});
