import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { PartWriter } from '../../src/index/part.js';
import { Strings, writeStrings } from '../../src/index/strings.js';
import { compareBytes } from '../../src/kernel/byte-order.js';
import { reread } from './reread.js';

const seed = 20260901;

function stringsOf(list: readonly string[]): Strings {
  const writer = new PartWriter('test');
  writeStrings(writer, 'list', list);
  return new Strings(reread(writer), 'list');
}

const any = fc.string({ unit: 'binary', maxLength: 10 });
/** Few characters of one to four bytes, so that strings share beginnings. */
const near = fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'é', '深', '🙂', '\u{ffff}'), maxLength: 5 });
const text = fc.oneof(any, near);
const sorted = (list: Iterable<string>) => [...new Set(list)].sort(compareBytes);

t.test('strings come back in their order, as text and as bytes', async () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 60 }), list => {
      const strings = stringsOf(list);
      assert.equal(strings.size, list.length);
      list.forEach((string, i) => {
        assert.equal(strings.at(i), string);
        assert.equal(Buffer.from(strings.bytesAt(i)).toString(), string);
        assert.equal(Buffer.from(strings.all().subarray(strings.startOf(i))).indexOf(string), 0);
      });
    }),
    { seed, numRuns: 200 },
  );
});

t.test('strings are compared as their UTF-8 bytes are', async () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      assert.equal(Math.sign(compareBytes(a, b)), Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b))));
    }),
    { seed, numRuns: 1000 },
  );
});

t.test('a sorted list finds what is in it, and where anything else would stand', async () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 60 }), text, (list, other) => {
      const all = sorted(list);
      const strings = stringsOf(all);
      all.forEach((string, i) => {
        assert.equal(strings.find(string), i);
      });
      assert.equal(strings.find(other), all.indexOf(other));
      const from = all.filter(string => compareBytes(string, other) < 0).length;
      assert.equal(strings.lowerBound(other), from);
      const to = all.filter(string => compareBytes(string, other) < 0 || string.startsWith(other)).length;
      assert.deepEqual(strings.rangeOf(other), { from, to });
    }),
    { seed, numRuns: 300 },
  );
});

t.test('an empty list is a list', async t => {
  const strings = stringsOf([]);
  t.equal(strings.size, 0);
  t.equal(strings.find(''), -1);
  t.equal(strings.lowerBound('a'), 0);
});
