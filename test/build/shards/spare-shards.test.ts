/** Threads that a build of everything leaves to the overlays after it, and what these write. */
import fs from 'node:fs';
import path from 'node:path';
import t from 'tap';
import { buildSnapshot } from '../../../src/build/build-snapshot.js';
import { KeptBetweenBuilds } from '../../../src/build/kept-between-builds.js';
import { DEFAULT_INDEX_SETTINGS } from '../../../src/index/index-settings.js';
import { publish, readManifest, readPointer } from '../../../src/snapshot/index.js';
import { groupLines } from '../../contract/shop.js';
import { testFolder } from '../../folder.js';
import { harness, RecordingHost, type Teardown } from '../../ingest/harness.js';

/** So many views that threads are worth it; most of them are built as one. */
const MARKETS = ['uk', 'se', ...Array.from({ length: 68 }, (_, i) => `m${i}`)];
const GROUPS = 300;
const OVERLAYS = { mostShare: 100, rebuildShare: 1, leastProducts: 0 };

class BuildingHost extends RecordingHost {
  constructor(
    private readonly dataDir: string,
    private readonly between: KeptBetweenBuilds | undefined,
  ) {
    super();
  }

  override build({ store, change, progress }: Parameters<RecordingHost['build']>[0]): { id: string } {
    const { dataDir } = this;
    const settings = DEFAULT_INDEX_SETTINGS;
    return buildSnapshot({ store, change, progress, dataDir, settings, overlayPolicy: OVERLAYS }, this.between);
  }

  override publish(id: string, pinned?: number): void {
    publish(this.dataDir, id, pinned);
  }

  override announced(): { id: string; catalogGeneration: number } | undefined {
    const pointer = readPointer(this.dataDir);
    if (!pointer) return undefined;
    const { catalogGeneration } = readManifest(this.dataDir, pointer.snapshot);
    return { id: pointer.snapshot, catalogGeneration };
  }
}

/** Imports everything, and then some of it with other titles. @returns the parts of both snapshots */
async function twoImports(t: Teardown, dir: string, keeps: boolean) {
  const kept = keeps ? new KeptBetweenBuilds(dir) : undefined;
  t.teardown(() => kept?.close());
  const { run, errors } = harness(t, dir, new BuildingHost(dir, kept));
  const lines = groupLines(GROUPS, { markets: MARKETS });
  const outcomes = [await run('replace', lines)];
  const whole = readManifest(dir, readPointer(dir)!.snapshot);
  const before = kept?.spare.for(GROUPS);
  outcomes.push(await run('update', groupLines(20, { markets: MARKETS, edition: 2 })));
  const after = kept?.spare.for(GROUPS);
  const changed = readManifest(dir, readPointer(dir)!.snapshot);
  return { outcomes, errors, before, after, whole, changed };
}

t.test('an overlay is built by the threads of the build before it, as it would be without them', async t => {
  const kept = await twoImports(t, testFolder(t), true);
  const alone = await twoImports(t, testFolder(t), false);
  for (const { outcomes, errors } of [kept, alone]) {
    t.match(outcomes, [{ status: 'SUCCESS' }, { status: 'SUCCESS' }]);
    t.same(errors, []);
  }
  t.equal(kept.before?.length, 2);
  t.same(kept.after, kept.before);
  t.equal(kept.changed.views[0]?.overlays?.length, 1);
  t.same(kept.whole.views, alone.whole.views);
  t.same(kept.changed.views, alone.changed.views);
});

t.test('threads are ended where one of them fails, and the next overlay has others', async t => {
  const dir = testFolder(t);
  const kept = new KeptBetweenBuilds(dir);
  t.teardown(() => kept.close());
  const { run, errors } = harness(t, dir, new BuildingHost(dir, kept));
  t.match(await run('replace', groupLines(GROUPS, { markets: MARKETS })), { status: 'SUCCESS' });
  const blocked = path.join(dir, 'parts', `cards-${process.pid}-1.writing`);
  fs.mkdirSync(blocked);
  const update = groupLines(20, { markets: MARKETS, edition: 2 });
  t.match(await run('update', update), { status: 'FAILURE', code: 'import_failed' });
  t.match(errors, [{ message: /^add of the build thread of .* failed in its thread$/ }]);
  fs.rmdirSync(blocked);
  t.match(await run('update', update), { status: 'SUCCESS' });
  t.equal(kept.spare.for(GROUPS).length, 1);
});
