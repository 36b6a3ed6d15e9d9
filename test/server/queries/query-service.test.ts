/** One front end's queries, over threads that echo: which snapshots the threads keep while one replaces the other. */
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import t from 'tap';
import { DEFAULT_INDEX_SETTINGS } from '../../../src/index/index-settings.js';
import { DEFAULT_PAGE_SETTINGS } from '../../../src/pages/shared/page-settings.js';
import { ClientShares } from '../../../src/server/admission/client-shares.js';
import { RunningImports } from '../../../src/server/imports/running-imports.js';
import { Counts } from '../../../src/server/observability/counts.js';
import type { Generation } from '../../../src/server/queries/generation.js';
import type { Outcome } from '../../../src/server/queries/outcomes.js';
import { QueryService } from '../../../src/server/queries/query-service.js';
import type { SharedSignals, SharedSnapshot } from '../../../src/snapshot/index.js';
import { markVerified } from '../../../src/snapshot/unread-parts.js';
import { until } from '../../within.js';
import { searchRequest } from '../requests.js';

interface Echo {
  q: string;
  snapshot: string;
  /** How often the thread has opened a snapshot. */
  opened: number;
}

function snapshot(id: string): SharedSnapshot {
  const counts = { productGroups: 1, products: 1, variants: 1, content: 0 };
  const createdAt = '2026-01-01T00:00:00.000Z';
  const settings = DEFAULT_INDEX_SETTINGS;
  const manifest = { version: 1, id, createdAt, catalogGeneration: 1, settings, counts };
  return {
    id,
    dataDir: '',
    manifest: { ...manifest, views: [], site: 'site-0.part', files: [] },
    parts: new Map(),
  };
}

function startService(t: Test, damaged: (id: string) => void = () => undefined): QueryService {
  const service = new QueryService({
    damaged,
    threads: 2,
    filename: fileURLToPath(new URL('../fixtures/query-worker.mjs', import.meta.url)),
    threadData: {
      settings: DEFAULT_PAGE_SETTINGS,
      discountThreshold: 0,
      ticketSecret: 'secret',
      cardMemoryBytes: 1 << 20,
      visitors: { dir: '', visitorDays: 1 },
    },
    limits: { batch: 8, queue: 100, queueDeadlineMs: 60_000, queryDeadlineMs: 60_000, queryTimeoutMs: 60_000 },
    cacheBytes: 1 << 20,
    rehearses: true,
    imports: new RunningImports(),
    counts: new Counts(),
    log: pino({ level: 'silent' }),
  });
  t.teardown(() => service.end());
  return service;
}

interface Test {
  teardown(fn: () => unknown): void;
}

async function adopt(service: QueryService, id: string): Promise<Generation> {
  await prepare(service, id);
  await service.commit(id);
  return service.current!;
}

function prepare(service: QueryService, id: string, signals?: SharedSignals): Promise<void> {
  return service.prepare({ snapshot: snapshot(id), signals, views: [], together: false });
}

/** Asks each of the two threads, alone. */
async function askAll(service: QueryService): Promise<Echo[]> {
  const echoes: Echo[] = [];
  for (const thread of [0, 1]) {
    const { shared } = service.current!;
    const { outcomes } = await service.batcher.alone(thread, () =>
      service.pool.answer(thread, shared, [{ request: searchRequest(), encoding: 'identity' }]),
    );
    echoes.push(echo(outcomes[0]!));
  }
  return echoes;
}

function echo(outcome: Outcome): Echo {
  if ('failure' in outcome) throw new Error(JSON.stringify(outcome.failure));
  return JSON.parse(Buffer.from(outcome.answer.body).toString()) as Echo;
}

t.test('a snapshot that a rollback brings back stays open when the last query of its first time ends', async t => {
  const service = startService(t);
  const first = await adopt(service, 'a');
  // As a query that runs: what it was begun on is kept until it is done.
  service.retain(first);
  await adopt(service, 'b');
  await prepare(service, 'a');
  service.release(first);
  await service.commit('a');
  for (const { snapshot, opened } of await askAll(service)) {
    t.equal(snapshot, 'a');
    t.equal(opened, 3, 'a, b, and a again; once more only where it had been released');
  }
});

t.test('one that is not taken back after all is released with its last query', async t => {
  const service = startService(t);
  const first = await adopt(service, 'a');
  service.retain(first);
  await adopt(service, 'b');
  await prepare(service, 'a');
  await service.discard('a', undefined);
  const running = await service.pool.answer(0, first.shared, [
    { request: searchRequest({ q: 'late' }), encoding: 'identity' },
  ]);
  t.match(echo(running.outcomes[0]!), { q: 'late', snapshot: 'a', opened: 3 }, 'the query under way has it still');
  service.release(first);
  for (const { opened } of await askAll(service)) t.equal(opened, 3);
  const after = await service.batcher.alone(0, () =>
    service.pool.answer(0, first.shared, [{ request: searchRequest(), encoding: 'identity' }]),
  );
  t.equal(echo(after.outcomes[0]!).opened, 4, 'it had been released: the thread has to open it anew');
});

