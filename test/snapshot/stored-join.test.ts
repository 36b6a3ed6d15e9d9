/** Joined parts on disk: what is loaded with them is what is loaded without, and what is wrong with them is found. */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import t, { type Test } from 'tap';
import { checkJoinedParts } from '../../src/cli/doctor/doctor-checks.js';
import { contentBytes, PART_CHECKSUM_BYTES } from '../../src/index/part-seal.js';
import { loadSnapshot, readRest, type SharedSnapshot, storeJoin, verifyAll } from '../../src/snapshot/index.js';
import { checksumOf } from '../../src/snapshot/manifest.js';
import { damagedJoins, removeJoin, type StoredJoin, storedJoin } from '../../src/snapshot/stored-join.js';
import { Importer, linesOf } from '../build/importer.js';
import { wordyShop } from '../engine/wordy-shop.js';
import { testFolder } from '../folder.js';

/** Every change becomes an overlay. */
const ALWAYS = { mostShare: 100, rebuildShare: 0, leastProducts: 0 };

const importer = new Importer(testFolder(t), ALWAYS);
t.teardown(() => importer.close());
const { dataDir } = importer;
const joinedDir = path.join(dataDir, 'joined');
const shops = [1, 2, 3].map(seed => wordyShop(24, true, seed));

/** Replaces some groups by those of another shop. */
function change(from: number, groups: number): Promise<void> {
  const changed = Object.entries(shops[from]!.groups).slice(0, groups);
  return importer.import(
    'update',
    changed.map(([key, productGroup]) => ({ replace: { key, productGroup } })),
  );
}

await importer.import('replace', linesOf(shops[0]!));
await change(1, 5);
await change(2, 3);

const never = new AbortController().signal;
const store = (snapshot: SharedSnapshot, leastFreeBytes = 0, stop = never, isDurable = true) =>
  storeJoin(snapshot, { leastFreeBytes, background: false, isDurable }, stop);
/** As a start of the daemon does. */
const start = () => loadSnapshot(dataDir, importer.manifest.id, undefined, false);

/** All parts by name, without their seals, which parts that were joined in memory lack. */
function bytesOf({ parts }: SharedSnapshot): Map<string, Buffer> {
  const content = (part: SharedArrayBuffer) => Buffer.from(part, 0, contentBytes(part.byteLength));
  return new Map([...parts].map(([name, part]) => [name, content(part)]));
}

/** Fails unless both have the same views of the same parts. */
async function assertSame(t: Test, found: SharedSnapshot, expected: SharedSnapshot): Promise<void> {
  await readRest(found);
  t.strictSame(found.manifest, expected.manifest);
  t.strictSame(found.joined, expected.joined);
  const bytes = bytesOf(found);
  for (const [name, content] of bytesOf(expected)) t.ok(bytes.get(name)?.equals(content), name);
  t.equal(found.parts.size, expected.parts.size);
}

const joined = await loadSnapshot(dataDir, importer.manifest.id);

t.test('a snapshot loaded with stored joined parts is the one that was joined', async t => {
  t.equal(joined.stored, undefined);
  const bytes = await store(joined);
  const { join } = storedJoin(dataDir);
  t.equal(
    bytes,
    join!.files.reduce((sum, file) => sum + file.bytes, 0),
  );
  t.strictSame(damagedJoins(dataDir, join!), []);
  t.strictSame(fs.readdirSync(joinedDir).sort(), ['join.json', ...join!.files.map(({ file }) => file)].sort());
  for (const check of [true, false]) {
    const loaded = await loadSnapshot(dataDir, importer.manifest.id, undefined, check);
    t.strictSame([...loaded.stored!].sort(), join!.files.map(({ file }) => file).sort());
    await assertSame(t, loaded, joined);
    await verifyAll(loaded);
  }
  t.equal(await store(joined), 0, 'what is stored is not written again');
  t.match(checkJoinedParts(dataDir), { verdict: 'ok', found: joined.id });
});

t.test('what is missing, cut short or of another version is joined again', async t => {
  await store(joined);
  const list = path.join(joinedDir, 'join.json');
  const { files } = storedJoin(dataDir).join!;
  const [part] = files.map(({ file }) => path.join(joinedDir, file)) as [string];
  const cases: [unusable: RegExp | undefined, damage: () => void | Promise<void>][] = [
    [/no such file/, () => fs.rmSync(part)],
    [/has 20 bytes, expected/, () => fs.truncateSync(part, 20)],
    [/checksum of join.json is wrong/, () => rewrite(list, text => text.replace('"files"', '"others"'))],
    [/JSON/, () => fs.truncateSync(list, 100)],
    [undefined, () => fs.rmSync(list)],
    [undefined, () => removeJoin(dataDir)],
  ];
  for (const [unusable, damage] of cases) {
    await store(joined);
    await damage();
    const loaded = await start();
    t.equal(loaded.stored, undefined);
    if (unusable) t.match(loaded.unusable, unusable);
    else t.equal(loaded.unusable, undefined);
    await assertSame(t, loaded, joined);
  }
});

function rewrite(file: string, change: (text: string) => string): void {
  fs.writeFileSync(file, change(fs.readFileSync(file, 'utf8')));
}

