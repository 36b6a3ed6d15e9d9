import fc from 'fast-check';
import t from 'tap';
import { Shortlist } from '../../../src/query/nearness/shortlist.js';

const seed = 20261123;

t.test('what is left of many has all that are among the best, whatever ties there are', async t => {
  const similarity = fc.oneof(fc.constantFrom(0, 0.5, 1), fc.double({ min: 0, max: 1, noNaN: true }));
  const many = fc.record({
    similarities: fc.array(similarity, { minLength: 1, maxLength: 60 }),
    times: fc.constantFrom(1, 7, 400),
    limit: fc.integer({ min: 1, max: 100 }),
  });
  const shortlist = new Shortlist();
  fc.assert(
    fc.property(many, ({ similarities, times, limit }) => {
      const all = Array.from({ length: times }, () => similarities).flat();
      shortlist.reset(limit);
      for (const [i, similarity] of all.entries()) {
        if (similarity >= shortlist.floor) shortlist.offer(i, similarity);
      }
      const kept = new Map<number, number>();
      shortlist.each((product, similarity) => kept.set(product, similarity));
      const worst = [...all].sort((a, b) => b - a)[Math.min(limit, all.length) - 1]!;
      t.ok(shortlist.floor <= worst);
      t.ok(all.every((similarity, i) => similarity < worst || kept.get(i) === similarity));
    }),
    { seed, numRuns: 100 },
  );
});
