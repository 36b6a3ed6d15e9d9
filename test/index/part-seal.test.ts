/** The seal of a part: the same however the content is divided into pieces, and each page told apart. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import t from 'tap';
import {
  contentBytes,
  hasSoundPages,
  hasSoundSums,
  PAGE_BYTES,
  PART_CHECKSUM_BYTES,
  PartSeal,
  sealBytes,
} from '../../src/index/part-seal.js';
import { crc32, crc32OfMany } from '../../src/kernel/crc32.js';

const seed = 20261123;
const content = (length: number) => Uint8Array.from({ length }, (_, i) => (i * 31 + (i >> 7)) & 0xff);

function sealed(bytes: Uint8Array, cuts: readonly number[] = []): Buffer {
  const seal = new PartSeal();
  const places = [0, ...[...cuts].sort((a, b) => a - b), bytes.length];
  for (let i = 1; i < places.length; i++) seal.update(bytes.subarray(places[i - 1], places[i]));
  return Buffer.concat([bytes, seal.digest()]);
}

t.test('the length of the content follows from that of the part', async t => {
  const lengths = [0, 1, PAGE_BYTES - 1, PAGE_BYTES, PAGE_BYTES + 1, 3 * PAGE_BYTES];
  for (let n = 0; n < 70_000; n++) lengths.push(n * 997);
  const wrong = lengths.filter(length => contentBytes(length + sealBytes(length)) !== length);
  t.same(wrong, []);
});

t.test('both ways to compute a checksum agree', async () => {
  const bytes = content(3000);
  fc.assert(
    fc.property(fc.nat(3000), at => {
      const whole = crc32(bytes);
      const both = crc32(bytes, at, bytes.length, crc32(bytes, 0, at));
      return both === whole && crc32OfMany(bytes.subarray(at), crc32OfMany(bytes.subarray(0, at))) === whole;
    }),
    { seed, numRuns: 100 },
  );
});

t.test('a part that is not named after its content has the checksums of its pages alone', async t => {
  const bytes = content(2 * PAGE_BYTES + 100);
  const seal = new PartSeal(false);
  seal.update(bytes);
  const part = Buffer.concat([bytes, seal.digest()]);
  t.ok(hasSoundSums(part) && hasSoundPages(part, 0, part.length));
  t.same(part.subarray(0, -PART_CHECKSUM_BYTES), sealed(bytes).subarray(0, -PART_CHECKSUM_BYTES));
  t.same(part.subarray(-PART_CHECKSUM_BYTES), new Uint8Array(PART_CHECKSUM_BYTES));
});

t.test('pieces make no difference, and damage is found in its page alone', async t => {
  const bytes = content(2 * PAGE_BYTES + 100);
  const whole = sealed(bytes);
  t.equal(whole.length, bytes.length + sealBytes(bytes.length));
  t.same(
    whole.subarray(-PART_CHECKSUM_BYTES),
    createHash('sha256').update(whole.subarray(0, -PART_CHECKSUM_BYTES)).digest(),
  );
  fc.assert(
    fc.property(
      fc.array(fc.nat(bytes.length), { maxLength: 6 }),
      fc.nat(bytes.length - 1),
      fc.integer({ min: 1, max: 255 }),
      (cuts, at, flip) => {
        const part = sealed(bytes, cuts);
        if (!part.equals(whole)) return false;
        part[at]! ^= flip;
        const damaged = Math.floor(at / PAGE_BYTES);
        return [0, 1, 2].every(page => {
          const from = page * PAGE_BYTES;
          return hasSoundSums(part) && hasSoundPages(part, from, from + PAGE_BYTES) === (page !== damaged);
        });
      },
    ),
    { seed, numRuns: 100 },
  );
  t.ok(hasSoundPages(whole, 0, whole.length));
  t.notOk(hasSoundSums(whole.subarray(0, 10)));
});
