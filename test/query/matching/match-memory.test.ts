/** A matcher's memory is bounded, and what a query has read stays as it is until the next begins. */
import t from 'tap';
import type { ArenaArray } from '../../../src/kernel/arena.js';
import type { Kept } from '../../../src/query/matching/kept.js';
import { MatchMemory } from '../../../src/query/matching/match-memory.js';

/** With a limit of a megabyte, and functions of WebAssembly. */
const PRODUCTS = 1024;
const LENGTH = 25_000;

class Numbers implements Kept {
  constructor(readonly array: ArenaArray) {}

  arrays(): [ArenaArray] {
    return [this.array];
  }
}

function known(memory: MatchMemory, key: string): Kept | undefined {
  const entry = memory.entryOf(key);
  return entry && memory.read(entry);
}

for (const assembly of [true, false]) {
  t.test(`what was not read for long is dropped, ${assembly ? 'in an arena' : 'without one'}`, async t => {
    const counter = { query: 0 };
    const memory = new MatchMemory(PRODUCTS, counter, assembly);
    t.equal(memory.assembly !== undefined, assembly);
    const read = (key: string) => {
      const kept = known(memory, key);
      if (kept instanceof Numbers) return kept.array;
      const array = memory.words(LENGTH).fill(Number(key));
      memory.keep(key, new Numbers(array));
      return array;
    };
    for (let number = 0; number < 100; number++) {
      counter.query++;
      memory.begin();
      if (number > 0) t.ok(known(memory, '1000'), 'what every query reads is never dropped');
      const frequent = read('1000');
      const own = read(String(number));
      t.ok(frequent.every(value => value === 1000) && own.every(value => value === number), `query ${number}`);
    }
    const kept = Array.from({ length: 100 }, (_, number) => known(memory, String(number))).filter(Boolean);
    t.ok(kept.length > 3 && kept.length < 12, `${kept.length} arrays of a tenth of a megabyte`);
  });
}

t.test('memories of many views share what a thread may keep', async t => {
  const counter = { query: 0 };
  const beside = { size: 1 };
  const memory = new MatchMemory(PRODUCTS, counter, true, beside);
  const keep = (from: number) => {
    for (let number = from; number < from + 10; number++) {
      counter.query++;
      memory.begin();
      memory.keep(String(number), new Numbers(memory.words(LENGTH)));
    }
    return Array.from({ length: from + 10 }, (_, number) => known(memory, String(number))).filter(Boolean).length;
  };
  t.ok(keep(0) > 5);
  // A quarter of a megabyte each.
  beside.size = 2048;
  t.equal(keep(10), 2);
});

t.test('what entries make later counts as well', async t => {
  const counter = { query: 0 };
  const memory = new MatchMemory(PRODUCTS, counter, true);
  const made: ArenaArray[][] = [];
  for (let number = 0; number < 60; number++) {
    counter.query++;
    memory.begin();
    const arrays: ArenaArray[] = [memory.words(LENGTH)];
    memory.keep(String(number), { arrays: () => arrays });
    arrays.push(memory.floats(LENGTH));
    made.push(arrays);
  }
  const kept = made.filter((_, number) => known(memory, String(number)));
  t.ok(kept.length > 1 && kept.length < 6, `${kept.length} pairs of arrays of a tenth of a megabyte`);
  const places = new Set(kept.flatMap(arrays => arrays.map(({ byteOffset }) => byteOffset)));
  t.equal(places.size, 2 * kept.length, 'none of them lies where another does');
});

t.test('one query may read more than there is room for', async t => {
  const counter = { query: 1 };
  const memory = new MatchMemory(PRODUCTS, counter, true);
  memory.begin();
  const all = Array.from({ length: 40 }, (_, number) => {
    const array = memory.words(LENGTH).fill(number);
    memory.keep(String(number), new Numbers(array));
    return array;
  });
  for (const [number, array] of all.entries()) t.ok(array.every(value => value === number));
  counter.query++;
  memory.begin();
  memory.keep('next', new Numbers(memory.words(LENGTH)));
  t.equal(known(memory, '0'), undefined, 'the next query makes room');
});

t.test('what holds for one query alone makes room for the next', async t => {
  const counter = { query: 1 };
  const memory = new MatchMemory(PRODUCTS, counter, true);
  const offsets = new Set<number>();
  for (; counter.query < 100; counter.query++) {
    memory.begin();
    const array = memory.floats(LENGTH);
    offsets.add(array.byteOffset);
    memory.pass(new Numbers(array));
  }
  t.equal(offsets.size, 1);
});

t.test('copies are made once, and those of long ago make room', async t => {
  const counter = { query: 1 };
  const memory = new MatchMemory(PRODUCTS, counter, true);
  const first = Float32Array.of(1, 2, 3);
  memory.begin();
  const copy = memory.copyOf(first);
  t.same(copy, first);
  t.equal(memory.copyOf(first), copy);
  for (let number = 0; number < 1000; number++) {
    counter.query++;
    memory.begin();
    const array = new Uint32Array(PRODUCTS).fill(number);
    if (!memory.copyOf(array)?.every(value => value === number)) t.fail(`copy ${number}`);
  }
});

t.test('an entry is read where it is kept, until it is dropped', async t => {
  const counter = { query: 0 };
  const memory = new MatchMemory(PRODUCTS, counter, true);
  memory.begin();
  const entry = memory.keep('first', new Numbers(memory.words(LENGTH)));
  t.equal(memory.entryOf('first'), entry);
  t.ok(memory.read(entry) instanceof Numbers);
  const other = new MatchMemory(PRODUCTS, counter, true);
  t.equal(other.read(entry), undefined, 'not by another memory');
  for (let number = 0; number < 40; number++) {
    counter.query++;
    memory.begin();
    memory.keep(String(number), new Numbers(memory.words(LENGTH)));
  }
  t.equal(memory.read(entry), undefined, 'dropped');
  const last = memory.keep('last', new Numbers(memory.words(LENGTH)));
  memory.close();
  t.equal(memory.read(last), undefined, 'closed');
  other.close();
});
