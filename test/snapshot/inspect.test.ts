/** Damaged files of snapshots are found, put aside, and not read twice where they are sound. */
import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { inspectSnapshots, isWhole, SoundFiles } from '../../src/snapshot/index.js';
import { catalogs } from '../pages/random-catalog.js';
import { Builder } from '../pages/shop.js';

const builder = new Builder(t);
const [catalog] = fc.sample(catalogs(4), { seed: 20261123, numRuns: 1 });
const shop = builder.open(catalog!);
shop.close();
const { dataDir, id, manifest } = shop.shared;
const [first, second] = manifest.files.filter(({ file }) => file.endsWith('.part'));
const cards = manifest.files.find(({ file }) => file.endsWith('.data'))!;
const partOf = (file: string) => path.join(dataDir, 'parts', file);
const asideOf = (file: string) => path.join(dataDir, 'damaged', file);

/** Changes a byte, and with it what the file system says of the file. */
function flip(file: string): void {
  const bytes = fs.readFileSync(file);
  bytes[bytes.length >> 1]! ^= 1;
  fs.writeFileSync(file, bytes);
}

/** Puts back what a test has changed. */
function restoring(t: { teardown(undo: () => void): void }, files: readonly string[]): void {
  const sound = files.map(file => [file, fs.readFileSync(file)] as const);
  t.teardown(() => {
    for (const [file, bytes] of sound) fs.writeFileSync(file, bytes);
    fs.rmSync(path.join(dataDir, 'damaged'), { recursive: true, force: true });
  });
}

t.test('nothing is wrong with a sound snapshot', async t => {
  t.strictSame(inspectSnapshots(dataDir, [id], true), { damages: [], snapshots: [], otherFormats: [] });
  t.ok(isWhole(dataDir, id));
  t.notOk(fs.existsSync(path.join(dataDir, 'damaged')));
});

t.test('every damaged file is found with the kind of damage, and put aside', async t => {
  restoring(t, [first!.file, second!.file, cards.file].map(partOf));
  flip(partOf(first!.file));
  fs.truncateSync(partOf(second!.file), 40);
  fs.rmSync(partOf(cards.file));
  const { damages, snapshots } = inspectSnapshots(dataDir, [id], true);
  const found = new Map(damages.map(({ file, kind, found }) => [file, `${kind}: ${found}`]));
  t.strictSame(
    found,
    new Map([
      [first!.file, 'checksum: the checksum is wrong'],
      [second!.file, `length: 40 bytes, expected ${second!.bytes}`],
      [cards.file, 'missing: missing'],
    ]),
  );
  t.strictSame(snapshots, [id]);
  t.notOk(isWhole(dataDir, id));
  for (const { file } of [first!, second!]) t.ok(fs.existsSync(asideOf(file)) && !fs.existsSync(partOf(file)), file);
});

t.test('a damaged manifest is put aside; one of another format is none', async t => {
  const file = path.join(dataDir, 'snapshots', `${id}.json`);
  restoring(t, [file]);
  const stored = fs.readFileSync(file, 'utf8');
  fs.writeFileSync(file, stored.replace('"products"', '"producte"'));
  t.match(inspectSnapshots(dataDir, [id], true), { damages: [{ file: `${id}.json`, kind: 'checksum' }] });
  t.ok(fs.existsSync(asideOf(`${id}.json`)));
  t.match(inspectSnapshots(dataDir, [id], true), { damages: [{ file: `${id}.json`, kind: 'missing' }] });
});

t.test('what is kept aside is bounded, and the last is kept however large it is', async t => {
  restoring(t, [partOf(first!.file)]);
  const dir = path.join(dataDir, 'damaged');
  fs.mkdirSync(dir, { recursive: true });
  fs.writeFileSync(path.join(dir, 'older.data'), '');
  fs.truncateSync(path.join(dir, 'older.data'), 1 << 30);
  flip(partOf(first!.file));
  inspectSnapshots(dataDir, [id], true);
  t.strictSame(fs.readdirSync(dir), [first!.file]);
});

t.test('a file that was verified is read again when it was written to, and not before', async t => {
  restoring(t, [partOf(first!.file)]);
  const damaged: string[] = [];
  const sound = new SoundFiles(dataDir, damages => damaged.push(...damages.map(({ file }) => file)));
  t.equal(sound.firstUnread(manifest.files), manifest.files[0]);
  t.ok(sound.areSound(manifest.files));
  t.equal(sound.firstUnread(manifest.files), undefined);
  flip(partOf(first!.file));
  t.strictSame(sound.firstUnread(manifest.files), first);
  t.notOk(sound.areSound(manifest.files));
  t.strictSame(damaged, [first!.file]);
  t.ok(fs.existsSync(asideOf(first!.file)));
});

t.test('what one process has verified the next one reads only where it was written to', async t => {
  const list = path.join(dataDir, 'verified-files.json');
  t.teardown(() => fs.rmSync(list));
  restoring(t, [partOf(first!.file)]);
  const sound = new SoundFiles(dataDir);
  t.ok(sound.areSound(manifest.files));
  sound.keep();
  t.equal(new SoundFiles(dataDir).firstUnread(manifest.files), undefined);
  flip(partOf(first!.file));
  t.strictSame(new SoundFiles(dataDir).firstUnread(manifest.files), first);
  const text = fs.readFileSync(list, 'utf8');
  for (const damaged of [
    '',
    '{',
    text.slice(0, -9),
    text.replace('"version":1', '"version":2'),
    text.replace(/\d{3}/, '7'),
  ]) {
    fs.writeFileSync(list, damaged);
    t.strictSame(new SoundFiles(dataDir).firstUnread(manifest.files), manifest.files[0], damaged.slice(0, 40));
  }
});
