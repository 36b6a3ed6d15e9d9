import t from 'tap';
import { parseJson } from '../../src/kernel/json.js';

t.test('JSON is read as ever, brackets in texts are no levels', async t => {
  const value = { a: [1, { b: `${'['.repeat(1000)}"\\` }], c: null };
  t.same(parseJson(JSON.stringify(value)), value);
  t.throws(() => parseJson('{"a":'), SyntaxError);
});

t.test('what is nested too deeply is refused, however deep', async t => {
  const nested = (levels: number) => `${'[{"a":'.repeat(levels)}1${'}]'.repeat(levels)}`;
  t.doesNotThrow(() => parseJson(nested(128)));
  for (const levels of [129, 100_000]) t.throws(() => parseJson(nested(levels)), /nested deeper than 256 levels/);
  t.throws(() => parseJson('['.repeat(1_000_000)), /nested deeper/, 'also where it is no JSON');
});
