import fc from 'fast-check';
import t from 'tap';
import { applyDelta, deltaOf } from '../../src/fleet/delta.js';

const SEED = 20_261_124;

t.test('a file is what it was, after its difference was applied to the one before', t => {
  const change = fc.record({ at: fc.nat(19_999), bytes: fc.uint8Array({ minLength: 1, maxLength: 300 }) });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40 }), changes => {
      const base = Buffer.from(Array.from({ length: 20_300 }, (_, i) => (i * 7) & 0xff));
      const next = Buffer.from(base);
      for (const { at, bytes } of changes) next.set(bytes, at);
      const delta = deltaOf(base, next, 1e6)!;
      return applyDelta(base, delta).equals(next);
    }),
    { seed: SEED },
  );
  t.end();
});

t.test('what differs little takes little', t => {
  const base = Buffer.alloc(1 << 20, 1);
  const next = Buffer.from(base);
  for (let at = 0; at < next.length; at += 4096) next[at] = 2;
  t.ok(deltaOf(base, next, 1e5)!.length < 4096);
  t.equal(deltaOf(base, next, 100), undefined, 'beyond what it may take there is none');
  t.equal(deltaOf(base, next.subarray(1), 1e5), undefined, 'nor between files of other lengths');
  t.end();
});

t.test('what is damaged, or of another file, is refused', t => {
  const base = Buffer.alloc(5000, 1);
  const delta = deltaOf(base, Buffer.alloc(5000, 2), 1e5)!;
  for (let at = 0; at < delta.length; at++) {
    const damaged = Buffer.from(delta);
    damaged[at]! ^= 4;
    t.throws(() => applyDelta(base, damaged), `byte ${at}`);
  }
  t.throws(() => applyDelta(base.subarray(1), delta), /of 5000 bytes/);
  t.throws(() => applyDelta(base, Buffer.from('x')), /no delta/);
  t.end();
});
