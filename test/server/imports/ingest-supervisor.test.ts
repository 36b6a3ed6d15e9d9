import { fileURLToPath } from 'node:url';
import t from 'tap';
import { IngestSupervisor, type Progress, type Repaired } from '../../../src/server/imports/ingest-supervisor.js';
import { testFolder } from '../../folder.js';
import { until } from '../../within.js';

t.test('a repair that the end of the process has cut off is asked of the next process', async t => {
  const dataDir = testFolder(t);
  const log = () => undefined;
  const counts = { ingestRestarts: 0 };
  const repaired: Repaired[] = [];
  const progresses: Progress[] = [];
  const supervisor = new IngestSupervisor({
    file: fileURLToPath(new URL('../fixtures/ingest.mjs', import.meta.url)),
    args: [dataDir],
    log: { debug: log, info: log, warn: log, error: log } as never,
    counts: counts as never,
    onReady: log,
    onAnnounced: log,
    onDamaged: log,
    onRepairing: progress => progresses.push(progress),
    onRepaired: result => repaired.push(result),
    onRehearsed: log,
  });
  t.teardown(() => supervisor.stop(1000));
  await supervisor.start();
  supervisor.repair();
  await until('the repair', () => repaired.length > 0, { longestMs: 10_000 });
  t.match(repaired, [{ snapshot: 's1' }]);
  t.strictSame(progresses, [{ phase: 'build', done: 1, total: 2 }]);
  t.equal(counts.ingestRestarts, 1);
});
