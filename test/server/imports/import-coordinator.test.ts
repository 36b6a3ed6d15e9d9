import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { Problem } from '../../../src/errors/problem.js';
import { ImportCoordinator, type ImportCoordinatorOptions } from '../../../src/server/imports/import-coordinator.js';
import { type ImportBegun, ImportHistory } from '../../../src/server/imports/import-history.js';
import { ImportStatuses } from '../../../src/server/imports/import-status.js';
import { RunningImports } from '../../../src/server/imports/running-imports.js';
import { spool } from '../../../src/server/imports/spool.js';
import { WaitingImports } from '../../../src/server/imports/waiting-imports.js';
import { Actor } from '../../../src/server/storage/actor.js';
import { testFolder } from '../../folder.js';
import { until } from '../../within.js';

t.test('where the disk is full amid the start, what waits is run once it is not, in its order and once', async t => {
  const dataDir = testFolder(t);
  const spoolDir = join(dataDir, 'spool');
  mkdirSync(spoolDir);
  const earlier = await WaitingImports.open(dataDir, file => t.fail(file));
  const names = ['first', 'second', 'third'];
  for (const [i, id] of names.entries()) {
    const chunks = [[Buffer.from(id)], undefined];
    const body = await spool({ take: async () => chunks.shift() } as never, join(spoolDir, id), true, () => undefined);
    const begun: ImportBegun = { id, kind: 'catalog', startedAt: new Date().toISOString() };
    await earlier.keep({ begun, number: i + 1, job: { type: 'import', id } as never, body: body! });
  }

  const waiting = await WaitingImports.open(dataDir, file => t.fail(file));
  const history = await ImportHistory.open(dataDir, new Set(names));
  const begin = history.begin.bind(history);
  let isFull = true;
  history.begin = async begun => {
    if (isFull && begun.id === 'second') throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    await begin(begun);
  };
  const run: string[] = [];
  const none = () => undefined;
  const imports = new ImportCoordinator({
    dataDir,
    statuses: await ImportStatuses.open(dataDir, Date.now(), { waiting: names }),
    history,
    waiting,
    limits: { most: 16, mostBytes: 1 },
    running: new RunningImports(),
    supervisor: {
      whenReady: async () => undefined,
      run: async ({ id }: { id: string }) => {
        run.push(id);
        return { status: 'SUCCESS', counts: {} };
      },
      prepare: none,
    } as never,
    importEnded: none,
    log: { debug: none, info: none, warn: none, error: none },
  } as unknown as ImportCoordinatorOptions);
  await t.rejects(imports.resume(), { code: 'ENOSPC' });
  t.same(imports.unfinished(), [], 'none has a place yet');
  isFull = false;
  await imports.resume();
  await until('their ends', () => imports.unfinished().length === 0 && readdirSync(spoolDir).length === 0);
  t.same(run, names);
  t.match(history.list(9), [{ outcome: 'SUCCESS' }, { outcome: 'SUCCESS' }, { outcome: 'SUCCESS' }]);
});

t.test('what the fleet could not take, or publish, has not ended, and is run again', async t => {
  const dataDir = testFolder(t);
  const history = await ImportHistory.open(dataDir);
  const refused = new Problem('fleet_unavailable', 'not now');
  const none = () => undefined;
  // As the log refuses it, as the pointer does not move, and as all is well.
  const success = { status: 'SUCCESS', snapshot: 's', counts: {} };
  const outcomes = [{ status: 'FAILURE', code: refused.code, message: refused.message }];
  let isPublished = false;
  const imports = new ImportCoordinator({
    dataDir,
    statuses: await ImportStatuses.open(dataDir, Date.now()),
    history,
    waiting: await WaitingImports.open(dataDir, none),
    limits: { most: 16, mostBytes: 1 },
    running: new RunningImports(),
    requireWritable: none,
    supervisor: {
      whenReady: async () => undefined,
      run: async () => outcomes.shift() ?? success,
      prepare: none,
    } as never,
    adopt: async () => {
      if (!isPublished) throw refused;
    },
    importEnded: none,
    log: { debug: none, info: none, warn: none, error: none },
  } as unknown as ImportCoordinatorOptions);
  const actor = new Actor('key', 'name');
  const order = { kind: 'catalog', mode: 'update', encoding: 'identity', force: false, validationOnly: false } as const;
  const run = async () => (await imports.take('i', order, actor, join(dataDir, 'body'), 1)).done;
  for (let i = 0; i < 2; i++) {
    await t.rejects(run(), { code: 'fleet_unavailable' });
    t.equal(imports.status('i').status, 'WAITING');
    t.strictSame([history.list(9), imports.unfinished()], [[], []]);
  }
  isPublished = true;
  t.equal(await run(), true);
  t.match(history.list(9), [{ id: 'i', outcome: 'SUCCESS' }]);
});
