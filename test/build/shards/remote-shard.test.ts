/**
 * Threads of a build: what they write, and what happens when one of them dies: the leader, which is blocked inside the
 * transaction of an import, learns of it, the import fails with the reason, and the next one is built.
 */
import fs from 'node:fs';
import path from 'node:path';
import t, { type Test } from 'tap';
import { buildSnapshot } from '../../../src/build/build-snapshot.js';
import { BuildShard, type ShardPlan } from '../../../src/build/shards/build-shard.js';
import { RemoteShard } from '../../../src/build/shards/remote-shard.js';
import type { GroupBatch } from '../../../src/build/shards/shard-protocol.js';
import { encodeGroup } from '../../../src/catalog/group-codec.js';
import type { ProductGroup } from '../../../src/catalog/records.js';
import { DEFAULT_INDEX_SETTINGS } from '../../../src/index/index-settings.js';
import { Watchdog } from '../../../src/threads/watchdog.js';
import { groupLine, groupLines } from '../../contract/shop.js';
import { testFolder } from '../../folder.js';
import { harness, RecordingHost } from '../../ingest/harness.js';

/** Threads that start and run out of memory take their time; a wait that nothing ends takes a quarter of an hour. */
const SOON_MS = 60_000;

function open(t: Test, dir: string, heapMb?: number): RemoteShard {
  const watchdog = new Watchdog();
  t.teardown(() => watchdog.close());
  const views = [{ locale: 'en-GB', markets: ['uk'], name: 'a' }];
  const plan: ShardPlan = { dir, views, translations: [], settings: DEFAULT_INDEX_SETTINGS };
  return new RemoteShard(
    [plan],
    watchdog,
    false,
    heapMb === undefined ? undefined : { maxOldGenerationSizeMb: heapMb },
  );
}

function group(n: number): ProductGroup {
  return (groupLine(n) as { replace: { productGroup: ProductGroup } }).replace.productGroup;
}

function batch(from: number, count = 200): GroupBatch {
  const keys = Array.from({ length: count }, (_, i) => `g-${from + i}`);
  const groups = keys.map((_, i) => encodeGroup(group(from + i)));
  const starts = [0];
  for (const { length } of groups) starts.push(starts.at(-1)! + length);
  const bytes = new SharedArrayBuffer(starts.at(-1)!);
  for (const [i, encoded] of groups.entries()) new Uint8Array(bytes).set(encoded, starts[i]);
  return { keys, starts, bytes };
}

/** Adds batches until that fails. @returns after how long, and why */
function failure(shard: RemoteShard): { afterMs: number; message: string } {
  const begun = performance.now();
  try {
    for (let from = 0; performance.now() - begun < SOON_MS; from += 200) shard.add(batch(from % 26_000));
    shard.finish()();
  } catch (error) {
    return { afterMs: performance.now() - begun, message: (error as Error).message };
  }
  return { afterMs: performance.now() - begun, message: 'nothing failed' };
}

t.test('a thread that runs out of memory', async t => {
  const { afterMs, message } = failure(open(t, testFolder(t), 8));
  t.equal(message, 'the build thread of en-GB ran out of memory');
  t.ok(afterMs < SOON_MS, `after ${Math.round(afterMs)} ms`);
});

t.test('a thread that cannot begin', async t => {
  const { afterMs, message } = failure(open(t, path.join(testFolder(t), 'absent')));
  t.match(message, /^the build thread of en-GB ended with an exception: ENOENT/);
  t.ok(afterMs < SOON_MS, `after ${Math.round(afterMs)} ms`);
});

t.test('a thread that fails', async t => {
  const shard = open(t, testFolder(t));
  const damaged = { ...batch(0), bytes: new SharedArrayBuffer(1) };
  shard.add(damaged);
  t.throws(() => shard.finish()(), { message: /^add of the build thread of en-GB failed in its thread$/ });
});

t.test('a thread that builds two shards one after the other writes what each of them writes alone', async t => {
  const dir = testFolder(t);
  const plan = (market: string, locale: string): ShardPlan => ({
    dir,
    views: [{ locale, markets: [market], name: market }],
    translations: [],
    settings: DEFAULT_INDEX_SETTINGS,
  });
  const plans = [plan('uk', 'en-GB'), plan('se', 'sv-SE')];
  const watchdog = new Watchdog();
  t.teardown(() => watchdog.close());
  const remote = new RemoteShard(plans, watchdog);
  for (const plan of plans) {
    for (const from of [0, 50]) remote.add(batch(from, 50));
    const built = remote.finish()();
    const alone = new BuildShard(plan);
    for (let n = 0; n < 100; n++) alone.addGroup(`g-${n}`, encodeGroup(group(n)));
    t.same(built, alone.finish());
  }
});

class BuildingHost extends RecordingHost {
  constructor(private readonly dataDir: string) {
    super();
  }

  override build(input: Parameters<RecordingHost['build']>[0]): { id: string } {
    return buildSnapshot({ ...input, dataDir: this.dataDir, settings: DEFAULT_INDEX_SETTINGS });
  }
}

t.test('an import whose build loses a thread fails, leaves nothing behind, and does not keep the next one', async t => {
  const dir = testFolder(t);
  const { run, errors, service } = harness(t, dir, new BuildingHost(dir));
  const parts = path.join(dir, 'parts');
  // The second of two threads cannot open its file.
  const blocked = path.join(parts, `cards-${process.pid}-1.writing`);
  fs.mkdirSync(blocked, { recursive: true });
  // So many views that threads are worth it; most of them are built as one.
  const more = Array.from({ length: 68 }, (_, i) => `m${i}`);
  const lines = groupLines(300, { markets: ['uk', 'se', ...more] });
  const begun = performance.now();
  t.match(await run('replace', lines), { status: 'FAILURE', code: 'import_failed' });
  t.ok(performance.now() - begun < SOON_MS);
  t.match(errors, [{ name: 'ThreadDeath', message: /^the build thread of .* ended with an exception: EISDIR/ }]);
  t.equal(service.store.generation, 0, 'nothing was stored');
  fs.rmdirSync(blocked);
  const unfinished = () => fs.readdirSync(parts).filter(name => name.endsWith('.writing'));
  t.same(unfinished(), []);
  t.match(await run('replace', lines), { status: 'SUCCESS' });
  t.same(unfinished(), []);
});
