import fs from 'node:fs';
import path from 'node:path';
import t from 'tap';
import type { OverlayPolicy } from '../../src/build/input/overlay-policy.js';
import type { SnapshotHost } from '../../src/ingest/snapshot-host.js';
import { loadSnapshot, rehearseLoad } from '../../src/snapshot/index.js';
import { Importer, linesOf } from '../build/importer.js';
import { wordyShop } from '../engine/wordy-shop.js';
import { testFolder } from '../folder.js';
import { harness, RecordingHost, replaceGroup } from './harness.js';

const OVERLAYS: OverlayPolicy = { mostShare: 100, rebuildShare: 1, leastProducts: 0 };

/** The folder's files but those of the catalog store, by name: what they hold. */
function filesOf(dataDir: string): Record<string, string> {
  const names = fs.readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter(name => !/^catalog/.test(name));
  const files = names.filter(name => fs.statSync(path.join(dataDir, name)).isFile());
  return Object.fromEntries(files.map(name => [name, fs.readFileSync(path.join(dataDir, name), 'base64')]));
}

async function imported(parent: string, policy?: OverlayPolicy): Promise<Importer> {
  const importer = new Importer(parent, policy);
  await importer.import('replace', linesOf(wordyShop(24, true, 1)));
  return importer;
}

t.test('a rehearsal builds what imports would, and leaves everything as it was', async t => {
  const importer = await imported(testFolder(t), OVERLAYS);
  const { dataDir, service } = importer;
  const [files, catalog, { generation }] = [filesOf(dataDir), importer.dump(), service.store];
  const loaded = await loadSnapshot(dataDir, importer.manifest.id);
  let steps = 0;
  let joined = 0;
  for (const manifest of service.rehearsal()) {
    steps++;
    t.same(fs.readdirSync(path.join(dataDir, 'snapshots')), [`${loaded.id}.json`], 'no manifest is written');
    if (!manifest) continue;
    t.equal(manifest.views[0]!.overlays?.length, 1);
    await rehearseLoad(manifest, loaded);
    joined++;
  }
  t.equal(steps, 19);
  t.equal(joined, 3);
  t.same(filesOf(dataDir), files);
  t.same(importer.dump(), catalog);
  t.equal(service.store.generation, generation);
  const [group] = Object.entries(wordyShop(24, true, 2).groups);
  await importer.import('update', [{ replace: { key: group![0], productGroup: group![1] } }]);
  t.equal(importer.manifest.changed?.length, 1, 'an import builds an overlay as ever');
  await importer.close();
});

t.test('imports are rehearsed once, and again behind a build of everything', async t => {
  class Whole extends RecordingHost implements SnapshotHost {
    isWhole = true;
    rehearsals = 0;

    override build(input: Parameters<SnapshotHost['build']>[0]): { id: string; isWhole: boolean } {
      return { ...super.build(input), isWhole: this.isWhole };
    }

    rehearse(): undefined {
      this.rehearsals++;
    }
  }
  const host = new Whole();
  const { service, run } = harness(t, testFolder(t), host);
  const rehearsals = () => {
    t.same([...service.rehearsal()], []);
    return host.rehearsals;
  };
  await run('replace', [replaceGroup('g1', 'a')]);
  t.equal(rehearsals(), 1);
  t.equal(rehearsals(), 1);
  host.isWhole = false;
  await run('update', [replaceGroup('g1', 'b')]);
  t.equal(rehearsals(), 1, 'an import that builds what it changes has run the same code');
  host.isWhole = true;
  await run('replace', [replaceGroup('g1', 'c')]);
  t.equal(rehearsals(), 2);
});

t.test('a rehearsal that an import has cut off goes on behind it, from the next step', async t => {
  const importer = await imported(testFolder(t), OVERLAYS);
  const { service } = importer;
  const before = service.rehearsal();
  for (let step = 0; step < 5; step++) t.notOk(before.next().done);
  const [group] = Object.entries(wordyShop(24, true, 2).groups);
  await importer.import('update', [{ replace: { key: group![0], productGroup: group![1] } }]);
  t.equal([...service.rehearsal()].length, 14);
  t.same([...service.rehearsal()], []);
  await importer.close();
});

t.test('where imports build everything, none is rehearsed', async t => {
  const importer = await imported(testFolder(t));
  const files = filesOf(importer.dataDir);
  t.same([...importer.service.rehearsal()], []);
  t.same(filesOf(importer.dataDir), files);
  await importer.close();
});

t.test('before the first import there is nothing to rehearse, and no folder of parts to tidy', async t => {
  class Tidy extends RecordingHost implements SnapshotHost {
    tidied = 0;

    rehearse(): never {
      throw new Error('nothing is announced');
    }

    tidy(): void {
      this.tidied++;
    }
  }
  const host = new Tidy();
  const { service, errors } = harness(t, testFolder(t), host);
  t.same([...service.rehearsal()], []);
  t.equal(host.tidied, 0);
  t.same(errors, []);
});

t.test('a rehearsal that fails is logged, and takes everything back', async t => {
  class Failing extends RecordingHost implements SnapshotHost {
    readonly kinds: string[] = [];

    rehearse({ change }: Parameters<NonNullable<SnapshotHost['rehearse']>>[0]): never {
      this.kinds.push(change.kind);
      throw new Error('no room');
    }
  }
  const host = new Failing();
  const { service, run, dump, dir, errors } = harness(t, testFolder(t), host);
  t.same([...service.rehearsal()], [], 'nothing is announced');
  t.same(host.kinds, []);
  await run('replace', [replaceGroup('g1', 'a'), replaceGroup('g2', 'b')]);
  const before = dump();
  t.same([...service.rehearsal()], []);
  t.same(host.kinds, ['groups']);
  t.match(errors, [{ message: 'no room' }]);
  t.same(dump(), before);
  t.same(fs.readdirSync(path.join(dir, 'spool')), []);
});
