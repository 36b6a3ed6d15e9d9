/** Signatures against those of node:crypto, for keys and messages of all lengths around whole blocks. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import t from 'tap';
import { HmacSha256 } from '../../src/kernel/hmac-sha256.js';

const seed = 20261122;

t.test(`any message is signed as node:crypto signs it (seed ${seed})`, async () => {
  const key = fc.uint8Array({ maxLength: 140 });
  const messages = fc.array(fc.uint8Array({ maxLength: 300 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(key, messages, (key, all) => {
      const hmac = new HmacSha256(key);
      for (const message of all) {
        assert.deepEqual(Buffer.from(hmac.sign(message)), createHmac('sha256', key).update(message).digest());
      }
    }),
    { seed, numRuns: 500 },
  );
});

t.test('messages of every length up to three blocks', async () => {
  const key = Buffer.from('key');
  const hmac = new HmacSha256(key);
  for (let length = 0; length <= 192; length++) {
    const message = Buffer.alloc(length, 'a');
    assert.deepEqual(Buffer.from(hmac.sign(message)), createHmac('sha256', key).update(message).digest(), `${length}`);
  }
});
