import fc from 'fast-check';
import t from 'tap';
import { parseCount, parseDecimal } from '../../src/kernel/number-text.js';

const seed = 20260901;

t.test('decimals are taken whole or not at all', t => {
  const cases: [string, number | undefined][] = [
    ['1', 1],
    ['-2.50', -2.5],
    ['+.5', 0.5],
    ['3.', 3],
    ['1e3', 1_000],
    ['', undefined],
    [' 1', undefined],
    ['1 ', undefined],
    ['0x10', undefined],
    ['1,5', undefined],
    ['Infinity', undefined],
    ['NaN', undefined],
    ['1e999', undefined],
    ['.', undefined],
    ['--1', undefined],
  ];
  for (const [text, expected] of cases) t.equal(parseDecimal(text), expected, JSON.stringify(text));
  t.equal(Object.is(parseDecimal('-0'), 0), true, 'minus zero is zero');
  t.end();
});

t.test('every finite number is read back from its own text', t => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), value => parseDecimal(String(value)) === value),
    { seed },
  );
  t.pass(`seed ${seed}`);
  t.end();
});

t.test('counts are up to nine digits and nothing else', t => {
  t.equal(parseCount('0'), 0);
  t.equal(parseCount('999999999'), 999_999_999);
  for (const text of ['', '-1', '+1', '1.0', '1e3', ' 1', '1000000000', '١'])
    t.equal(parseCount(text), undefined, text);
  t.end();
});
