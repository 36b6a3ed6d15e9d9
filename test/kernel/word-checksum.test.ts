import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { wordChecksum } from '../../src/kernel/word-checksum.js';

const seed = 20261123;

t.test(`a change of one word changes it, wherever the words lie (seed ${seed})`, async () => {
  fc.assert(
    fc.property(
      fc.uint32Array({ minLength: 1, maxLength: 40 }),
      fc.nat(),
      fc.integer({ min: 1, max: 0xffffffff }),
      fc.nat(5),
      (words, place, change, shift) => {
        const sum = wordChecksum(words, 0, words.length);
        assert.ok(sum >= 0 && sum <= 0xffffffff);
        const moved = new Uint32Array(words.length + shift);
        moved.set(words, shift);
        assert.equal(wordChecksum(moved, shift, moved.length), sum);
        words[place % words.length]! ^= change;
        assert.notEqual(wordChecksum(words, 0, words.length), sum);
      },
    ),
    { seed, numRuns: 500 },
  );
});

t.test('words that change places, and zeros in another number, are told apart', async t => {
  t.not(wordChecksum(Uint32Array.of(1, 2, 3, 4, 5), 0, 5), wordChecksum(Uint32Array.of(2, 1, 3, 4, 5), 0, 5));
  t.not(wordChecksum(Uint32Array.of(1, 2, 3, 4, 5), 0, 5), wordChecksum(Uint32Array.of(5, 2, 3, 4, 1), 0, 5));
  const sums = Array.from({ length: 50 }, (_, length) => wordChecksum(new Uint32Array(length), 0, length));
  t.equal(new Set(sums).size, sums.length);
  t.notOk(sums.includes(0), 'a file of zeros has no right checksum');
});
