import t from 'tap';
import { snapshotCosts } from '../../src/snapshot/costs.js';
import { loadSnapshot, storedJoin, storeJoin } from '../../src/snapshot/index.js';
import { Importer } from '../build/importer.js';
import { testFolder } from '../folder.js';

/** Every change becomes an overlay. */
const ALWAYS = { mostShare: 100, rebuildShare: 0, leastProducts: 0 };

function group(n: number, title = `Lampa ${n}`, markets = ['se', 'uk']): object {
  const variants = { [`v${n}`]: { defaults: { listPrice: 10, stock: 5 } } };
  const defaults = { title, url: `/${n}`, dataLocale: 'sv-SE' };
  return { replace: { key: `g${n}`, productGroup: { products: { [`p${n}`]: { markets, defaults, variants } } } } };
}

const importer = new Importer(testFolder(t), ALWAYS);
t.teardown(() => importer.close());
await importer.import('replace', [group(1), group(2), group(3)]);

t.test('every file counts once, in one kind of part', async t => {
  const { manifest } = importer;
  const { bytes, memoryBytes, parts } = snapshotCosts(manifest);
  t.equal(
    bytes,
    manifest.files.reduce((sum, file) => sum + file.bytes, 0),
  );
  t.equal(
    parts.reduce((sum, part) => sum + part.bytes, 0),
    bytes,
  );
  t.equal(
    parts.reduce((sum, part) => sum + part.files, 0),
    manifest.files.length,
  );
  const { parts: loaded } = await loadSnapshot(importer.dataDir, manifest.id);
  t.equal(
    memoryBytes,
    [...loaded.values()].reduce((sum, part) => sum + part.byteLength, 0),
    'what is loaded is in memory',
  );
  t.strictSame(
    parts.map(part => part.bytes),
    parts.map(part => part.bytes).sort((a, b) => b - a),
    'largest first',
  );
});

t.test('what views share is told from what is their own', async t => {
  const same = snapshotCosts(importer.manifest).views;
  t.strictSame(
    same.map(({ market, locale, products }) => [market, locale, products]),
    [
      ['se', 'sv-SE', 3],
      ['uk', 'sv-SE', 3],
    ],
  );
  t.ok(same.every(view => view.ownBytes < view.bytes));
  await importer.import('update', [group(4, 'Vas', ['uk'])]);
  const { bytes, views } = snapshotCosts(importer.manifest);
  const [se, uk] = views;
  t.ok(uk!.bytes > se!.bytes, 'a product more');
  t.ok(se!.ownBytes < uk!.ownBytes);
  t.ok(uk!.bytes <= bytes && uk!.bytes + se!.ownBytes <= bytes);
});

t.test('an overlay is counted with its base; what its build alone reads is not in memory', async t => {
  const { manifest } = importer;
  t.ok(manifest.changed, 'the view has an overlay');
  const { bytes, memoryBytes, parts } = snapshotCosts(manifest);
  t.equal(
    parts.reduce((sum, part) => sum + part.files, 0),
    manifest.files.length,
  );
  t.equal(
    parts.reduce((sum, part) => sum + part.bytes, 0),
    bytes,
  );
  const cost = (kind: string) => parts.find(({ part }) => part === kind)!;
  t.equal(cost('changed').memoryBytes, 0);
  t.equal(cost('card files').memoryBytes, 0);
  t.equal(cost('text').memoryBytes, cost('text').bytes);
  t.ok(memoryBytes < bytes);
});

t.test('joined parts are on disk a second time, and in memory as parts of base and overlays', async t => {
  const { manifest, dataDir } = importer;
  const loaded = await loadSnapshot(dataDir, manifest.id);
  const written = await storeJoin(
    loaded,
    { leastFreeBytes: 0, background: false, isDurable: true },
    new AbortController().signal,
  );
  const without = snapshotCosts(manifest);
  const { bytes, memoryBytes, parts } = snapshotCosts(manifest, storedJoin(dataDir).join);
  t.match(
    parts.find(({ part }) => part === 'joined'),
    { bytes: written, memoryBytes: 0 },
  );
  t.equal(bytes, without.bytes + written);
  t.equal(memoryBytes, without.memoryBytes);
});