t.test('a wrong bit is found: at once where checksums of files are compared, otherwise with its page', async t => {
  await store(joined);
  for (const [i, { file, bytes }] of storedJoin(dataDir).join!.files.entries()) {
    const name = path.join(joinedDir, file);
    const sound = fs.readFileSync(name);
    const inSeal = bytes - PART_CHECKSUM_BYTES - 1;
    for (const [place, at] of [contentBytes(bytes) - 1, inSeal].entries()) {
      const damaged = Buffer.from(sound);
      damaged[at]! ^= 1;
      fs.writeFileSync(name, damaged);
      t.strictSame(damagedJoins(dataDir, storedJoin(dataDir).join!), [file]);
      t.match(checkJoinedParts(dataDir), { verdict: 'warning', found: file });
      // A start takes much longer: of neighbouring files, each at another place.
      if (i % 2 !== place) continue;
      const checked = await loadSnapshot(dataDir, importer.manifest.id);
      t.match(checked.unusable, file);
      await assertSame(t, checked, joined);
      const started = await start();
      if (started.stored === undefined) t.match(started.unusable, file);
      else {
        t.not(at, inSeal);
        await t.rejects(readRest(started), {
          code: 'snapshot_damaged',
          message: new RegExp(`${file}: the checksum of a page`),
        });
      }
    }
    fs.writeFileSync(name, sound);
  }
});

t.test('the remains of a write that was interrupted are removed by the next one', async t => {
  await removeJoin(dataDir);
  fs.mkdirSync(joinedDir);
  fs.writeFileSync(path.join(joinedDir, 'text-0123.joined.writing'), 'half');
  fs.writeFileSync(path.join(joinedDir, 'text-0123.joined'), 'of another snapshot');
  await assertSame(t, await start(), joined);
  await store(joined);
  t.equal(fs.readdirSync(joinedDir).length, 1 + storedJoin(dataDir).join!.files.length);
  t.ok((await start()).stored);
});

t.test('nothing is written to a disk that would be too full, and what was stored stays', async t => {
  await store(joined);
  await change(1, 4);
  const next = await loadSnapshot(dataDir, importer.manifest.id, joined);
  const { id } = joined;
  await t.rejects(store(next, Number.MAX_SAFE_INTEGER), { code: 'disk_full' });
  t.equal(storedJoin(dataDir).join!.id, id);
  const stopped = new AbortController();
  const written = store(next, 0, stopped.signal);
  stopped.abort();
  await t.rejects(written, /has been closed/);
  t.ok(storedJoin(dataDir).join, 'the one before, or the new one');
});

t.test('parts that are written in haste are those of one run of the system', async t => {
  await removeJoin(dataDir);
  const live = await loadSnapshot(dataDir, importer.manifest.id);
  t.ok((await store(live, 0, never, false)) > 0);
  await assertSame(t, await start(), live);
  t.ok((await start()).stored);
  const list = path.join(joinedDir, 'join.json');
  const text = fs.readFileSync(list, 'utf8');
  const { join } = JSON.parse(text) as { join: StoredJoin };
  t.match(join.boot, /^[0-9a-f-]{36}$/);
  const other = { ...join, boot: randomUUID() };
  fs.writeFileSync(list, JSON.stringify({ join: other, sha256: checksumOf(other) }));
  t.same(storedJoin(dataDir), {}, 'what a crash of the system may have taken is passed over');
  t.equal((await start()).unusable, undefined);
  fs.writeFileSync(list, text);
  t.equal(await store(live), 0, 'made durable without being written again');
  t.equal(storedJoin(dataDir).join!.boot, undefined);
  t.ok((await start()).stored);
});

t.test('the join of a snapshot before saves joining all but the overlays that came since', async t => {
  const before = await loadSnapshot(dataDir, importer.manifest.id);
  await store(before);
  for (const groups of [4, 5, 3]) await change(2, groups);
  while (importer.service.prepareNext());
  await change(1, 2);
  const whole = await start();
  t.equal(whole.stored, undefined, 'that of another snapshot');
  t.equal(whole.onto, before.id);
  await assertSame(t, whole, await loadSnapshot(dataDir, importer.manifest.id, before));
  await removeJoin(dataDir);
  const fromFiles = await start();
  t.equal(fromFiles.onto, undefined);
  t.not(whole.joined!.get([...whole.joined!.keys()][0]!), fromFiles.joined!.get([...whole.joined!.keys()][0]!));
  t.strictSame([...whole.joined!.keys()].sort(), [...fromFiles.joined!.keys()].sort());
  t.equal(whole.unusable, undefined);
});

/** Joined parts by the names that tell what they are joined from. */
function joinedBytes(snapshot: SharedSnapshot): Map<string, Buffer | undefined> {
  const bytes = bytesOf(snapshot);
  return new Map([...snapshot.joined!].map(([wanted, name]) => [wanted, bytes.get(name)]));
}

t.test('several overlays are joined one after the other, to what has the checksums of its pages', async t => {
  await removeJoin(dataDir);
  const before = await loadSnapshot(dataDir, importer.manifest.id);
  await store(before);
  for (const [from, groups] of [
    [2, 6],
    [0, 4],
    [1, 3],
  ] as const) {
    await change(from, groups);
  }
  const started = await start();
  t.equal(started.onto, before.id);
  const file = storedJoin(dataDir).join!.files[0]!.file;
  const name = path.join(joinedDir, file);
  const bytes = fs.readFileSync(name);
  bytes[bytes.length >>> 1]! ^= 1;
  fs.writeFileSync(name, bytes);
  const without = await start();
  t.match(without.unusable, file);
  t.strictSame(joinedBytes(started), joinedBytes(without));
  await removeJoin(dataDir);
});

t.test('the join of a snapshot that a rollback has left is of no use', async t => {
  const { id } = importer.manifest;
  await change(2, 6);
  await store(await loadSnapshot(dataDir, importer.manifest.id));
  await importer.rollback(id);
  await change(1, 6);
  const started = await start();
  t.equal(started.onto, undefined);
  t.equal(started.unusable, undefined);
});
