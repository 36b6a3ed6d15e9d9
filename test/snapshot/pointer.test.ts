/** The pointer to the announced snapshot, its copy, and what counts as announced where both are damaged. */
import fs from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { SmallDisk } from '../../bench/chaos/small-disk.js';
import { DEFAULT_INDEX_SETTINGS } from '../../src/index/index-settings.js';
import { pointerFault, preparePointer, readPointer, repairPointer } from '../../src/snapshot/index.js';
import { MANIFEST_VERSION, writeManifest, writePointer } from '../../src/snapshot/manifest.js';
import { testFolder } from '../folder.js';

const OLDER = '00000001-0a0a0a0a';
const NEWER = '00000002-0b0b0b0b';

function folder(t: { teardown(fn: () => unknown): void }): string {
  const dataDir = testFolder(t);
  for (const id of [OLDER, NEWER]) {
    const counts = { productGroups: 1, products: 1, variants: 1, content: 0 };
    const settings = DEFAULT_INDEX_SETTINGS;
    const rest = { createdAt: '', catalogGeneration: 1, settings, counts, views: [], site: 'site-0.part', files: [] };
    writeManifest(dataDir, { version: MANIFEST_VERSION, id, ...rest });
  }
  return dataDir;
}

const DAMAGES: Record<string, (text: string) => string | undefined> = {
  empty: () => '',
  zeroes: text => '\0'.repeat(text.length),
  half: text => text.slice(0, text.length / 2),
  'another snapshot': text => text.replace(OLDER, NEWER),
  'another generation': text => text.replace('"pinned":2', '"pinned":3'),
  missing: () => undefined,
};

function damage(file: string, change: (text: string) => string | undefined): void {
  const text = change(fs.readFileSync(file, 'utf8'));
  if (text === undefined) fs.rmSync(file);
  else fs.writeFileSync(file, text);
}

t.test('a damaged pointer is read from its copy, and written again', async t => {
  const dataDir = folder(t);
  t.equal(readPointer(dataDir), undefined);
  t.equal(pointerFault(dataDir), undefined);
  const pointer = { snapshot: OLDER, pinned: 2 };
  writePointer(dataDir, pointer);
  t.equal(repairPointer(dataDir), undefined);
  for (const [how, change] of Object.entries(DAMAGES)) {
    for (const name of ['current.json', 'current.json.copy']) {
      damage(join(dataDir, name), change);
      t.same(readPointer(dataDir), pointer, `${name}: ${how}`);
      // A copy that is missing is written with the next pointer.
      const isFault = name === 'current.json' || how !== 'missing';
      t.match(repairPointer(dataDir) ?? '', isFault ? name : /^$/, `${name}: ${how}`);
      t.equal(pointerFault(dataDir), undefined);
      writePointer(dataDir, pointer);
    }
  }
});

t.test('where the copy is damaged as well, the newest sound snapshot counts as announced', async t => {
  const dataDir = folder(t);
  writePointer(dataDir, { snapshot: OLDER });
  for (const name of ['current.json', 'current.json.copy']) fs.writeFileSync(join(dataDir, name), 'damaged');
  t.same(readPointer(dataDir), { snapshot: NEWER });
  fs.writeFileSync(join(dataDir, 'snapshots', `${NEWER}.json`), '{}');
  t.same(readPointer(dataDir), { snapshot: OLDER });
  t.match(repairPointer(dataDir), /current.json: found "damaged", expected/);
  fs.writeFileSync(join(dataDir, 'snapshots', `${OLDER}.json`), '{}');
  t.same(readPointer(dataDir), { snapshot: OLDER });
  for (const name of ['current.json', 'current.json.copy']) fs.writeFileSync(join(dataDir, name), '');
  t.equal(repairPointer(dataDir), 'current.json: found "", expected a snapshot\'s id and a checksum');
  t.equal(readPointer(dataDir), undefined);
});

t.test('the pointer of an earlier version is read', async t => {
  const dataDir = folder(t);
  fs.writeFileSync(join(dataDir, 'current.json'), JSON.stringify({ snapshot: OLDER }));
  t.same(readPointer(dataDir), { snapshot: OLDER });
  t.equal(pointerFault(dataDir), undefined);
});

t.test('a pointer that was prepared is announced on a full disk', async t => {
  const mounted = join(testFolder(t), 'disk');
  const disk = SmallDisk.mount(mounted);
  if (disk === undefined) {
    t.pass('skipped: a disk of its own cannot be mounted here');
    return;
  }
  t.teardown(disk.unmount);
  writePointer(mounted, { snapshot: OLDER });
  disk.leave(0);
  t.throws(() => writePointer(mounted, { snapshot: NEWER }), { code: 'ENOSPC' });
  disk.clear();
  preparePointer(mounted, { snapshot: NEWER });
  t.same(readPointer(mounted), { snapshot: OLDER }, 'nothing is announced yet');
  disk.leave(0);
  writePointer(mounted, { snapshot: NEWER });
  t.same(readPointer(mounted), { snapshot: NEWER });
  t.equal(pointerFault(mounted), undefined, 'its copy is of the same');
});
