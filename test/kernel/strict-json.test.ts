import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { JsonTape, NODE } from '../../src/kernel/json-tape.js';
import { readStrict } from '../../src/kernel/strict-json.js';

const seed = 20261122;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The value that a tape has at a node. */
function valueAt(tape: JsonTape, node: number): unknown {
  if (!tape.isContainer(node)) return tape.parse(node);
  const values: [string, unknown][] = [];
  const end = tape.behind(node);
  const named = tape.isObject(node);
  for (let at = node + NODE; at < end; at = tape.behind(at)) {
    const name = named ? tape.text(at) : '';
    if (named) at += NODE;
    values.push([name, valueAt(tape, at)]);
  }
  return named ? Object.fromEntries(values) : values.map(([, value]) => value);
}

t.test(`the values are those of JSON.parse (seed ${seed})`, async () => {
  const tape = new JsonTape();
  const property = fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
    const text = JSON.stringify(value, null, indent);
    assert.ok(readStrict(tape, Buffer.from(text)), text);
    assert.deepEqual(valueAt(tape, 0), JSON.parse(text));
    assert.equal(tape.spaced, text !== JSON.stringify(value) || text.includes('\n'));
  });
  fc.assert(property, { seed, numRuns: 500 });
});

t.test(`what is no JSON is refused, and what is JSON is not (seed ${seed})`, async () => {
  const tape = new JsonTape();
  const pieces = [
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"b"',
    '1',
    '-0.5e+3',
    '01',
    '.5',
    '1.',
    '-',
    'true',
    'nul',
    ' ',
    'x',
  ];
  const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map(list => list.join(''));
  const property = fc.property(texts, text => {
    assert.equal(readStrict(tape, Buffer.from(text)), isJson(text), text);
  });
  fc.assert(property, { seed, numRuns: 20_000 });
  for (const text of [
    '"\t"',
    '"',
    '"a',
    '"\\',
    '{"a" : 1 , "b":[ ]}\r\n',
    '[1,]',
    '{"a":1,}',
    '{"a"}',
    '',
    '"a" "b"',
    '\u00a01',
  ]) {
    assert.equal(readStrict(tape, Buffer.from(text)), isJson(text), text);
  }
});

t.test('values that are nested deeply are refused', async t => {
  const tape = new JsonTape();
  t.ok(readStrict(tape, Buffer.from('['.repeat(128) + ']'.repeat(128))));
  t.notOk(readStrict(tape, Buffer.from('['.repeat(129) + ']'.repeat(129))));
});

t.test(`plain numbers are those that JSON.stringify gives back (seed ${seed})`, async () => {
  const tape = new JsonTape();
  const digits = fc.string({ unit: fc.constantFrom('0', '1', '9', '.', '-', 'e', '+'), minLength: 1, maxLength: 24 });
  const numbers = fc.oneof(
    digits,
    fc.double().map(String),
    fc.integer().map(String),
    fc.double().map(n => n.toFixed(8)),
  );
  const property = fc.property(numbers, text => {
    if (!isJson(text)) return;
    readStrict(tape, Buffer.from(text));
    const same = JSON.stringify(JSON.parse(text)) === text;
    // With an exponent, some that are given back are not plain.
    assert.ok(tape.isPlainNumber(0) === same || (same && text.includes('e')), text);
  });
  fc.assert(property, { seed, numRuns: 20_000 });
});
