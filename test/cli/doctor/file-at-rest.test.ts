import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { faultAtRest, UNCHECKED } from '../../../src/cli/doctor/file-at-rest.js';
import { testFolder } from '../../folder.js';

/** A check that finds damage, of a file that is written to during the first `writes` checks. */
function checked(t: { teardown(fn: () => unknown): void }, writes: number) {
  const file = join(testFolder(t, { 'data.mdb': '' }), 'data.mdb');
  let checks = 0;
  const found = faultAtRest(file, () => {
    if (++checks <= writes) utimesSync(file, checks, checks);
    return `check ${checks}`;
  });
  return { found, checks };
}

t.test('what is found in a file that stays as it is counts', async t => {
  t.strictSame(checked(t, 0), { found: 'check 1', checks: 1 });
});

t.test('a file that is written to meanwhile is checked again', async t => {
  t.strictSame(checked(t, 2), { found: 'check 3', checks: 3 });
});

t.test('a file that is written to all the time is not called damaged', async t => {
  t.strictSame(checked(t, 9), { found: UNCHECKED, checks: 3 });
});

t.test('a file in which nothing is wrong is sound, whether it is written to or not', async t => {
  const file = join(testFolder(t, { 'data.mdb': '' }), 'data.mdb');
  const sound = () => {
    utimesSync(file, 1, 1);
    return undefined;
  };
  t.equal(faultAtRest(file, sound), undefined);
});
