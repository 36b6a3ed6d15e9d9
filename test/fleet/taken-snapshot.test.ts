import t from 'tap';
import { TakenSnapshot } from '../../src/server/fleet/taken-snapshot.js';

const pointer = (snapshot: string, generation: number) => ({ snapshot, generation, manifestSha256: '', token: 1 });

t.test('a snapshot is taken up when it is live and a start would answer from it, at its generation', async t => {
  const taken = new TakenSnapshot();
  t.notOk(taken.has(pointer('a', 1)));
  taken.live = 'a';
  t.ok(taken.isLive(pointer('a', 1)));
  t.notOk(taken.has(pointer('a', 1)), 'a start would not');
  taken.announced = { snapshot: 'a', generation: 1 };
  t.ok(taken.has(pointer('a', 1)));
  t.notOk(taken.has(pointer('a', 2)), 'a rollback gives it another generation');
  t.notOk(taken.has(pointer('b', 1)));
});

t.test('what was built in place of a snapshot of another format stands for that alone', async t => {
  const taken = new TakenSnapshot();
  taken.builtInstead(pointer('theirs', 3), 'ours');
  t.ok(taken.has(pointer('theirs', 3)));
  t.notOk(taken.isLive(pointer('theirs', 4)));
  t.notOk(taken.isLive(pointer('other', 3)));
});
