/** What is taken from the memory of records is what was kept under that key, while records are overwritten. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { RecordMemory, type RecordPlace } from '../../../../src/pages/shared/cards/record-memory.js';

const seed = 20261122;
const SIZE = 4096;
const HEAD = 24;
const STAGE = 1 << 13;

const places = fc.record({
  file: fc.nat(2),
  fileToo: fc.nat(1),
  offset: fc.nat(400).map(place => place * 8),
  offers: fc.nat(2),
  offersToo: fc.nat(1),
});
const kept = fc.record({
  place: places,
  bytes: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: SIZE - 2 * HEAD, max: SIZE })),
});

/** A record that tells its key. */
function recordOf({ file, fileToo, offset, offers, offersToo }: RecordPlace, bytes: number): Uint8Array {
  const first = file * 31 + fileToo * 17 + offset + offers * 53 + offersToo * 91 + bytes;
  return Uint8Array.from({ length: bytes }, (_, i) => first + i * (1 + file));
}

t.test(`a record that is taken is the one that was kept (seed ${seed})`, async () => {
  let taken = 0;
  const pools = fc.array(kept, { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(pools, fc.array(fc.nat(29), { maxLength: 200, size: 'max' }), fc.boolean(), (pool, asked, assembly) => {
      const memory = new RecordMemory(SIZE, assembly);
      assert.equal(memory.out !== undefined, assembly);
      const stage = new Uint8Array(STAGE);
      /** The length of each that was kept last. */
      const lengths = new Map<string, number>();
      for (const { place, bytes } of asked.map(i => pool[i % pool.length]!)) {
        const name = JSON.stringify(place);
        const found = memory.take(place, stage, 8);
        if (found > 0) {
          taken++;
          assert.equal(found, lengths.get(name));
          assert.deepEqual(stage.subarray(8, 8 + found), recordOf(place, found));
          continue;
        }
        const record = recordOf(place, bytes);
        stage.set(record, 16);
        memory.keep(place, bytes, stage, 16);
        const fits = HEAD + bytes <= SIZE;
        if (fits) lengths.set(name, bytes);
        assert.equal(memory.take(place, stage, 8), fits ? bytes : 0);
        if (fits) assert.deepEqual(stage.subarray(8, 8 + bytes), record);
      }
    }),
    { seed, numRuns: 70 },
  );
  assert.ok(taken > 100, `${taken} were there`);
});

t.test('what was kept last is there, as far as the ring goes', async t => {
  const memory = new RecordMemory(SIZE);
  const stage = new Uint8Array(STAGE);
  const all = Array.from({ length: 200 }, (_, i) => ({ file: 1, fileToo: 2, offset: i * 8, offers: 3, offersToo: 4 }));
  for (const place of all) memory.keep(place, 240, stage, 0);
  const there = all.map(place => memory.take(place, stage, 0) === 240);
  const room = SIZE / (HEAD + 240);
  t.equal(there.at(-1), true);
  // Of the others, those whose slots of the table were not taken by later ones.
  t.ok(there.slice(-room).filter(Boolean).length > 1);
  t.same(there.slice(0, -room).filter(Boolean), []);
});

t.test('what is found again and again stays, while what is not goes', async t => {
  const memory = new RecordMemory(1 << 17);
  const stage = new Uint8Array(STAGE);
  const placeOf = (i: number) => ({ file: 1, fileToo: 2, offset: i * 8, offers: 3, offersToo: 4 });
  const tell = (i: number) => Uint8Array.from({ length: 2300 }, (_, at) => i * 7 + at);
  const popular = [0, 1, 2];
  for (const i of popular) memory.keep(placeOf(i), 2300, tell(i), 0);
  let there = 0;
  for (let i = 100; i < 400; i++) {
    memory.keep(placeOf(i), 2000 + (i % 5) * 9, stage, 0);
    for (const at of popular) {
      if (memory.take(placeOf(at), stage, 0) === 0) continue;
      there++;
      assert.deepEqual(stage.subarray(0, 2300), tell(at));
    }
  }
  // The ring has gone around several times; another record may have had the place of one in the table.
  t.ok(there > 2 * 300, `${there} of 900`);
  t.equal(memory.take(placeOf(100), stage, 0), 0);
});

t.test('records go by their file, their place in it and their offers', async t => {
  const memory = new RecordMemory(SIZE);
  const place = { file: 1, fileToo: 2, offset: 24, offers: 3, offersToo: 4 };
  const stage = new Uint8Array(STAGE);
  memory.keep(place, 40, stage, 0);
  t.equal(memory.take(place, stage, 0), 40);
  for (const other of [{ file: 2 }, { fileToo: 1 }, { offset: 32 }, { offers: 2 }, { offersToo: 3 }]) {
    t.equal(memory.take({ ...place, ...other }, stage, 0), 0, JSON.stringify(other));
  }
});

const MB = 1 << 20;
const LARGE = 1000;

/** Keeps `count` records of a file of their own. */
function keepAll(memory: RecordMemory, file: number, count: number): RecordPlace[] {
  const stage = new Uint8Array(LARGE);
  const all = Array.from({ length: count }, (_, i) => ({ file, fileToo: 0, offset: i * 8, offers: 0, offersToo: 0 }));
  for (const place of all) if (memory.find(place) === 0) memory.keep(place, LARGE, stage, 0);
  return all;
}

t.test('records that are replaced time and again take no more than some times the cards that are searched', async t => {
  const memory = new RecordMemory(64 * MB);
  memory.expect(2 * MB);
  const { most } = memory.bytes;
  t.equal(most, 64 * MB);
  const all = keepAll(memory, 0, 1000);
  // A record in ten is changed, and all are read, a hundred times.
  for (let round = 1; round <= 100; round++) {
    const changed = keepAll(memory, round, 100);
    all.splice((round % 10) * 100, 100, ...changed);
    for (const place of all) if (memory.find(place) === 0) memory.keep(place, LARGE, new Uint8Array(LARGE), 0);
  }
  t.ok(memory.bytes.used <= 8 * MB, `${memory.bytes.used}`);
});

t.test('a ring grows where it overwrites what is read again, up to its bound', async t => {
  const memory = new RecordMemory(16 * MB);
  const stage = new Uint8Array(LARGE);
  const all = keepAll(memory, 1, 6000);
  const draws = fc.sample(fc.nat(all.length - 1), { seed, numRuns: 40_000 });
  for (const place of draws.map(i => all[i]!)) if (memory.find(place) === 0) memory.keep(place, LARGE, stage, 0);
  t.ok(memory.bytes.used > 4 * MB && memory.bytes.used <= 16 * MB, `${memory.bytes.used}`);
  const there = all.filter(place => memory.find(place) > 0).length;
  t.ok(there > 0.95 * all.length, `${there} of ${all.length} are there`);
});

t.test('too little memory is none', async t => {
  t.equal(RecordMemory.ofBytes(0), undefined);
  t.equal(RecordMemory.ofBytes(255), undefined);
  t.ok(RecordMemory.ofBytes(3000));
});

t.test('records stay where responses grow, which begin behind them', async t => {
  const memory = new RecordMemory(SIZE, true);
  const { out } = memory;
  const place = { file: 1, fileToo: 2, offset: 24, offers: 3, offersToo: 4 };
  const record = Uint8Array.of(1, 2, 3, 4, 5);
  memory.keep(place, record.length, record, 0);
  const before = out!.buffer.length;
  out!.start();
  out!.bytes(new Uint8Array(before).fill(7));
  t.ok(out!.buffer.length > before);
  const found = memory.find(place);
  t.same(out!.buffer.subarray(found, found + memory.bytesOf(found)), record);
  t.ok(out!.written().every(byte => byte === 7));
});
