/** Moments of ISO 8601 texts, against the platform's own parser where it knows the form. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { isoTime } from '../../src/kernel/iso-time.js';

const seed = 20260901;
const moment = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-30'), noInvalidDate: true });
const offset = fc.tuple(fc.constantFrom('+', '-'), fc.nat(23), fc.nat(59));

t.test(`days and times with an offset are what the platform reads (seed ${seed})`, async () => {
  fc.assert(
    fc.property(moment, offset, (date, [sign, hours, minutes]) => {
      const text = date.toISOString();
      const two = (n: number) => String(n).padStart(2, '0');
      assert.equal(isoTime(text), date.getTime());
      assert.equal(isoTime(text.slice(0, 10)), Date.parse(text.slice(0, 10)));
      const local = text.slice(0, 16);
      assert.equal(isoTime(local), Date.parse(`${local}Z`), 'without an offset it is UTC');
      const shifted = `${sign}${two(hours)}:${two(minutes)}`;
      assert.equal(isoTime(local + shifted), Date.parse(local + shifted));
      assert.equal(isoTime(local + shifted.replace(':', '')), Date.parse(local + shifted));
      assert.equal(isoTime(`${local}${sign}${two(hours)}`), Date.parse(`${local}${sign}${two(hours)}:00`));
    }),
    { seed, numRuns: 300 },
  );
});

t.test('fractions are cut to milliseconds, other texts are no moment', async t => {
  t.equal(isoTime('2026-01-01T00:00:00.1239Z'), Date.UTC(2026, 0, 1) + 123);
  for (const text of ['', '2026-01', 'yesterday', '2026-01-01 10:00', '2026-01-01T10:00:00,5Z'])
    t.ok(Number.isNaN(isoTime(text)), text);
});
