/** Slopes with their intervals: what rises is told from what only varies. */
import t from 'tap';
import { stream } from '../../../bench/catalogs/chance.js';
import { blocks, type Point, slopeOf } from '../../../bench/chaos/slope.js';

const seed = 20261123;

/** A line with noise of ±5 around it, over an hour. */
function noisy(count: number, perHour: number, name: string): Point[] {
  const draws = stream(`${seed} ${name}`);
  return Array.from({ length: count }, (_, i) => {
    const hours = i / count;
    return { hours, value: 100 + perHour * hours + draws.between(-500, 500) / 100 };
  });
}

t.test('a straight line has its slope, and no doubt', async t => {
  const points = Array.from({ length: 12 }, (_, i) => ({ hours: i, value: 3 * i }));
  t.same(slopeOf(points), { slope: 3, low: 3, high: 3 });
});

t.test('one outlier does not move it', async t => {
  const points = Array.from({ length: 12 }, (_, i) => ({ hours: i, value: i === 11 ? 10_000 : 3 * i }));
  t.equal(slopeOf(points).slope, 3);
});

t.test(`intervals have the true slope in 95 of 100 runs (seed ${seed})`, async t => {
  for (const perHour of [0, 20]) {
    const runs = Array.from({ length: 200 }, (_, n) => slopeOf(noisy(40, perHour, `${perHour} ${n}`)));
    const having = runs.filter(({ low, high }) => low <= perHour && perHour <= high).length;
    t.ok(having >= 180 && having < 200, `slope ${perHour}: ${having} of 200`);
  }
});

t.test('blocks are medians of stretches of time', async t => {
  const points = [0, 1, 2, 10, 11, 12].map(hours => ({ hours, value: hours === 2 ? 99 : hours }));
  t.same(blocks(points, 10), [
    { hours: 1, value: 1 },
    { hours: 11, value: 11 },
  ]);
});

t.test('few points are refused', async t => {
  t.throws(() => slopeOf([{ hours: 0, value: 1 }]), { message: 'a slope needs at least ten points, found 1' });
});