t.test('each answer of a batch has memory of its own', async t => {
  const service = startService(t);
  const { shared } = await adopt(service, 'a');
  const questions = ['one', 'wrong', 'another'].map(
    q => ({ request: searchRequest({ q }), encoding: 'identity' }) as const,
  );
  const { outcomes } = await service.pool.answer(0, shared, questions);
  t.match(echo(outcomes[0]!), { q: 'one' });
  t.match(outcomes[1], { failure: { code: 'market_unknown' } });
  t.match(echo(outcomes[2]!), { q: 'another' });
  for (const outcome of outcomes) {
    if ('answer' in outcome) t.equal(outcome.answer.body.buffer.byteLength, outcome.answer.body.length);
  }
});

t.test('queries that clients leave behind take nothing from what their address has had', async t => {
  const service = startService(t);
  const generation = await adopt(service, 'a');
  const client = new ClientShares({ share: 0.0001, threads: 2, mostDelayMs: 60_000 }).of('a', performance.now());
  client.charge(1000, performance.now());
  const enqueue = (gone: boolean) =>
    new Promise<void>(resolve => {
      const question = { request: searchRequest(), encoding: 'identity', key: '', own: false, client } as const;
      const waiter = { gone, settle: () => resolve(), shed: () => resolve() };
      service.enqueue(generation, question, waiter);
    });
  for (let i = 0; i < 20; i++) void enqueue(true);
  await enqueue(false);
  t.equal(client.waitingMs, 0);
  t.ok(client.delayMs(performance.now()) > 30_000, String(client.delayMs(performance.now())));
});

/** @returns its parts, of which nothing is verified yet */
async function adoptUnverified(service: QueryService, id: string): Promise<SharedSnapshot> {
  const [places, read] = [new Map<string, number>(), new Int32Array(new SharedArrayBuffer(8))];
  const unverified = { ...snapshot(id), unread: { places, read, sealed: new Set<string>() } };
  await service.prepare({ snapshot: unverified, signals: undefined, views: [], together: false });
  await service.commit(id);
  return unverified;
}

function outcomeOf(service: QueryService, q: string): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const request = searchRequest({ q });
    const waiter = { gone: false, settle: resolve, shed: reject };
    service.enqueue(service.current!, { request, encoding: 'identity', key: '', own: false }, waiter);
  });
}

/** Keeps the process alive until then, as connections of clients do. */
async function answered(asked: Promise<Outcome>): Promise<Echo> {
  let outcome: Outcome | undefined;
  void asked.then(one => {
    outcome = one;
  });
  await until('it is answered', () => outcome !== undefined);
  return echo(outcome!);
}

t.test('a query that has failed on parts that turn out to be whole is asked again', async t => {
  const damaged: string[] = [];
  const service = startService(t, id => damaged.push(id));
  const unverified = await adoptUnverified(service, 'a');
  const asked = outcomeOf(service, 'early');
  await until('it has failed', () => damaged.length > 0 && service.current!.pending === 0);
  markVerified(unverified);
  t.match(await answered(asked), { q: 'early', snapshot: 'a' });
});

t.test('so is one that fails when they have just turned out to be', async t => {
  const service = startService(t);
  const unverified = await adoptUnverified(service, 'a');
  const asked = outcomeOf(service, 'until verified');
  await until('it is being answered', () => unverified.unread!.read[0] === 1);
  markVerified(unverified);
  t.match(await answered(asked), { q: 'until verified', snapshot: 'a' });
});

t.test('a query that fails on parts that are not verified, or loops over them, is asked again', async t => {
  const damaged: string[] = [];
  const service = startService(t, id => damaged.push(id));
  await adoptUnverified(service, 'a');
  const ask = (q: string) => outcomeOf(service, q);
  t.match(await ask('wrong'), { failure: { code: 'market_unknown' } }, 'a request that is wrong is told so at once');
  const asked = ['defect of a', 'hang of a'].map(ask);
  await until('both are known to have failed', () => damaged.length >= 2 && service.current!.pending === 0);
  t.same([...new Set(damaged)], ['a']);
  await adopt(service, 'b');
  t.same(
    (await Promise.all(asked)).map(outcome => echo(outcome).snapshot),
    ['b', 'b'],
  );
  damaged.length = 0;
  t.match(await ask('defect'), { failure: { kind: 'defect' } }, 'on one that is verified, failures are told');
  t.same(damaged, []);
});

t.test('signals that come while the threads end are dropped without a failure', async t => {
  const service = startService(t);
  await adopt(service, 'a');
  const learned = service.learn({ snapshotId: 'a' } as SharedSignals);
  const ended = service.end();
  await t.resolves(learned);
  await ended;
});
