/** A Bloom filter finds everything that was added, and of the rest as few as it should. */
import fc from 'fast-check';
import t from 'tap';
import { BloomFilter } from '../../src/kernel/bloom-filter.js';

const seed = 20261103;
t.comment(`seed ${seed}`);

t.test('what was added is found, whatever it is', async t => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 100 }), { maxLength: 50 }), entries => {
      const filter = new BloomFilter(new Int32Array(64), 7);
      for (const entry of entries) filter.add(entry);
      return entries.every(entry => filter.mayHave(entry));
    }),
    { seed },
  );
  t.pass();
});

t.test('with 10 bits an entry about one in a hundred others is found', async t => {
  const filter = new BloomFilter(new Int32Array(new SharedArrayBuffer(1 << 15)), 7);
  const entries = Math.floor((1 << 18) / 10);
  for (let i = 0; i < entries; i++) filter.add(Buffer.from(`visitor-${i}`));
  let found = 0;
  for (let i = 0; i < 100_000; i++) if (filter.mayHave(Buffer.from(`stranger-${i}`))) found++;
  t.ok(found > 500 && found < 1600, `${found} of 100,000`);
  filter.clear();
  t.notOk(filter.mayHave(Buffer.from('visitor-1')));
});

t.test('the memory must be a power of two', async t => {
  t.throws(() => new BloomFilter(new Int32Array(3), 7), RangeError);
  t.throws(() => new BloomFilter(new Int32Array(0), 7), RangeError);
});
