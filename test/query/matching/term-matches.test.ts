/** What the matches of a term keep of the values and priors that it was met with. */
import { setImmediate } from 'node:timers/promises';
import t from 'tap';
import { bitmapWords, setBit } from '../../../src/kernel/bitmap.js';
import { TermMatches } from '../../../src/query/matching/term-matches.js';
import type { WeightedValue } from '../../../src/query/matching/value-products.js';
import type { PriorPoints } from '../../../src/query/ranking/priors.js';
import { collectGarbage } from '../../../src/snapshot/release.js';

const PRODUCTS = 64;
const allocator = {
  words: (length: number) => new Uint32Array(length),
  floats: (length: number) => new Float32Array(length),
};
const ties = new Uint32Array(PRODUCTS);

function priorsOf(product: number): PriorPoints {
  const points = new Float32Array(PRODUCTS);
  points[product] = 3;
  return { points, most: Float32Array.of(3) };
}

function valueWith(product: number): WeightedValue {
  const products = new Uint32Array(bitmapWords(PRODUCTS));
  setBit(products, product);
  return { attribute: 0, value: 0, points: 1, products };
}

/** Meets a term twice with what nothing else refers to. */
function meet(term: TermMatches): WeakRef<object>[] {
  const [value, priors] = [valueWith(2), priorsOf(2)];
  term.mostWith([value], priors, ties);
  t.equal(term.mostWith([value], priors, ties)?.champions.docs[0], 2);
  return [new WeakRef(value), new WeakRef(priors)];
}

t.test('matches keep neither values nor priors, which a snapshot before would stay in memory for', async t => {
  const term = TermMatches.listed(Uint32Array.of(1, 2, 3), Float32Array.of(1, 1, 1), allocator);
  const met = meet(term);
  await setImmediate();
  collectGarbage();
  t.same(
    met.map(ref => ref.deref()),
    [undefined, undefined],
  );
});

t.test('other priors and other points of a value are not taken for those met before', async t => {
  const term = TermMatches.listed(Uint32Array.of(1, 2, 3), Float32Array.of(1, 1, 1), allocator);
  const first = priorsOf(1);
  const second = priorsOf(3);
  for (const priors of [first, first, second]) {
    const known = term.mostWith([], priors, ties);
    if (priors === second) t.equal(known, undefined);
  }
  t.same([...term.mostWith([], second, ties)!.champions.docs], [3, 1, 2]);
  const value = valueWith(2);
  term.mostWith([value], second, ties);
  t.same([...term.mostWith([value], second, ties)!.champions.docs], [3, 2, 1]);
  t.equal(term.mostWith([{ ...value, points: 9 }], second, ties), undefined);
});
