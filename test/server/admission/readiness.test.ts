/** When a daemon says that it is ready. */
import t from 'tap';
import { Readiness } from '../../../src/server/admission/readiness.js';

t.test('it is not before the first queries of each kind have run, unless a fault is known', async t => {
  const degradations: string[] = [];
  const readiness = new Readiness(
    () => ({ hasProducts: true }),
    () => degradations,
    () => false,
  );
  t.same(readiness.reasons(), [], 'what an import makes live is ready at once');
  let end!: () => void;
  const rehearsed = readiness.rehearse(new Promise<void>(resolve => (end = resolve)));
  t.match(readiness.reasons(), [/queries are answered/]);
  degradations.push('a snapshot is damaged');
  t.same(readiness.reasons(), []);
  degradations.pop();
  t.equal(readiness.reasons().length, 1);
  end();
  await rehearsed;
  t.same(readiness.reasons(), []);
});

t.test('it is not while the live snapshot is too old', async t => {
  let outdated: string | undefined;
  const readiness = new Readiness(
    () => ({ hasProducts: true }),
    () => [],
    () => false,
    () => outdated,
  );
  t.same(readiness.reasons(), []);
  outdated = 'the fleet answers from another snapshot';
  t.same(readiness.reasons(), [outdated]);
});
