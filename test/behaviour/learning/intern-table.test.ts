/** Slots against a map of names, and the room that is made in them. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { InternTable } from '../../../src/behaviour/learning/intern-table.js';
import { PartWriter } from '../../../src/index/part.js';
import { reread } from '../../index/reread.js';

const seed = 20261121;

/** The slot is taken first: counters are replaced when slots grow. */
function count(slots: InternTable<'count'>, slot: number, amount: number): void {
  slots.counters.count[slot]! += amount;
}

t.test(`names keep their slots and counters until they are released (seed ${seed})`, async () => {
  const name = fc.tuple(fc.integer({ min: 0, max: 2 }), fc.constantFrom('a', 'b', 'å', '🙂', 'long name', 'z'));
  const step = fc.oneof(
    { weight: 9, arbitrary: fc.record({ take: name, add: fc.integer({ min: 0, max: 50 }) }) },
    { weight: 1, arbitrary: fc.record({ release: fc.uniqueArray(name, { maxLength: 4, selector: String }) }) },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), steps => {
      const slots = new InternTable(['count'], 100);
      const expected = new Map<string, number>();
      for (const one of steps) {
        if ('take' in one) {
          const [scope, text] = one.take;
          count(slots, slots.take(scope, text), one.add);
          expected.set(one.take.join('|'), (expected.get(one.take.join('|')) ?? 0) + one.add);
        } else {
          const gone = new Uint8Array(slots.used);
          for (const [scope, text] of one.release) {
            const slot = slots.find(scope, text);
            if (slot >= 0) gone[slot] = 1;
            expected.delete([scope, text].join('|'));
          }
          slots.release(gone);
        }
      }
      const part = new PartWriter('test');
      slots.write(part, 'slots');
      const again = new InternTable(['count'], 100);
      again.read(reread(part), 'slots');
      for (const either of [slots, again]) {
        assert.equal(either.size, expected.size);
        for (const [key, count] of expected) {
          const [scope, text] = [Number(key[0]), key.slice(2)];
          const slot = either.find(scope, text);
          assert.equal(either.name(slot), text);
          assert.equal(either.scopes[slot], scope);
          assert.equal(either.counters.count[slot], count);
        }
      }
      assert.equal(again.take(0, 'new'), slots.take(0, 'new'));
      assert.equal(slots.counters.count[slots.find(0, 'new')], 0);
    }),
    { seed },
  );
});

t.test('what is worth least is released, a quarter at a time', async t => {
  const slots = new InternTable(['count'], 8);
  for (const [i, worth] of [5, 1, 9, 1, 7, 8, 1, 6].entries()) count(slots, slots.take(0, `n${i}`), worth);
  t.ok(slots.full);
  t.equal(slots.take(0, 'one more'), -1);
  t.same([...slots.releaseLightest(slots.counters.count)], [0, 1, 0, 1, 0, 0, 0, 0]);
  t.equal(slots.find(0, 'n1'), -1);
  t.equal(slots.find(0, 'n6'), 6);
  t.equal(slots.take(0, 'one more'), 1);
  t.equal(slots.size, 7);
});
