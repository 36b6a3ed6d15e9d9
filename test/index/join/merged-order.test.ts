import fc from 'fast-check';
import t from 'tap';
import { BASE, firstFrom, joinLists, MergedOrder, OVERLAY, placesOf } from '../../../src/index/join/merged-order.js';

const seed = 20261122;
const ascending = fc.uniqueArray(fc.nat(60), { maxLength: 40 }).map(all => all.sort((a, b) => a - b));

t.test('the first place from another on is found as by looking at each', t => {
  fc.assert(
    fc.property(ascending, fc.nat(40), fc.nat(70), (all, from, wanted) => {
      const first = Math.min(from, all.length);
      let expected = first;
      while (expected < all.length && all[expected]! < wanted) expected++;
      t.equal(
        firstFrom(first, all.length, place => all[place]! < wanted),
        expected,
      );
    }),
    { seed, numRuns: 300 },
  );
  t.end();
});

t.test('the places of sorted items among others are those of a search from the beginning', t => {
  fc.assert(
    fc.property(ascending, ascending, (base, overlay) => {
      const expected = overlay.map(item => {
        const at = base.findIndex(own => own >= item);
        if (at < 0) return ~base.length;
        return base[at] === item ? at : ~at;
      });
      t.same([...placesOf(base.length, overlay.length, (own, added) => base[own]! - overlay[added]!)], expected);
    }),
    { seed, numRuns: 300 },
  );
  t.end();
});

t.test('lists of items are joined owner by owner, with the ordinals of the union', t => {
  const owners = fc.array(fc.array(fc.nat(4), { maxLength: 3 }), { minLength: 1, maxLength: 6 });
  const runs = fc.array(fc.tuple(fc.boolean(), fc.boolean()), { maxLength: 12 });
  const maps = fc.constantFrom([0, 1, 2, 3, 4], [1, 2, 4, 5, 7]);
  fc.assert(
    fc.property(owners, owners, runs, maps, maps, (base, overlay, order, baseMap, overlayMap) => {
      const sides = [base, overlay];
      const itemMaps = [Uint32Array.from(baseMap), Uint32Array.from(overlayMap)] as const;
      const union = new MergedOrder();
      const expected: number[][] = [];
      const next = [0, 0];
      for (const [inOverlay, dropped] of order) {
        const segment = inOverlay ? OVERLAY : BASE;
        const owner = next[segment]!++;
        if (owner >= sides[segment]!.length || dropped) continue;
        union.add(segment, owner, owner + 1);
        expected.push(sides[segment]![owner]!.map(item => itemMaps[segment][item]!));
      }
      const [a, b] = sides.map(lists => {
        const start = [0];
        for (const list of lists) start.push(start.at(-1)! + list.length);
        return { start: Uint32Array.from(start), items: Uint32Array.from(lists.flat()) };
      });
      const { start, items } = joinLists(union, [a!, b!], itemMaps);
      t.same(
        expected.map((_, i) => [...items.subarray(start[i], start[i + 1])]),
        expected,
      );
      t.equal(items.length, start.at(-1));
    }),
    { seed, numRuns: 300 },
  );
  t.end();
});

t.test('ordinals, first things and missing items of a union are those that its items tell one by one', t => {
  const size = 8;
  const lengths = fc.array(fc.nat(3), { minLength: size, maxLength: size });
  const kept = fc.array(fc.boolean(), { minLength: size, maxLength: size });
  const gaps = fc.array(fc.nat(3), { minLength: size, maxLength: size });
  fc.assert(
    fc.property(lengths, lengths, kept, gaps, (base, overlay, isKept, between) => {
      const starts = [base, overlay].map(own =>
        Uint32Array.from([0, ...own.map((_, i) => sumOf(own.slice(0, i + 1)))]),
      );
      const order = new MergedOrder();
      const items: [typeof BASE | typeof OVERLAY, number][] = [];
      let added = 0;
      for (let item = 0; item < size; item++) {
        if (isKept[item]) items.push([BASE, item]);
        for (let n = between[item]!; n > 0 && added < size; n--) items.push([OVERLAY, added++]);
      }
      for (const [segment, item] of items) order.add(segment, item, item + 1);
      const owned = items.map(([segment, item]) => [base, overlay][segment]![item]!);
      t.same([...order.starts([starts[0]!, starts[1]!])], [0, ...owned.map((_, i) => sumOf(owned.slice(0, i + 1)))]);
      for (const segment of [BASE, OVERLAY] as const) {
        const places = Array.from({ length: size }, (_, own) =>
          items.findIndex(([of, item]) => of === segment && item === own),
        );
        t.same([...order.mapOf(segment, size)], [...Uint32Array.from(places)]);
        t.same(
          order.missing(segment, size),
          places.flatMap((place, item) => (place < 0 ? [item] : [])),
        );
      }
      t.equal(
        order.keepsBase(),
        items.every(([segment, item], place) => segment === OVERLAY || item === place),
      );
    }),
    { seed, numRuns: 300 },
  );
  t.end();
});

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

t.test('a column with several values of each item is joined item by item', async t => {
  const union = new MergedOrder();
  union.add(OVERLAY, 0, 1);
  union.add(BASE, 1, 3);
  union.add(OVERLAY, 1, 2);
  const base = Int8Array.of(1, 2, 3, 4, 5, 6);
  t.same([...union.gather(base, Int8Array.of(-1, -2, -3, -4), 2)], [-1, -2, 3, 4, 5, 6, -3, -4]);
  const whole = new MergedOrder();
  whole.add(BASE, 0, 3);
  t.equal(whole.gather(base, new Int8Array(0), 2), base);
});
