import t from 'tap';
import { BufferPool, capacityFor } from '../../../src/server/queries/buffer-pool.js';

t.test('a buffer holds its body, and a fifth of it stays empty at most', async t => {
  for (let bytes = 0; bytes < 5_000_000; bytes += 1 + (bytes >> 7)) {
    const capacity = capacityFor(bytes);
    if (capacity < bytes || (bytes > 1024 && capacity > bytes * 1.25)) t.fail(`${bytes} bytes in ${capacity}`);
    if (capacityFor(capacity) !== capacity) t.fail(`${capacity} is no size of a buffer`);
  }
  t.equal(capacityFor(0), 1024);
  t.equal(capacityFor(1025), 1280);
  t.equal(capacityFor(240_000), 262_144);
});

t.test('a buffer is given once for each return, to bodies of similar lengths', async t => {
  const pool = new BufferPool();
  const first = pool.take(240_000);
  pool.give(first);
  t.equal(pool.bytes, first.byteLength);
  t.not(pool.take(100_000), first, 'too large for this one');
  t.equal(pool.take(250_000), first);
  t.not(pool.take(250_000), first);
  t.equal(pool.bytes, 0);
});

t.test('it is bounded, and adapts to other lengths', async t => {
  const pool = new BufferPool(1_000_000);
  for (let i = 0; i < 20; i++) pool.give(new ArrayBuffer(capacityFor(100_000)));
  t.ok(pool.bytes <= 1_000_000);
  for (let i = 0; i < 20; i++) pool.give(new ArrayBuffer(capacityFor(200_000)));
  t.ok(pool.bytes <= 1_000_000);
  const { bytes } = pool;
  pool.take(100_000);
  t.equal(pool.bytes, bytes, 'those that were returned first are gone');
  pool.take(200_000);
  t.ok(pool.bytes < bytes);
  const small = new BufferPool();
  for (let i = 0; i < 10_000; i++) small.give(new ArrayBuffer(1024));
  t.ok(small.drain().length < 1000, 'bounded in number too');
});

t.test('it is empty when it was drained', async t => {
  const pool = new BufferPool();
  const buffer = pool.take(5000);
  pool.give(buffer);
  t.same(pool.drain(), [buffer]);
  t.same(pool.drain(), []);
  t.equal(pool.bytes, 0);
});
