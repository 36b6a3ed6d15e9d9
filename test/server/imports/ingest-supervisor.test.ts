import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import type { ImportJob } from '../../../src/imports/protocol.js';
import { IngestSupervisor, type Progress, type Repaired } from '../../../src/server/imports/ingest-supervisor.js';
import { testFolder } from '../../folder.js';
import type { Teardown } from '../../ingest/harness.js';
import { until } from '../../within.js';

interface Heard {
  counts: { ingestRestarts: number };
  repaired: Repaired[];
  progresses: Progress[];
  /** How often a process became ready. */
  ready: number;
}

/** A supervisor of processes of `fixtures/ingest.mjs`. */
function supervise(t: Teardown, dataDir: string): { supervisor: IngestSupervisor; heard: Heard } {
  const log = () => undefined;
  const heard: Heard = { counts: { ingestRestarts: 0 }, repaired: [], progresses: [], ready: 0 };
  const supervisor = new IngestSupervisor({
    file: fileURLToPath(new URL('../fixtures/ingest.mjs', import.meta.url)),
    args: [dataDir],
    log: { debug: log, info: log, warn: log, error: log } as never,
    counts: heard.counts as never,
    onReady: () => heard.ready++,
    onAnnounced: log,
    onDamaged: log,
    onRepairing: progress => heard.progresses.push(progress),
    onRepaired: result => heard.repaired.push(result),
    onRehearsed: log,
  });
  t.teardown(() => supervisor.stop(1000));
  return { supervisor, heard };
}

/** @param name what the process does, see `fixtures/ingest.mjs` */
function runImport(supervisor: IngestSupervisor, dataDir: string, id: string, name: string) {
  const file = join(dataDir, id);
  writeFileSync(file, '');
  const job = { type: 'import', id, file, kind: 'catalog', format: 'jsonl', name } as unknown as ImportJob;
  return supervisor.run(job, () => undefined);
}

t.test('what the operator sets for the memory of the daemon is not taken for the process', async t => {
  t.intercept(process, 'env', { value: { ...process.env, MALLOC_MMAP_THRESHOLD_: '1048576', OTHER: 'passed on' } });
  const dataDir = testFolder(t);
  const { supervisor } = supervise(t, dataDir);
  await supervisor.start();
  t.match(await runImport(supervisor, dataDir, 'one', 'environment'), { status: 'SUCCESS' });
  t.match(JSON.parse(readFileSync(join(dataDir, 'environment'), 'utf8')), {
    MALLOC_MMAP_THRESHOLD_: '131072',
    MALLOC_ARENA_MAX: '2',
    OTHER: 'passed on',
  });
});

t.test('a repair that the end of the process has cut off is asked of the next process', async t => {
  const { supervisor, heard } = supervise(t, testFolder(t));
  await supervisor.start();
  supervisor.repair();
  await until('the repair', () => heard.repaired.length > 0, { longestMs: 10_000 });
  t.match(heard.repaired, [{ snapshot: 's1' }]);
  t.strictSame(heard.progresses, [{ phase: 'build', done: 1, total: 2 }]);
  t.equal(heard.counts.ingestRestarts, 1);
});

t.test('a process that keeps much memory is replaced when it has no job, and the next job waits for that', async t => {
  const dataDir = testFolder(t);
  const { supervisor, heard } = supervise(t, dataDir);
  const run = (id: string, name: string) => runImport(supervisor, dataDir, id, name);
  const replaced = () => until('the end of the process', () => !supervisor.available, { longestMs: 10_000 });
  await supervisor.start();
  t.match(await run('first', 'worn'), { status: 'SUCCESS' });
  await replaced();
  await supervisor.whenReady();
  t.match(await run('second', 'worn'), { status: 'SUCCESS' });
  await replaced();
  t.match(await run('third', ''), { status: 'SUCCESS' }, 'of a caller that had waited for the one before');
  t.equal(heard.ready, 3);
  t.equal(heard.counts.ingestRestarts, 0, 'no failure');
});
