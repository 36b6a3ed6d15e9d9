/** Checksums of parts whose bytes come piece by piece. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import t from 'tap';
import { TrailingChecksum } from '../../src/index/trailing-checksum.js';

const LONGEST = 100;

t.test('bytes end with their checksum in whatever pieces they come, and no others do', async t => {
  const lengths = fc.array(fc.nat(LONGEST), { maxLength: 8 });
  const holds = (bytes: Uint8Array, cuts: readonly number[]): boolean => {
    const checksum = new TrailingChecksum();
    // One buffer, as of a file that is read.
    const buffer = new Uint8Array(bytes.length);
    let at = 0;
    for (const length of [...cuts, bytes.length]) {
      const piece = buffer.subarray(0, Math.min(length, bytes.length - at));
      piece.set(bytes.subarray(at, at + piece.length));
      checksum.update(piece);
      at += piece.length;
    }
    return checksum.holds();
  };
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: LONGEST }), lengths, fc.nat(), (content, cuts, at) => {
      const sealed = Buffer.concat([content, createHash('sha256').update(content).digest()]);
      if (!holds(sealed, cuts)) return false;
      sealed[at % sealed.length]! ^= 1;
      return !holds(sealed, cuts) && !holds(sealed.subarray(1), cuts);
    }),
  );
  t.notOk(holds(new Uint8Array(), []), 'nothing has none');
});
