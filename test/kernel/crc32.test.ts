/** CRC-32 against the check value of its catalogue entry, and against the one in gzip's trailer. */
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import t from 'tap';
import { crc32 } from '../../src/kernel/crc32.js';

const seed = 20260901;

t.test('the check value', async t => {
  t.equal(crc32(Buffer.from('123456789')), 0xcbf43926);
  t.equal(crc32(new Uint8Array(0)), 0);
  t.equal(crc32(Buffer.from('..123456789.'), 2, 11), 0xcbf43926, 'of a part');
});

t.test(`as gzip states it (seed ${seed})`, async t => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 300 }),
      bytes => gzipSync(bytes).readUInt32LE(gzipSync(bytes).length - 8) === crc32(bytes),
    ),
    { seed },
  );
  t.pass();
});
