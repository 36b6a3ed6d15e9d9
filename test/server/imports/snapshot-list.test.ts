/** The list of kept snapshots follows the folder, though each manifest is read once. */
import { rmSync, truncateSync } from 'node:fs';
import t from 'tap';
import { DEFAULT_INDEX_SETTINGS } from '../../../src/index/index-settings.js';
import { SnapshotList } from '../../../src/server/imports/snapshot-list.js';
import { MANIFEST_VERSION, manifestFile, writeManifest } from '../../../src/snapshot/manifest.js';
import { testFolder } from '../../folder.js';

const IDS = ['00000001-0a0a0a0a', '00000002-0b0b0b0b', '00000003-0c0c0c0c'] as const;

function write(dataDir: string, id: string, products: number): void {
  const counts = { productGroups: 1, products, variants: 1, content: 0 };
  const settings = DEFAULT_INDEX_SETTINGS;
  const rest = { createdAt: '', catalogGeneration: 1, settings, counts, views: [], site: 'site-0.part', files: [] };
  writeManifest(dataDir, { version: MANIFEST_VERSION, id, ...rest });
}

t.test('snapshots that come, change, are damaged and go', async t => {
  const dataDir = testFolder(t);
  const list = new SnapshotList(dataDir);
  const listed = async () => (await list.all()).map(({ id, counts }) => [id, counts.products]);
  t.same(await listed(), [], 'no folder yet');
  for (const id of IDS) write(dataDir, id, 1);
  t.same(
    await listed(),
    [...IDS].reverse().map(id => [id, 1]),
  );
  write(dataDir, IDS[0], 2);
  truncateSync(manifestFile(dataDir, IDS[1]), 50);
  rmSync(manifestFile(dataDir, IDS[2]));
  t.same(await listed(), [[IDS[0], 2]]);
  write(dataDir, IDS[1], 3);
  t.same(await listed(), [
    [IDS[1], 3],
    [IDS[0], 2],
  ]);
});

t.test('where nothing has changed, the list waits for no other work of the process', async t => {
  const dataDir = testFolder(t);
  const list = new SnapshotList(dataDir);
  for (const id of IDS) write(dataDir, id, 1);
  const first = await list.all();
  t.equal(first.length, IDS.length);
  let listed: unknown;
  void list.all().then(found => {
    listed = found;
  });
  // Promises that are settled come before anything else of the event loop.
  for (let n = 0; n < 10; n++) await undefined;
  t.same(listed, first);
});
