import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { analyzerFor, PlainCode } from '../../../src/text/index.js';

const seed = 20261123;

const LOCALES = ['en-GB', 'sv-SE', 'de-DE', 'fr-FR', 'tr-TR', 'xx'];

/** The whole and the parts that a code has been found to have. */
function wordsOf({ bytes, length, parts, partsEnd }: PlainCode): { whole: string; parts: Set<string> } {
  const text = Buffer.from(bytes.subarray(0, length)).toString();
  const all = Array.from({ length: partsEnd / 2 }, (_, i) => text.slice(parts[2 * i], parts[2 * i + 1]));
  return { whole: text, parts: new Set(all) };
}

function assertAsTokenizer(code: PlainCode, text: string): void {
  for (const locale of LOCALES) {
    const tokens = analyzerFor(locale).tokenize(text);
    const found = wordsOf(code);
    assert.deepEqual(
      tokens.filter(({ part }) => !part).map(token => token.text),
      [found.whole],
      `${text} in ${locale}`,
    );
    assert.deepEqual(new Set(tokens.filter(({ part }) => part).map(token => token.text)), found.parts, text);
  }
}

t.test('a code that is read has the words that the tokenizer finds in it, in all languages', async t => {
  const piece = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 6 }),
    fc.string({ unit: fc.constantFrom(...'abcXYZmgkl'), minLength: 1, maxLength: 4 }),
    fc.string({ unit: fc.constantFrom(...'01279abxXmL'), minLength: 1, maxLength: 12 }),
    fc.constantFrom('kg', 'inch', 'stk', 'm', '007', '0', 'XL', '-', '.', 'é', ' '),
  );
  const text = fc
    .tuple(fc.array(piece, { minLength: 1, maxLength: 10 }), fc.constantFrom('-', '-', '', '_'))
    .map(([pieces, joiner]) => pieces.join(joiner));
  const code = new PlainCode();
  let read = 0;
  const property = fc.property(text, key => {
    if (!code.read(key)) return;
    read++;
    assertAsTokenizer(code, key);
  });
  fc.assert(property, { seed, numRuns: 20_000 });
  t.ok(read > 4000, `${read} of the codes were read`);
});

t.test('the keys of shops are read', async t => {
  const code = new PlainCode();
  for (const key of ['18653-40', 'p18653', 'g18653x12', '18653x5-XL', 'AB-1234', '100-20-300', '12345', 'ab1-cd2-3']) {
    t.ok(code.read(key), key);
    assertAsTokenizer(code, key);
  }
});

t.test('what the tokenizer treats in another way is left to it', async t => {
  const code = new PlainCode();
  for (const key of ['', '500ml', '500-ml', '0123-4', '12-34', 'shirt', 't-shirt', '1--2', '-1', '1-', 'a/1', 'é1']) {
    t.notOk(code.read(key), key);
  }
  t.notOk(code.read('a1'.repeat(21)));
});
