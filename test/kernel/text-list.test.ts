import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { PartWriter } from '../../src/index/part.js';
import { writeStrings } from '../../src/index/strings.js';
import { orderByBytes } from '../../src/kernel/byte-order.js';
import { TextList } from '../../src/kernel/text-list.js';

const seed = 20261122;
const letters = fc.constantFrom('a', 'A', 'Z', '7', '-', 'å', 'Å', '\u{ffff}', '\u{e000}', '\u{1f600}');
const lists = fc.oneof(
  fc.array(fc.string({ unit: letters, maxLength: 6 }), { maxLength: 200 }),
  fc.array(fc.string({ unit: fc.constantFrom('a', 'B', '1'), maxLength: 6 }), { maxLength: 200 }),
  fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '1'), maxLength: 6 }), { maxLength: 200 }),
  // Few enough that their order is often the same in lower case.
  fc.array(fc.string({ unit: fc.constantFrom('a', 'B', '1'), maxLength: 3 }), { maxLength: 4 }),
);

t.test(`a list has, sorts and writes texts as lists of strings do (seed ${seed})`, async () => {
  const property = fc.property(lists, texts => {
    const list = new TextList();
    for (const text of texts) list.push(text);
    assert.equal(list.length, texts.length);
    assert.deepEqual(
      texts.map((_, i) => list.at(i)),
      texts,
    );
    const order = list.order();
    assert.deepEqual(order, orderByBytes(texts));
    assert.deepEqual(list.foldedOrder(order), orderByBytes(texts.map(text => text.toLowerCase())));
    const [written, expected] = [new PartWriter('structure'), new PartWriter('structure')];
    list.write(written, 'keys');
    writeStrings(expected, 'keys', texts);
    assert.ok(written.encode().equals(expected.encode()));
  });
  fc.assert(property, { seed, numRuns: 200 });
});
