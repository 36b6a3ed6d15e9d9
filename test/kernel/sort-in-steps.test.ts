import t from 'tap';
import { sortInSteps } from '../../src/kernel/sort-in-steps.js';
import { ELEMENTS, finish } from '../../src/kernel/steps.js';

t.test('numbers are sorted, whatever number of steps that takes', async t => {
  for (const length of [0, 1, 2, ELEMENTS - 1, ELEMENTS, ELEMENTS + 1, 2 * ELEMENTS, 5 * ELEMENTS + 17]) {
    const numbers = Float64Array.from({ length }, (_, i) => (i * 7919) % 1009);
    const naive = numbers.slice().sort();
    t.ok(Buffer.from(finish(sortInSteps(numbers)).buffer).equals(Buffer.from(naive.buffer)), `${length}`);
  }
});

t.test('no step takes longer than a few thousand numbers do', async t => {
  const length = 8 * ELEMENTS;
  const steps = sortInSteps(new Float64Array(length));
  let count = 0;
  while (!steps.next().done) count++;
  t.equal(count, 8 + 3 * 8, 'those of the runs, and of three times merging them');
});
