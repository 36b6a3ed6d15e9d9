import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import t from 'tap';
import { equalJson } from '../../src/kernel/equal-json.js';

const seed = 20261123;

/** The value with the members of all objects in the opposite order. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).reverse();
  return Object.fromEntries(members.map(([name, member]) => [name, turned(member)]));
}

t.test('values are equal as the strict comparison of Node finds them', t => {
  const small = fc.jsonValue({ maxDepth: 3, depthSize: 'small' });
  fc.assert(
    fc.property(small, small, (a, b) => {
      t.equal(equalJson(a, b), isDeepStrictEqual(a, b));
      t.ok(equalJson(a, turned(structuredClone(a))));
    }),
    { seed, numRuns: 500 },
  );
  t.end();
});

t.test('what is nearly equal is not', t => {
  const unequal: [unknown, unknown][] = [
    [{ a: 1 }, { b: 1 }],
    [{ a: undefined }, { b: undefined }],
    [{ a: 1 }, { a: 1, b: undefined }],
    [{ 0: 1, length: 1 }, [1]],
    [[1], { 0: 1 }],
    [[1, 2], [1]],
    [[1], [1, undefined]],
    [0, -0],
    [null, {}],
    [null, undefined],
    ['1', 1],
    [{ a: [{ b: 'c' }] }, { a: [{ b: 'd' }] }],
  ];
  for (const [a, b] of unequal) t.notOk(equalJson(a, b) || equalJson(b, a), JSON.stringify([a, b]));
  t.ok(equalJson({ hasOwnProperty: 1 }, { hasOwnProperty: 1 }));
  t.end();
});
