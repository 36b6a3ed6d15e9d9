/** Ids of facet values: their names come back, and none has the sign that separates what is selected. */
import fc from 'fast-check';
import t from 'tap';
import { nameOfValueId, valueId } from '../../src/kernel/value-id.js';

const seed = 20261123;

t.test(`names come back (seed ${seed})`, async () => {
  const name = fc.string({ unit: fc.constantFrom('a', '|', '%', '7', 'C', '2', '5', 'å') });
  fc.assert(
    fc.property(name, name => nameOfValueId(valueId(name)) === name && !valueId(name).includes('|')),
    { seed, numRuns: 1000 },
  );
});

t.test('names that are given as they are stay so', async t => {
  for (const name of ['Nike', '50 %', '100% cotton', 'A > B']) t.equal(nameOfValueId(name), name);
});
