/** Texts against what is restored of them, and the loops in WebAssembly against their twins in TypeScript. */
import fc from 'fast-check';
import t from 'tap';
import { MOST_DICTIONARY, TextCompression } from '../../src/kernel/text-compression.js';

const seed = 20261122;
const WORDS = ['{"title":"', '","stock":', '"listPrice":42.75', 'se|*', 'ö', '0', '1234567890', '"variants":{"'];
const DICTIONARY = Buffer.from(WORDS.slice(0, 5).join('').repeat(3));

const pieces = fc.oneof(
  fc.constantFrom(...WORDS),
  fc.string({ maxLength: 12 }),
  fc.nat(40).map(n => 'abcabcab'.repeat(n)),
);
const texts = fc.oneof(
  fc.array(pieces, { maxLength: 300 }).map(parts => Buffer.from(parts.join(''))),
  fc.uint8Array({ maxLength: 3000 }).map(bytes => Buffer.from(bytes)),
);

const twins = [new TextCompression(DICTIONARY), new TextCompression(DICTIONARY, false)];

t.test(`every text is restored, and both forms give the same bytes (seed ${seed})`, async t => {
  fc.assert(
    fc.property(texts, fc.nat(4000), (text, least) => {
      const [first, second] = twins.map(twin => Buffer.from(twin.compress(text)));
      t.ok(first.equals(second));
      for (const twin of twins) {
        if (!Buffer.from(twin.restore(first, text.length)).equals(text)) return false;
        const part = Buffer.from(twin.restore(first, text.length, least));
        if (part.length < Math.min(least, text.length) || !text.subarray(0, part.length).equals(part)) return false;
      }
      return true;
    }),
    { seed, numRuns: 400 },
  );
});

t.test(`unsound sequences are an error, or another text of the same length (seed ${seed})`, async t => {
  fc.assert(
    fc.property(texts, fc.nat(), fc.integer({ min: 1, max: 255 }), fc.boolean(), (text, place, change, cut) => {
      const sound = Buffer.from(twins[0].compress(text));
      const at = place % sound.length;
      const other = cut ? sound.subarray(0, at) : Buffer.from(sound);
      if (!cut) other[at] ^= change;
      const results = twins.map(twin => {
        try {
          return Buffer.from(twin.restore(other, text.length)).toString('hex');
        } catch (error) {
          return (error as Error).message;
        }
      });
      return results[0] === results[1] && (results[0].includes('unsound') || results[0].length === 2 * text.length);
    }),
    { seed, numRuns: 400 },
  );
  t.pass();
});

t.test('texts of any length, also where matches are farther away than a sequence can say', async t => {
  let word = seed;
  const noise = (length: number): Buffer =>
    Buffer.from(Array.from({ length }, () => (word = Math.imul(word, 1103515245) + 12345) >>> 24));
  const far = Buffer.concat([Buffer.from(WORDS[6].repeat(9)), noise(70_000), Buffer.from(WORDS[6].repeat(9))]);
  for (const text of [Buffer.alloc(0), Buffer.from('a'), Buffer.from('abcd'), Buffer.alloc(1 << 20, 'ab'), far]) {
    for (const twin of twins) {
      const sequences = Buffer.from(twin.compress(text));
      t.ok(Buffer.from(twin.restore(sequences, text.length)).equals(text), `${text.length} bytes`);
      t.ok(sequences.length <= text.length + (text.length >>> 7) + 2);
    }
  }
});

t.test('what resembles the dictionary becomes short; of a dictionary its beginning counts', async t => {
  const text = Buffer.from(WORDS.slice(0, 5).join(''));
  for (const withAssembly of [true, false]) {
    t.ok(new TextCompression(DICTIONARY, withAssembly).compress(text).length < 8);
    const long = Buffer.concat([Buffer.alloc(MOST_DICTIONARY, 'x'), DICTIONARY]);
    t.ok(new TextCompression(long, withAssembly).compress(text).length > text.length / 2);
  }
});
