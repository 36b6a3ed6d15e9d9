/** What is taken from the memory of records is what was kept under that key, while records are overwritten. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { RecordMemory, type RecordPlace } from '../../../../src/pages/shared/cards/record-memory.js';

const seed = 20261122;
const SIZE = 4096;
const HEAD = 16;
const STAGE = 1 << 13;

const places = fc.record({
  file: fc.nat(2),
  fileToo: fc.nat(1),
  offset: fc.nat(400).map(place => place * 8),
  bytes: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: SIZE - 2 * HEAD, max: SIZE })),
});

/** A record that tells its key. */
function recordOf({ file, fileToo, offset, bytes }: RecordPlace): Uint8Array {
  return Uint8Array.from({ length: bytes }, (_, i) => file * 31 + fileToo * 17 + offset + bytes + i * (1 + file));
}

t.test(`a record that is taken is the one that was kept (seed ${seed})`, async () => {
  let taken = 0;
  const pools = fc.array(places, { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(pools, fc.array(fc.nat(29)), (pool, asked) => {
      const memory = new RecordMemory(SIZE);
      const stage = new Uint8Array(STAGE);
      for (const place of asked.map(i => pool[i % pool.length])) {
        const record = recordOf(place);
        if (memory.take(place, stage, 8)) {
          taken++;
          assert.deepEqual(stage.subarray(8, 8 + place.bytes), record);
          continue;
        }
        stage.set(record, 16);
        memory.keep(place, stage, 16);
        const fits = HEAD + place.bytes <= SIZE;
        assert.equal(memory.take(place, stage, 8), fits);
        if (fits) assert.deepEqual(stage.subarray(8, 8 + place.bytes), record);
      }
    }),
    { seed, numRuns: 500 },
  );
  assert.ok(taken > 100, `${taken} were there`);
});

t.test('what was kept last is there, as far as the ring goes', async t => {
  const memory = new RecordMemory(SIZE);
  const stage = new Uint8Array(STAGE);
  const all = Array.from({ length: 200 }, (_, i) => ({ file: 1, fileToo: 2, offset: i * 8, bytes: 240 }));
  for (const place of all) memory.keep(place, stage, 0);
  const there = all.map(place => memory.take(place, stage, 0));
  const room = SIZE / (HEAD + 240);
  t.equal(there.at(-1), true);
  // Of the others, those whose slots of the table were not taken by later ones.
  t.ok(there.slice(-room).filter(Boolean).length > 1);
  t.same(there.slice(0, -room).filter(Boolean), []);
});

t.test('records go by their file, their place in it and their length', async t => {
  const memory = new RecordMemory(SIZE);
  const place = { file: 1, fileToo: 2, offset: 24, bytes: 40 };
  const stage = new Uint8Array(STAGE);
  memory.keep(place, stage, 0);
  t.ok(memory.take(place, stage, 0));
  for (const other of [{ file: 2 }, { fileToo: 1 }, { offset: 32 }, { bytes: 39 }]) {
    t.notOk(memory.take({ ...place, ...other }, stage, 0), JSON.stringify(other));
  }
});

t.test('too little memory is none', async t => {
  t.equal(RecordMemory.ofBytes(0), undefined);
  t.equal(RecordMemory.ofBytes(255), undefined);
  t.ok(RecordMemory.ofBytes(3000));
});
