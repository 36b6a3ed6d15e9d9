import t from 'tap';
import { isBaseDue } from '../../../src/build/input/overlay-policy.js';

const POLICY = { mostShare: 0.2, rebuildShare: 0.05, leastProducts: 0 };

t.test('a new base is due from a share of the groups on, which is larger while imports follow each other', t => {
  const due = (changed: number) => [true, false].map(rest => isBaseDue({ changed, groups: 1000 }, POLICY, rest));
  t.same(due(50), [false, false]);
  t.same(due(51), [true, false]);
  t.same(due(150), [true, false]);
  t.same(due(151), [true, true]);
  t.end();
});

t.test('it is never due before the share at which it is due at rest', t => {
  const policy = { ...POLICY, rebuildShare: 1 };
  t.notOk(isBaseDue({ changed: 1000, groups: 1000 }, policy, false));
  t.end();
});
