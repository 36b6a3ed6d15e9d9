/** A wait of a test ends, whatever it waits for, and says what did not come. */
import t from 'tap';
import { until, within } from './within.js';

const longestMs = 20;
const LATE = { message: 'the end: not within 20 ms' };
const never = new Promise<never>(() => undefined);

t.test('what does not come is an error', async t => {
  await t.rejects(within('the end', never, longestMs), LATE);
  t.equal(await within('the end', Promise.resolve('it')), 'it');
  await t.rejects(within('the end', Promise.reject(new Error('another'))), { message: 'another' });
});

t.test('what never holds is an error, and is not asked about any longer', async t => {
  for (const pauseMs of [0, 1]) {
    let asked = 0;
    const holds = () => {
      asked++;
      return false;
    };
    await t.rejects(until('the end', holds, { longestMs, pauseMs }), LATE);
    const before = asked;
    await new Promise(resolve => setImmediate(resolve));
    t.ok(before > 0 && asked <= before + 1);
  }
});

t.test('a question that is not answered is an error', async t => {
  await t.rejects(
    until('the end', () => never, { longestMs }),
    LATE,
  );
});

t.test('it is asked until it holds', async t => {
  for (const pauseMs of [0, 1]) {
    let asked = 0;
    await until('the end', async () => ++asked === 3, { pauseMs });
    t.equal(asked, 3);
  }
});
