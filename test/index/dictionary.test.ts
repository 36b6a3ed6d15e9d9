import fc from 'fast-check';
import t from 'tap';
import { buildDictionary, Dictionary, writeDictionary } from '../../src/index/dictionary.js';
import { Part, PartWriter } from '../../src/index/part.js';
import { compareBytes } from '../../src/kernel/byte-order.js';

const seed = 20260901;

function dictionaryOf(terms: readonly string[]): Dictionary {
  const writer = new PartWriter('text');
  writeDictionary(writer, 'terms', terms);
  const bytes = writer.encode();
  const shared = new SharedArrayBuffer(bytes.length);
  new Uint8Array(shared).set(bytes);
  return new Dictionary(new Part(shared), 'terms');
}

const sorted = (terms: Iterable<string>) => [...new Set(terms)].sort(compareBytes);

/** Optimal string alignment, by the book. */
function distance(a: string, b: string): number {
  const d: number[][] = Array.from({ length: a.length + 1 }, (_, i) => [i]);
  for (let j = 0; j <= b.length; j++) d[0][j] = j;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      d[i][j] = Math.min(d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + Number(a[i - 1] !== b[j - 1]));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
      }
    }
  }
  return d[a.length][b.length];
}

const anyTerm = fc.string({ unit: 'binary', maxLength: 12 });
// Few letters: terms that share beginnings, and typed words that are near some.
const nearTerm = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'å'), maxLength: 9, size: 'max' });
// Enough of them that the trie has several levels below its root.
const nearTerms = fc.array(nearTerm, { maxLength: 400, size: 'max' }).map(sorted);
const edits = fc.integer({ min: 0, max: 3 });
const prefixLength = fc.integer({ min: 0, max: 3 });

function fuzzyOf(dictionary: Dictionary, typed: string, maxEdits: number, fixed: number): [string, number][] {
  const hits: [string, number][] = [];
  dictionary.fuzzy(typed, maxEdits, fixed, (ordinal, found) => hits.push([dictionary.term(ordinal), found]));
  return hits;
}

t.test('terms come back as they were written, and are found at their ordinals', async () => {
  fc.assert(
    fc.property(fc.array(anyTerm, { maxLength: 300, size: 'max' }), anyTerm, (list, other) => {
      const terms = sorted(list);
      const dictionary = dictionaryOf(terms);
      if (dictionary.size !== terms.length) return false;
      for (let i = 0; i < terms.length; i++) {
        if (dictionary.term(i) !== terms[i] || dictionary.find(terms[i]) !== i) return false;
      }
      return dictionary.find(other) === terms.indexOf(other);
    }),
    { seed, numRuns: 200 },
  );
});

t.test('the beginnings of a length come with the terms that have them', async t => {
  const letters = [...'abcdef'];
  const terms = letters.flatMap(first => letters.flatMap(second => [...'0123456789'].map(end => first + second + end)));
  const dictionary = dictionaryOf([...letters, ...terms].sort());
  const expected = letters.flatMap(first =>
    letters.map(second => ({ text: first + second, ...dictionary.prefix(first + second) })),
  );
  t.match(dictionary.beginnings(2), expected);
  t.equal(dictionary.beginnings(2).length, expected.length);
  t.same(dictionaryOf([]).beginnings(2), []);
});

t.test('a prefix gives the range of the terms that start with it', async () => {
  const prefixes = fc.oneof(nearTerm, anyTerm);
  fc.assert(
    fc.property(nearTerms, prefixes, (terms, prefix) => {
      const { from, to } = dictionaryOf(terms).prefix(prefix);
      const expected = terms.filter(term => term.startsWith(prefix));
      return terms.slice(from, to).join() === expected.join() && to - from === expected.length;
    }),
    { seed, numRuns: 500 },
  );
});

t.test('fuzzy visits, in order, the terms that the naive distance finds', async () => {
  fc.assert(
    fc.property(nearTerms, nearTerm, edits, prefixLength, (terms, typed, maxEdits, fixed) => {
      const expected = terms
        .filter(term => term.startsWith(typed.slice(0, fixed)))
        .map((term): [string, number] => [term, distance(term, typed)])
        .filter(([, found]) => found <= maxEdits);
      const hits = fuzzyOf(dictionaryOf(terms), typed, maxEdits, fixed);
      return JSON.stringify(hits) === JSON.stringify(expected);
    }),
    { seed, numRuns: 300 },
  );
});

