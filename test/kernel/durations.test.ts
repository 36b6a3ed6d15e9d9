import fc from 'fast-check';
import t from 'tap';
import { Problem } from '../../src/errors/problem.js';
import { formatDuration, parseDurationMs } from '../../src/kernel/durations.js';

const seed = 20260901;
const anything = { minMs: 0, maxMs: Number.MAX_SAFE_INTEGER };

t.test('durations of fixed length are read as milliseconds', t => {
  const cases: [string, number][] = [
    ['PT0S', 0],
    ['PT5M', 300_000],
    ['PT0.5S', 500],
    ['PT1,5S', 1_500],
    ['P1DT12H', 129_600_000],
    ['P2W', 1_209_600_000],
    ['PT1H1M1S', 3_661_000],
  ];
  for (const [text, ms] of cases) t.equal(parseDurationMs('wait', text, anything), ms, text);
  t.end();
});

t.test('anything else is refused by name', t => {
  const wrong = [
    '',
    'P',
    'PT',
    '5',
    'PT5',
    'P1Y',
    'P1M',
    '-PT1S',
    'PT-1S',
    'xPT1S',
    'PT1Sx',
    'P1D1M',
    'PT1S1M',
    'pt1s',
  ];
  for (const text of wrong) {
    t.throws(
      () => parseDurationMs('wait', text, anything),
      { name: 'Problem', message: /^wait: found ".*", expected an ISO 8601 duration/ },
      text,
    );
  }
  t.end();
});

t.test('limits are inclusive and named in the message', t => {
  const limits = { minMs: 0, maxMs: 300_000 };
  t.equal(parseDurationMs('blockingTimeout', 'PT300S', limits), 300_000);
  t.throws(() => parseDurationMs('blockingTimeout', 'PT5M0.001S', limits), {
    message: 'blockingTimeout: found "PT5M0.001S", expected PT0S to PT5M',
  });
  t.end();
});

t.test('formatting gives back what parsing reads', t => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 11 }), ms => parseDurationMs('x', formatDuration(ms), anything) === ms),
    { seed },
  );
  t.pass(`seed ${seed}`);
  t.end();
});

t.test('random text never throws anything but a Problem', t => {
  const text = fc.string({ unit: fc.constantFrom(...'PTYMWDHS0123.,-') });
  fc.assert(
    fc.property(text, garbage => {
      try {
        return Number.isInteger(parseDurationMs('x', garbage, { minMs: 0, maxMs: 10 ** 9 }));
      } catch (error) {
        return error instanceof Problem;
      }
    }),
    { seed },
  );
  t.pass(`seed ${seed}`);
  t.end();
});
