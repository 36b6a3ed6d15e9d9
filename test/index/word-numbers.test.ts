import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { buildDictionary } from '../../src/index/dictionary.js';
import { WordNumbers } from '../../src/index/word-numbers.js';
import { orderByBytes } from '../../src/kernel/byte-order.js';

const seed = 20261122;

const letters = fc.constantFrom('a', 'b', '7', 'å', '\u{0}', '\u{ffff}', '\u{e000}', '\u{10000}', '\u{1f600}');
const words = fc.array(fc.string({ unit: letters, maxLength: 6 }), { maxLength: 300 });

t.test(`words are numbered as they are met, and sorted as texts are (seed ${seed})`, async () => {
  const property = fc.property(words, words => {
    const numbers = new WordNumbers();
    const met = [...new Set(words)];
    for (const word of words) assert.equal(numbers.numberOf(word), met.indexOf(word));
    assert.equal(numbers.size, met.length);
    met.forEach((word, number) => {
      assert.equal(numbers.at(number), word);
    });
    const order = numbers.order();
    assert.deepEqual(order, orderByBytes(met));
    const { units, offsets } = buildDictionary(Array.from(order, number => met[number]));
    const sorted = numbers.sorted(order);
    assert.deepEqual({ units: sorted.units, offsets: sorted.offsets }, { units, offsets });
    assert.equal(sorted.size, met.length);
    order.forEach((number, place) => {
      assert.equal(sorted.at(place), met[number]);
      assert.equal(sorted.hasDigit(place), /\d/.test(met[number]));
    });
  });
  fc.assert(property, { seed, numRuns: 200 });
});

t.test('a table that has grown finds all words', async t => {
  const numbers = new WordNumbers();
  for (let i = 0; i < 50_000; i++) numbers.numberOf(`p${i}-1`);
  for (let i = 0; i < 50_000; i += 7) assert.equal(numbers.numberOf(`p${i}-1`), i);
  t.equal(numbers.size, 50_000);
});
