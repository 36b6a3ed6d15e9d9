import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { distance, isNear, phraseOf } from '../../../src/behaviour/learning/phrase-spelling.js';

const seed = 20261121;

t.test('phrases are shown trimmed, with single spaces', async t => {
  t.equal(phraseOf('  Röd \t klänning '), 'Röd klänning');
  t.equal(phraseOf('levis 501'), 'levis 501');
  t.equal(phraseOf('連衣裙'), '連衣裙');
});

t.test('nonsense, addresses, numbers of persons and whole sentences are no phrases', async t => {
  const refused = [
    '',
    ' ',
    'x',
    '!!',
    'aaaaaa',
    'anna@example.org',
    'https://example.org',
    'www.example.org',
    'a\u0000b',
  ];
  refused.push('0701234567', '850101-1234', 'call 070 123 45 67', 'w'.repeat(30).replace(/w/g, 'wxy'));
  refused.push('a dress for the wedding of my sister in may', 'xy '.repeat(100_000));
  for (const q of refused) t.equal(phraseOf(q), undefined, JSON.stringify(q.slice(0, 50)));
});

/** By definition, and slowly. */
function naive(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const [restA, restB] = [a.slice(1), b.slice(1)];
  const ways = [naive(restA, b) + 1, naive(a, restB) + 1, naive(restA, restB) + (a[0] === b[0] ? 0 : 1)];
  if (a.length > 1 && b.length > 1 && a[0] === b[1] && a[1] === b[0]) ways.push(naive(a.slice(2), b.slice(2)) + 1);
  return Math.min(...ways);
}

t.test(`distances are those of the definition (seed ${seed})`, async () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
  fc.assert(
    fc.property(word, word, (a, b) => assert.equal(distance(a, b), naive(a, b))),
    { seed, numRuns: 300 },
  );
});

t.test('near are phrases that differ by slips', async t => {
  for (const [a, b] of [
    ['snekers', 'sneakers'],
    ['blackjeans', 'black jeans'],
    ['jakcet', 'jacket'],
    ['iphone14', 'iphone 14'],
  ]) {
    t.ok(isNear(a!, b!), `${a} ${b}`);
    t.ok(isNear(b!, a!));
  }
  for (const [a, b] of [
    ['hat', 'cat'],
    ['iphone 14', 'iphone 15'],
    ['jeans', 'jewels'],
    ['boots', 'shoes'],
    ['501', '502'],
  ]) {
    t.notOk(isNear(a!, b!), `${a} ${b}`);
  }
});
