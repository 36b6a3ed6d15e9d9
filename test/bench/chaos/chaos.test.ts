/** The benches of reliability in their short form, with real daemons: what they try for hours holds a few times here. */
import t, { type Test } from 'tap';
import { benchDamage } from '../../../bench/chaos/damage.js';
import { benchDisk } from '../../../bench/chaos/disk.js';
import { benchFuzz } from '../../../bench/chaos/fuzz/fuzz.js';
import { benchKills } from '../../../bench/chaos/kills.js';
import type { Trial } from '../../../bench/chaos/results.js';
import { testFolder } from '../../folder.js';

const seed = 20261123;
const skip = process.platform === 'linux' ? false : 'processes and disks are looked at as Linux has them';

/** @param tried how often the trials were to be made, all together */
function hold(t: Test, trials: readonly Trial[], tried: number): void {
  t.same(
    trials.flatMap(({ faults }) => faults),
    [],
  );
  t.equal(
    trials.reduce((sum, trial) => sum + trial.tried, 0),
    tried,
  );
}

t.test(`two kills (seed ${seed})`, { skip }, async t => {
  hold(t, await benchKills(testFolder(t), { kills: 2, seed }), 2);
});

t.test(`a file of cards with a wrong bit (seed ${seed})`, { skip }, async t => {
  const how = ['bit'];
  const order = { seed, everyFile: false, how, kinds: /^parts\/cards-.*part/ };
  hold(t, await benchDamage(testFolder(t), order), 2);
});

t.test(`two full disks, and a start on a third and on one that is read-only (seed ${seed})`, { skip }, async t => {
  const trials = await benchDisk(testFolder(t), { fills: 2, seed });
  if (trials.length === 0) t.pass('skipped: a disk of its own cannot be mounted here');
  else hold(t, trials, 4);
});

t.test(`requests of every kind by each transport (seed ${seed})`, { skip }, async t => {
  hold(t, await benchFuzz(testFolder(t), { requests: 300, seed }), 600);
});
