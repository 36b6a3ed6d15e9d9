/** JSON that differs in numbers alone is told by its bytes, held against the parsed values. */
import t from 'tap';
import { differInNumbersAlone } from '../../src/kernel/json-numbers.js';

const told = (a: unknown, b: unknown) =>
  differInNumbersAlone(Buffer.from(JSON.stringify(a)), Buffer.from(JSON.stringify(b)));

t.test('numbers may differ, also in length, sign and form', async t => {
  for (const [a, b] of [
    [1, 2],
    [1, 12],
    [12, 1],
    [120, 12],
    [-1, 1],
    [0.5, 1e21],
    [
      { stock: 7, price: [1, 2.25] },
      { stock: 70, price: [11, 2] },
    ],
  ]) {
    t.ok(told([a, 'x'], [b, 'x']), `${JSON.stringify(a)} and ${JSON.stringify(b)}`);
    t.ok(told(['x', a], ['x', b]));
  }
});

t.test('keys, texts and other values may not', async t => {
  for (const [a, b] of [
    ['p1', 'p2'],
    ['size: 1', 'size: 2'],
    ['\\"', '\\\\'],
    ['a"1', 'a"2'],
    ['"', '"1'],
    [{ p1: 1 }, { p2: 1 }],
    [1, '1'],
    [1, true],
    [1, null],
    [true, false],
    [1, [1]],
    [[1], [1, 2]],
    [[], [1]],
    [{ stock: 1 }, {}],
    [{ stock: 1 }, { stock: 1, price: 2 }],
  ]) {
    t.notOk(told(a, b), `${JSON.stringify(a)} and ${JSON.stringify(b)}`);
    t.notOk(told([a, 1], [b, 2]));
  }
});
