/** What several runs have seen, as one. */
import t from 'tap';
import { withPiece } from '../../../bench/chaos/pieces.js';
import type { Run, Trial } from '../../../bench/chaos/results.js';

const machine = { cpu: 'c', cores: 2, memoryGb: 25, platform: 'linux x64' };

function run(seed: number, version: string, trials: readonly Partial<Trial>[]): Run {
  return {
    conditions: {
      date: '2026-11-28',
      machine,
      versions: { Vitrine: version },
      options: { seed, kills: 10 },
      note: 'n.',
    },
    trials: trials.map(trial => ({ what: 'kills', tried: 10, failed: 0, faults: [], figures: {}, ...trial })),
  };
}

t.test('counts add up, middles are weighted, of the most there is the most', async t => {
  const one = { figures: { rollbacks: 3, 'ready p50 ms': 100, 'p99 ms': 900, 'a second': 4 } };
  const other = {
    tried: 30,
    failed: 1,
    faults: ['lost'],
    figures: { rollbacks: 5, 'ready p50 ms': 200, 'p99 ms': 500, 'a second': 8, queues: 2 },
  };
  const { trials } = withPiece(run(1, 'a', [one]), run(2, 'a', [other]));
  t.same(trials, [
    {
      what: 'kills',
      tried: 40,
      failed: 1,
      faults: ['lost'],
      figures: { rollbacks: 8, 'ready p50 ms': 175, 'p99 ms': 900, 'a second': 7, queues: 2 },
    },
  ]);
});

t.test('trials of other names stand beside each other, and conditions name all seeds and versions', async t => {
  const second = withPiece(run(1, 'a', [{}]), run(2, 'b', [{ what: 'disks' }]));
  const { conditions, trials } = withPiece(second, run(3, 'b', [{}]));
  t.same(
    trials.map(({ what, tried }) => [what, tried]),
    [
      ['kills', 20],
      ['disks', 10],
    ],
  );
  t.same(conditions, {
    date: '2026-11-28',
    machine,
    versions: { Vitrine: 'a and b' },
    options: { seed: '1 and 2 and 3', kills: 30 },
    note: 'n.',
  });
});

t.test('a run of another machine is not added', async t => {
  const other = run(2, 'a', [{}]);
  other.conditions.machine = { ...machine, cores: 4 };
  t.throws(() => withPiece(run(1, 'a', [{}]), other), { message: /"cores":4/ });
});
