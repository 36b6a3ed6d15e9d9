/** Offers that are made of those in memory are the ones that base and overlays would be joined to. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import fc from 'fast-check';
import t, { type Test } from 'tap';
import type { VariantData } from '../../src/catalog/records.js';
import { contentBytes } from '../../src/index/part-seal.js';
import { loadSnapshot, type SharedSnapshot, verifyAll } from '../../src/snapshot/index.js';
import { storedFile } from '../../src/snapshot/manifest.js';
import { ALWAYS, Importer, linesOf } from '../build/importer.js';
import { wordyShop } from '../engine/wordy-shop.js';
import { testFolder } from '../folder.js';
import { offers } from '../pages/random-catalog.js';

const seed = 20260901;

const importer = new Importer(testFolder(t), ALWAYS);
t.teardown(() => importer.close());
const { dataDir } = importer;
const shop = wordyShop(24, true, 1);
const products = Object.values(shop.groups).flatMap(({ products }) => Object.entries(products));
/** Of variants. */
const keys = products.flatMap(([, { variants }]) => Object.keys(variants));
await importer.import('replace', linesOf(shop));

let drawn = 0;
/** Other prices and stock for some variants. */
async function reprice(): Promise<void> {
  const edits = fc.sample(fc.record({ which: fc.nat(keys.length - 1), data: offers }), {
    seed: seed + drawn++,
    numRuns: 6,
  });
  const byKey = new Map<string, VariantData>(edits.map(({ which, data }) => [keys[which]!, data]));
  const lines = [...byKey].map(([key, data]) => ({ editAttributes: { key, variant: { defaults: data } } }));
  await importer.import('update', lines);
}

/** Hashes of all parts by name, without their checksums, which parts that were made in memory lack. */
function hashesOf({ parts }: SharedSnapshot): Map<string, string> {
  const hash = (part: SharedArrayBuffer) =>
    createHash('sha256')
      .update(new Uint8Array(part, 0, contentBytes(part.byteLength)))
      .digest('hex');
  return new Map([...parts].map(([name, part]) => [name, hash(part)]));
}

/** Runs work while the files of the offers that a snapshot has and another has not cannot be read. */
async function withoutOffers<T>(now: string[], before: string[], work: () => Promise<T>): Promise<T> {
  const files = now.filter(file => !before.includes(file)).map(f => storedFile(dataDir, f));
  for (const file of files) fs.renameSync(file, `${file}.away`);
  try {
    return await work();
  } finally {
    for (const file of files) fs.renameSync(`${file}.away`, file);
  }
}

async function assertRepriced(t: Test): Promise<void> {
  const before = importer.manifest;
  const loaded = await loadSnapshot(dataDir, before.id);
  await reprice();
  const { id, views, repriced, files } = importer.manifest;
  t.equal(repriced?.id, before.id);
  const segments = views.flatMap(view => [view, ...(view.overlays ?? [])]);
  const named = new Set(segments.map(({ parts }) => parts.offers));
  const known = before.files.map(({ file }) => file);
  const made = await withoutOffers([...named], known, () => loadSnapshot(dataDir, id, loaded));
  const expected = await loadSnapshot(dataDir, id);
  t.strictSame(made.manifest, expected.manifest);
  t.strictSame(hashesOf(made), hashesOf(expected));
  t.strictSame(hashesOf(await loadSnapshot(dataDir, id, loaded, true, false)), hashesOf(expected));
  t.equal(new Set(files.map(({ file }) => file)).size, files.length);
}

t.test('offers of a base', async t => {
  for (let i = 0; i < 3; i++) await assertRepriced(t);
});

/** Adds an overlay with some products. */
function rename(from: number, to: number): Promise<void> {
  const renamed = products.slice(from, to).map(([key]) => {
    return { editAttributes: { key, product: { defaults: { title: `Blue ${from}` } } } };
  });
  return importer.import('update', renamed);
}

t.test('offers of groups of the base and of several overlays', async t => {
  for (const from of [2, 6]) {
    await rename(from, from + 8);
    for (let i = 0; i < 3; i++) await assertRepriced(t);
  }
});

t.test('damage to the offers that are new is found before a snapshot is made of them', async t => {
  const loaded = await loadSnapshot(dataDir, importer.manifest.id);
  await reprice();
  const { id, repriced } = importer.manifest;
  for (const file of new Set(repriced!.offers)) {
    const stored = storedFile(dataDir, file);
    const bytes = fs.readFileSync(stored);
    fs.writeFileSync(stored, bytes.with(bytes.length >>> 1, bytes[bytes.length >>> 1]! ^ 1));
    const fault = { code: 'snapshot_damaged', message: new RegExp(file) };
    await t.rejects(loadSnapshot(dataDir, id, loaded), fault);
    await t.rejects(verifyAll(await loadSnapshot(dataDir, id, loaded, true, false)), fault);
    fs.writeFileSync(stored, bytes);
  }
});

t.test('the import after that has nothing of what was made for it', async t => {
  await reprice();
  const loaded = await loadSnapshot(dataDir, importer.manifest.id);
  const { offers } = loaded.manifest.repriced!;
  await rename(0, 1);
  const { id, repriced, files } = importer.manifest;
  t.equal(repriced, undefined);
  t.notOk(files.some(({ file }) => offers.includes(file)));
  const [next, anew] = [await loadSnapshot(dataDir, id, loaded), await loadSnapshot(dataDir, id)];
  const offersOf = (snapshot: SharedSnapshot) =>
    snapshot.manifest.views.map(({ parts }) => hashesOf(snapshot).get(parts.offers));
  t.strictSame(offersOf(next), offersOf(anew));
});
