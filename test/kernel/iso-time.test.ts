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

t.test('a time may be an hour alone, and the end of a day, which nothing follows', async t => {
  const day = Date.UTC(2026, 9, 1);
  const hour = 3_600_000;
  t.equal(isoTime('2026-10-01T10'), day + 10 * hour);
  t.equal(isoTime('20261001T10+02'), day + 8 * hour);
  for (const text of ['2026-10-01T24:00:00Z', '20261001T2400', '2026-274T24']) t.equal(isoTime(text), day + 24 * hour);
  for (const text of ['2026-10-01T24:00:00.001Z', '2026-10-01T24:01', '2026-10-01T25'])
    t.ok(Number.isNaN(isoTime(text)), text);
});

t.test(`ordinal, week and basic dates are those of the calendar (seed ${seed})`, async () => {
  const DAY_MS = 86_400_000;
  fc.assert(
    fc.property(moment, date => {
      const text = date.toISOString();
      const calendar = text.slice(0, 10);
      const day = Date.parse(calendar);
      const [year] = calendar.split('-');
      const ordinal = String((day - Date.parse(`${year}-01-01`)) / DAY_MS + 1).padStart(3, '0');
      // A week belongs to the year of its Thursday.
      const weekday = (date.getUTCDay() + 6) % 7;
      const thursday = new Date(day + (3 - weekday) * DAY_MS).toISOString();
      const weekYear = thursday.slice(0, 4);
      const weeks = Math.floor((Date.parse(thursday.slice(0, 10)) - Date.parse(`${weekYear}-01-01`)) / DAY_MS / 7) + 1;
      const week = String(weeks).padStart(2, '0');
      const forms = [`${year}-${ordinal}`, `${year}${ordinal}`, calendar.replaceAll('-', '')];
      if (/^\d{4}$/.test(weekYear))
        forms.push(`${weekYear}-W${week}-${weekday + 1}`, `${weekYear}W${week}${weekday + 1}`);
      for (const form of forms) {
        assert.equal(isoTime(form), day, form);
        assert.equal(isoTime(form + text.slice(10)), date.getTime(), form);
        assert.equal(isoTime(`${form}T${text.slice(11).replaceAll(':', '')}`), date.getTime(), form);
      }
    }),
    { seed, numRuns: 300 },
  );
});

t.test('days that no calendar has are no moment', async t => {
  const unreal = [
    '2023-02-29',
    '20230229',
    '2023-366',
    '2023-000',
    '2025-W53-1',
    '2026-W00-1',
    '2026-13-01',
    '2026-W10',
  ];
  for (const text of unreal) t.ok(Number.isNaN(isoTime(text)), text);
  t.equal(isoTime('2024-366'), Date.UTC(2024, 11, 31));
  t.equal(isoTime('2026-W53-7'), Date.UTC(2027, 0, 3));
});
