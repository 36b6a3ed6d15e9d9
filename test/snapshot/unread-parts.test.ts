/** Parts that are read page by page: by what needs them, or all together, and by several threads at once. */
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { PartWriter } from '../../src/index/part.js';
import { contentBytes, PAGE_BYTES, PART_CHECKSUM_BYTES } from '../../src/index/part-seal.js';
import { partsDir, type SnapshotManifest } from '../../src/snapshot/manifest.js';
import { memoryFor } from '../../src/snapshot/read-parts.js';
import type { SharedSnapshot } from '../../src/snapshot/shared-snapshot.js';
import { beginReading, comparePages, partOf, readRest, unreadParts } from '../../src/snapshot/unread-parts.js';
import { testFolder } from '../folder.js';

const NUMBERS = [3, 1, 4, 1, 5];
/** Two pages and a few numbers. */
const MANY = Uint32Array.from({ length: PAGE_BYTES / 2 + 5 }, (_, i) => i + 1);

/** A part of which nothing is read. */
function open(t: Test): { snapshot: SharedSnapshot; name: string; file: string } {
  const dataDir = testFolder(t);
  const dir = partsDir(dataDir);
  mkdirSync(dir, { recursive: true });
  const part = new PartWriter('some').add('numbers', Uint32Array.from(NUMBERS)).add('many', MANY);
  const written = part.add('last', Uint32Array.from(NUMBERS)).write(dir);
  const memory = memoryFor(dataDir, [written]);
  const manifest = { site: written.file } as SnapshotManifest;
  const snapshot = { id: 'test', dataDir, manifest, parts: memory.parts, unread: unreadParts(memory) };
  return { snapshot, name: written.file, file: join(dir, written.file) };
}

const pagesRead = ({ unread }: SharedSnapshot) => [...unread!.read.subarray(2)].join('');

t.test('nothing but the seal is read before it is needed', async t => {
  const { snapshot, name } = open(t);
  const bytes = new Uint8Array(snapshot.parts.get(name)!);
  t.ok(bytes.subarray(0, contentBytes(bytes.length)).every(byte => byte === 0));
  t.equal(pagesRead(snapshot), '000');
});

t.test('a section is read when its array is asked for', async t => {
  const { snapshot, name } = open(t);
  t.same([...partOf(snapshot, name).u32('numbers')], NUMBERS);
  t.equal(pagesRead(snapshot), '100');
  t.same([...partOf(snapshot, name).u32('last')], NUMBERS);
  t.equal(pagesRead(snapshot), '101');
  t.same(partOf(snapshot, name).u32('many'), MANY);
  t.equal(pagesRead(snapshot), '111');
});

t.test('of a paged section, pages are read that have what is used', async t => {
  const { snapshot, name } = open(t);
  const many = partOf(snapshot, name).pagedU32('many');
  t.equal(many.length, MANY.length);
  t.equal(pagesRead(snapshot), '100');
  const at = MANY.length - 1;
  t.equal(many.range(at, at + 1)[at], MANY[at]);
  t.equal(pagesRead(snapshot), '101');
  t.same(many.whole, MANY);
  t.equal(pagesRead(snapshot), '111');
});

t.test('some sections are read together, and compared when all of them are', async t => {
  const { snapshot, name, file } = open(t);
  beginReading(snapshot, new Map([[name, ['last']]]));
  t.equal(pagesRead(snapshot), '100', 'nothing waits for that');
  await comparePages(snapshot);
  t.equal(pagesRead(snapshot), '101');
  truncateSync(file);
  t.same([...partOf(snapshot, name).u32('last')], NUMBERS);
});

t.test('what is needed of them before is read at once, also of a copy of the snapshot', async t => {
  const { snapshot, name } = open(t);
  beginReading(snapshot, new Map([[name, ['many', 'last']]]));
  t.same(partOf(structuredClone(snapshot), name).u32('many'), MANY);
  t.equal(pagesRead(snapshot), '111');
  await comparePages(snapshot);
  t.equal(pagesRead(snapshot), '111');
});

t.test('that a file is cut short is told when they are compared', async t => {
  const { snapshot, name, file } = open(t);
  // What says where sections are.
  partOf(snapshot, name);
  truncateSync(file, 20);
  beginReading(snapshot, new Map([[name, ['many']]]));
  const expected = { code: 'snapshot_damaged', message: /some-.*\.part ends at \d+ of \d+ bytes/ };
  await t.rejects(comparePages(snapshot), expected);
});

t.test('the rest is read together, and once', async t => {
  const { snapshot, name, file } = open(t);
  const early = partOf(snapshot, name).pagedU32('many');
  await readRest(snapshot);
  t.equal(pagesRead(snapshot), '111');
  // What is in memory does not come from the file any more.
  writeFileSync(file, 'something else');
  await readRest(snapshot);
  t.same(partOf(snapshot, name).u32('many'), MANY);
  t.same(early.whole, MANY);
});

t.test('a thread that has a copy of the snapshot sees what another one has read', async t => {
  const { snapshot, name, file } = open(t);
  const other = structuredClone(snapshot);
  partOf(other, name).u32('numbers');
  truncateSync(file);
  t.same([...partOf(snapshot, name).u32('numbers')], NUMBERS);
});

t.test('a page that is damaged is told of when it is read, and the others are used', async t => {
  const { snapshot, name, file } = open(t);
  const fd = openSync(file, 'r+');
  writeSync(fd, Buffer.of(77), 0, 1, PAGE_BYTES + 5);
  closeSync(fd);
  const expected = { code: 'snapshot_damaged', message: /some-.*\.part: the checksum of a page is wrong/ };
  t.same([...partOf(snapshot, name).u32('numbers')], NUMBERS);
  t.throws(() => partOf(snapshot, name).u32('many'), expected);
  await t.rejects(readRest(snapshot), expected);
  t.notMatch(pagesRead(snapshot), /^.1/, 'it does not count as read');
  beginReading(snapshot, new Map([[name, ['many']]]));
  await t.rejects(comparePages(snapshot), expected);
});

t.test('so is a damaged seal, before anything is read', async t => {
  const { snapshot, name, file } = open(t);
  const bytes = readFileSync(file);
  for (let at = contentBytes(bytes.length); at < bytes.length - PART_CHECKSUM_BYTES; at++) {
    const damaged = Buffer.from(bytes);
    damaged[at]! ^= 4;
    writeFileSync(file, damaged);
    t.throws(() => memoryFor(snapshot.dataDir, [{ file: name, bytes: bytes.length }]), {
      code: 'snapshot_damaged',
      message: /the checksums of its pages are damaged/,
    });
  }
});

t.test('a part that has become shorter is damaged', async t => {
  const { snapshot, name, file } = open(t);
  truncateSync(file, 20);
  const expected = { code: 'snapshot_damaged', message: /some-.*\.part ends at 20 of \d+ bytes/ };
  t.throws(() => partOf(snapshot, name), expected);
  await t.rejects(readRest(snapshot), expected);
  t.equal(pagesRead(snapshot), '000');
  t.equal(snapshot.unread!.read[0], 0);
});

t.test('so is one that is gone', async t => {
  const { snapshot, file } = open(t);
  rmSync(file);
  const expected = { code: 'snapshot_damaged', message: /some-.*\.part/ };
  t.throws(() => partOf(snapshot, snapshot.manifest.site), expected);
  await t.rejects(readRest(snapshot), expected);
});