t.test('fuzzyPrefix visits, in order, the terms with a beginning that near, with the fewest edits', async () => {
  fc.assert(
    fc.property(nearTerms, nearTerm, edits, prefixLength, (terms, typed, maxEdits, fixed) => {
      const expected: [string, number][] = [];
      for (const term of terms) {
        if (!term.startsWith(typed.slice(0, fixed))) continue;
        let fewest = Infinity;
        for (let length = Math.min(fixed, typed.length); length <= term.length; length++) {
          fewest = Math.min(fewest, distance(term.slice(0, length), typed));
        }
        if (fewest <= maxEdits) expected.push([term, fewest]);
      }
      const hits: [string, number][] = [];
      dictionaryOf(terms).fuzzyPrefix(typed, maxEdits, fixed, (from, to, found) => {
        for (let i = from; i < to; i++) hits.push([terms[i], found]);
      });
      return JSON.stringify(hits) === JSON.stringify(expected);
    }),
    { seed, numRuns: 300 },
  );
});

t.test('fuzzy may be called from a visit', async t => {
  const dictionary = dictionaryOf(sorted(['shirt', 'shirts', 'skirt', 'short']));
  const hits: string[] = [];
  dictionary.fuzzy('shirt', 1, 0, ordinal => {
    dictionary.fuzzy('skirts', 1, 0, inner => hits.push(`${dictionary.term(ordinal)} ${dictionary.term(inner)}`));
  });
  t.strictSame(
    hits,
    ['shirt', 'shirts', 'short', 'skirt'].sort().flatMap(a => [`${a} shirts`, `${a} skirt`]),
  );
});

t.test('a word of more than 30 letters matches exactly, or as the beginning of terms', async t => {
  const long = 'a'.repeat(31);
  const dictionary = dictionaryOf([long, `${long}b`, `${long}bc`]);
  t.strictSame(fuzzyOf(dictionary, long, 2, 0), [[long, 0]]);
  t.strictSame(fuzzyOf(dictionary, `${long}bx`, 2, 0), []);
  const ranges: number[][] = [];
  dictionary.fuzzyPrefix(`${long}b`, 1, 0, (...range) => ranges.push(range));
  t.strictSame(ranges, [[1, 3, 0]]);
});

t.test('an empty dictionary finds nothing', async t => {
  const dictionary = dictionaryOf([]);
  t.equal(dictionary.find('a'), -1);
  t.strictSame(dictionary.prefix(''), { from: 0, to: 0 });
  t.strictSame(fuzzyOf(dictionary, 'a', 2, 0), []);
});

t.test('terms out of order or twice are refused', async t => {
  t.throws(() => buildDictionary(['b', 'a']), RangeError);
  t.throws(() => buildDictionary(['a', 'a']), RangeError);
  t.throws(() => buildDictionary(['ab', 'a']), RangeError);
  // By bytes, and so by code points: a surrogate pair stands behind the last unit of the basic plane.
  t.doesNotThrow(() => buildDictionary(['\uffee', '\u{1f600}']));
  t.throws(() => buildDictionary(['\u{1f600}', '\uffee']), RangeError);
});

t.test('sections that do not belong together are refused', async t => {
  const { units, offsets, labels, firsts, children } = buildDictionary(['a', 'b']);
  const part = new PartWriter('text')
    .add('terms.units', units.subarray(1))
    .add('terms.offsets', offsets)
    .add('terms.labels', labels)
    .add('terms.firsts', firsts)
    .add('terms.children', children)
    .encode();
  t.throws(() => new Dictionary(new Part(new Uint8Array(part).buffer), 'terms'), {
    name: 'Problem',
    error: 'INTERNAL',
  });
});

t.test('the same terms are the same bytes', async t => {
  const terms = sorted(Array.from({ length: 500 }, (_, i) => `term${(i * 7919) % 1000}`));
  const bytes = () => {
    const writer = new PartWriter('text');
    writeDictionary(writer, 'terms', terms);
    return writer.encode();
  };
  t.ok(bytes().equals(bytes()));
});

t.test('look-ups take microseconds', async t => {
  const random = fc.sample(fc.string({ unit: fc.constantFrom(...'aeioulnrstkm'), minLength: 3, maxLength: 11 }), {
    seed,
    numRuns: 50_000,
  });
  const terms = sorted(random);
  const dictionary = dictionaryOf(terms);
  const typed = terms.filter((_, i) => i % 100 === 0).map(term => `${term.slice(0, 2)}x${term.slice(2)}`);
  let hits = 0;
  const begin = performance.now();
  for (const word of typed) dictionary.fuzzy(word, 1, 1, () => hits++);
  const took = ((performance.now() - begin) * 1000) / typed.length;
  t.comment(`${terms.length} terms, ${typed.length} words with one edit: ${took.toFixed(1)} µs each`);
  t.ok(hits >= typed.length, 'each word finds at least the term it was made of');
});
