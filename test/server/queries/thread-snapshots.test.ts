/** When threads collect what closed snapshots have left, and what becomes of tasks that fail. */
import t from 'tap';
import { ThreadSnapshots, type ThreadSnapshotsOptions } from '../../../src/server/queries/thread-snapshots.js';
import { until } from '../../within.js';

const LONG_AGO_MS = -1_000_000;

/** Two threads that do nothing, of which some have queries all the time. */
function bench(busy: Set<number>, fails: (thread: number) => boolean = () => false, collected = Promise.resolve()) {
  const events: string[] = [];
  const one = async (event: string, thread: number) => {
    events.push(`${event} ${thread}`);
    if (fails(thread)) throw new Error('broken');
  };
  const options: ThreadSnapshotsOptions = {
    pool: {
      size: 2,
      open: thread => one('open', thread),
      first: thread => one('first', thread),
      prepare: async () => true,
      warm: thread => one('warm', thread),
      learn: thread => one('learn', thread),
      forgetSignals: () => undefined,
      release: thread => one('release', thread),
      collect: thread => one('collect', thread).then(() => collected),
    },
    batcher: {
      alone: (_, work) => work(),
      among: (_, work) => work(),
      afterBatches: async () => undefined,
      quiet: async thread => void events.push(`quiet ${thread}`),
      idleSinceMs: thread => (busy.has(thread) ? undefined : LONG_AGO_MS),
    },
    live: () => undefined,
    warn: (_, message) => events.push(message),
  };
  return { events, snapshots: new ThreadSnapshots(options) };
}

const manifest = { views: [] } as never;
const snapshot = { id: 'a', dataDir: '', manifest, parts: new Map() };

t.test('each thread collects garbage when it rests, once', async t => {
  const busy = new Set([1]);
  const { events, snapshots } = bench(busy);
  t.teardown(() => snapshots.end());
  snapshots.close(snapshot);
  await until('the thread that rests has collected', () => events.includes('collect 0'));
  t.same(events, ['release 0', 'release 1', 'collect 0']);
  busy.clear();
  await until('the other one has, too', () => events.includes('collect 1'));
  t.equal(events.length, 4);
});

t.test('further views are warmed up when a thread is quiet', async t => {
  const { events, snapshots } = bench(new Set());
  const views = [{ market: 'se', locale: 'sv-SE' }] as never;
  await snapshots.warm('a', views, false, async () => undefined);
  const atOnce = events.splice(0).filter(event => event.endsWith(' 0'));
  t.ok(atOnce.includes('warm 0'));
  t.notOk(atOnce.includes('quiet 0'));
  await snapshots.warm('a', views, true, async () => undefined);
  t.same(
    events.filter(event => event.endsWith(' 0')),
    ['quiet 0', ...atOnce.flatMap(event => ['quiet 0', event])],
  );
});

t.test('no thread collects garbage while another one does', async t => {
  let end = (): void => undefined;
  const first = new Promise<void>(resolve => (end = resolve));
  const { events, snapshots } = bench(new Set(), undefined, first);
  t.teardown(() => snapshots.end());
  snapshots.close(snapshot);
  await until('one collects', () => events.includes('collect 0'));
  t.notOk(events.includes('collect 1'));
  end();
  await until('the other one does', () => events.includes('collect 1'));
});

t.test('a task that fails among batches runs once more by itself, and tells why it fails', async t => {
  const { events, snapshots } = bench(new Set([0, 1]), thread => thread === 1);
  t.teardown(() => snapshots.end());
  snapshots.close(snapshot);
  await until('a warning', () => events.some(event => event.startsWith('a thread could not')));
  t.same(events.toSorted(), ['a thread could not release a snapshot', 'release 0', 'release 1', 'release 1']);
});
