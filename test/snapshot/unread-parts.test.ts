/** Parts that are read later: by what needs them, or all together, and by several threads at once. */
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { PartWriter } from '../../src/index/part.js';
import { partsDir, type SnapshotManifest } from '../../src/snapshot/manifest.js';
import { readParts } from '../../src/snapshot/read-parts.js';
import type { SharedSnapshot } from '../../src/snapshot/shared-snapshot.js';
import { partOf, readRest, unreadParts } from '../../src/snapshot/unread-parts.js';
import { testFolder } from '../folder.js';

const NUMBERS = [3, 1, 4, 1, 5];

/** Two parts, of which `now` is read and `later` is not. */
async function open(t: Test): Promise<{ snapshot: SharedSnapshot; later: string; file: string }> {
  const dataDir = testFolder(t);
  const dir = partsDir(dataDir);
  mkdirSync(dir, { recursive: true });
  const write = (kind: string) => new PartWriter(kind).add('numbers', Uint32Array.from(NUMBERS)).write(dir);
  const files = [write('now'), write('later')];
  const later = files[1]!.file;
  const parts = await readParts(dataDir, files, new Set([later]));
  const manifest = { site: later } as SnapshotManifest;
  const snapshot = { id: 'test', dataDir, manifest, parts, unread: unreadParts([later]) };
  return { snapshot, later, file: join(dir, later) };
}

const isZero = (bytes: SharedArrayBuffer) => new Uint8Array(bytes).every(byte => byte === 0);

t.test('a part is read when it is needed', async t => {
  const { snapshot, later } = await open(t);
  t.equal(snapshot.parts.size, 2);
  t.ok(isZero(snapshot.parts.get(later)!));
  t.same([...partOf(snapshot, later).u32('numbers')], NUMBERS);
  t.equal(snapshot.unread!.read[0], 1);
});

t.test('the rest is read together, and once', async t => {
  const { snapshot, later, file } = await open(t);
  await readRest(snapshot);
  // What is in memory does not come from the file any more.
  writeFileSync(file, 'something else');
  await readRest(snapshot);
  t.same([...partOf(snapshot, later).u32('numbers')], NUMBERS);
});

t.test('a thread that has a copy of the snapshot sees what another one has read', async t => {
  const { snapshot, later, file } = await open(t);
  const other = structuredClone(snapshot);
  partOf(other, later);
  truncateSync(file);
  t.same([...partOf(snapshot, later).u32('numbers')], NUMBERS);
});

t.test('a part that has become shorter is damaged', async t => {
  const { snapshot, later, file } = await open(t);
  truncateSync(file, 20);
  const expected = { code: 'snapshot_damaged', message: /later-.*\.part ends at 20 of \d+ bytes/ };
  t.throws(() => partOf(snapshot, later), expected);
  await t.rejects(readRest(snapshot), expected);
  t.equal(snapshot.unread!.read[0], 0);
});
