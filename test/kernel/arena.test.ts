/** An arena hands out arrays that do not overlap, and takes all of its room back. */
import fc from 'fast-check';
import t from 'tap';
import { Arena, type ArenaArray } from '../../src/kernel/arena.js';

const seed = 20261122;
const BYTES = 1 << 16;

function newArena(): Arena {
  const arena = Arena.make(BYTES);
  if (!arena) throw new Error('no WebAssembly');
  return arena;
}

t.test('arrays keep what is written to them until they are released, and then leave no gap', async t => {
  const steps = fc.array(
    fc.record({ length: fc.integer({ min: 0, max: 2000 }), releases: fc.nat(), of: fc.boolean() }),
    {
      maxLength: 200,
    },
  );
  const property = fc.property(steps, some => {
    const arena = newArena();
    const held: { array: ArenaArray; value: number }[] = [];
    const check = ({ array, value }: (typeof held)[number]) => {
      if (array.some(element => element !== value)) throw new Error(`an array of ${value} has something else`);
      arena.release(array);
    };
    for (const [value, { length, releases, of }] of some.entries()) {
      const array = of ? arena.words(length) : arena.floats(length);
      if (array) {
        if (array.byteOffset === 0 || array.byteOffset % 16 !== 0) throw new Error(`at ${array.byteOffset}`);
        held.push({ array: array.fill(value), value });
      }
      if (releases % 3 === 0 && held.length > 0) check(held.splice(releases % held.length, 1)[0]!);
    }
    held.forEach(check);
    return arena.words(BYTES / 4 - 4) !== undefined;
  });
  fc.assert(property, { seed, numRuns: 100 });
  t.pass(`seed ${seed}`);
});

t.test('an arena without room says so, and leaves arrays of others alone', async t => {
  const arena = newArena();
  t.equal(arena.words(BYTES / 4), undefined, 'address 0 is no array');
  const foreign = new Uint32Array(4);
  t.equal(arena.holds(foreign), false);
  arena.release(foreign);
  const all = arena.words(BYTES / 4 - 4)!;
  t.equal(arena.holds(all), true);
  t.equal(arena.floats(1), undefined);
  arena.release(all);
  t.equal(arena.floats(1)?.length, 1);
});

t.test('a closed arena leaves its memory to the next one of the same size, as if it were new', async t => {
  const arena = newArena();
  const { buffer } = arena.words(100)!.fill(7);
  arena.close();
  const larger = Arena.make(2 * BYTES)!;
  t.not(larger.words(1)!.buffer, buffer, 'another size');
  const next = newArena();
  const array = next.words(BYTES / 4 - 4)!;
  t.equal(array.buffer, buffer);
  t.ok(array.every(element => element === 0));
  t.not(newArena().words(1)!.buffer, buffer, 'it is that of one arena at a time');
  t.equal(arena.words(1), undefined, 'a closed arena has no room');
});
