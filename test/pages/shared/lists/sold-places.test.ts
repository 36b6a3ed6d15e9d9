/** Sold places against a naive mix of whole lists: whatever part is asked for, it is that part of the whole. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import type { Structure } from '../../../../src/index/structure.js';
import { mixed, pageWithCopies, type SoldPlace, withinShare } from '../../../../src/pages/shared/lists/sold-places.js';
import type { Winner } from '../../../../src/query/auction/auction-request.js';

const seed = 20261123;
/** Each product is a group of its own. */
const structure = {
  groupOf: Uint32Array.from({ length: 60 }, (_, product) => product),
  isCollapsed: () => false,
} as unknown as Structure;

const sold = (position: number, product: number): SoldPlace => ({
  winner: { position, product } as Winner,
  place: 'search',
});

t.test('a part of a list with sold places is that part of the whole', async () => {
  const list = fc.record({
    hits: fc.integer({ min: 1, max: 40 }),
    positions: fc.uniqueArray(fc.integer({ min: 0, max: 39 }), { maxLength: 6 }),
    winners: fc.uniqueArray(fc.integer({ min: 0, max: 39 }), { minLength: 6, maxLength: 6 }),
    skip: fc.integer({ min: 0, max: 40 }),
    limit: fc.integer({ min: 1, max: 40 }),
  });
  fc.assert(
    fc.property(list, ({ hits, positions, winners, skip, limit }) => {
      const all = Array.from({ length: hits }, (_, product) => product);
      const places = positions
        .filter(position => position < hits)
        .sort((a, b) => a - b)
        .flatMap((position, i) => (winners[i]! < hits ? [sold(position, winners[i]!)] : []));
      const paid = places.map(({ winner }) => winner.product);
      const rest = all.filter(product => !paid.includes(product));
      const whole = all.map(position => {
        const won = places.find(({ winner }) => winner.position === position);
        return won ? won.winner.product : rest.shift()!;
      });
      const organic = Uint32Array.from(all.slice(0, skip + limit + places.length));
      const part = mixed(organic, places, { skip, limit }, true, structure);
      assert.deepEqual([...part.products], whole.slice(skip, skip + limit));
      part.products.forEach((product, i) => {
        assert.equal(
          part.sponsored[i] !== undefined,
          places.some(({ winner }) => winner.position === skip + i),
          `${product}`,
        );
      });
    }),
    { seed, numRuns: 200 },
  );
});

t.test('copies stay where they are not suppressed', async t => {
  const part = mixed(Uint32Array.of(0, 1, 2), [sold(0, 2)], { skip: 0, limit: 3 }, false, structure);
  t.same([...part.products], [2, 0, 1]);
});

t.test('pages up to the number of hits have every product, copies too', async t => {
  const hits = 23;
  const organic = Uint32Array.from({ length: hits }, (_, product) => product);
  const places = [sold(2, 22), sold(7, 1)];
  for (const limit of [1, 5, 8, 23, 40]) {
    const listed: number[] = [];
    for (let skip = 0; skip < hits; skip += limit) {
      const part = pageWithCopies({ skip, limit }, hits, places.length);
      listed.push(...mixed(organic, places, part, false, structure).products);
    }
    t.equal(listed.length, hits + places.length);
    t.equal(new Set(listed).size, hits);
  }
  const behind = pageWithCopies({ skip: hits, limit: 8 }, hits, places.length);
  t.equal(mixed(organic, places, behind, false, structure).products.length, 0, 'nothing is behind the last page');
});

t.test('of twenty successive places no more than the share is sold, and of shorter lists as much less', async t => {
  const all = Array.from({ length: 60 }, (_, position) => position);
  t.same(withinShare(all, 60, 0.1), [0, 1, 20, 21, 40, 41]);
  t.same(withinShare([0, 5], 9, 0.25), [0, 5]);
  t.same(withinShare([0, 5], 3, 0.25), [], 'a quarter of three is none');
  t.same(withinShare([0, 2, 9], 4, 1), [0, 2], 'no place is behind the end');
});
