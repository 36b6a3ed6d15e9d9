import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { quoteJson } from '../../src/kernel/quote-json.js';

const seed = 20261122;

t.test(`a text is quoted as JSON.stringify quotes it (seed ${seed})`, async () => {
  const unit = fc.oneof(
    fc.integer({ min: 0, max: 0xffff }),
    fc.constantFrom(0x22, 0x5c, 0x1f, 0x20, 0x7f, 0xd83d, 0xde00),
  );
  const units = fc.array(unit, { maxLength: 80 }).map(list => String.fromCharCode(...list));
  fc.assert(
    fc.property(fc.oneof(units, fc.string({ maxLength: 80 })), text => {
      assert.equal(quoteJson(text), JSON.stringify(text));
    }),
    { seed, numRuns: 2000 },
  );
});
