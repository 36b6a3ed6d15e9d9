import fs from 'node:fs';
import path from 'node:path';
import t from 'tap';
import { buildSnapshot } from '../../src/build/build-snapshot.js';
import { CatalogStore } from '../../src/catalog/catalog-store.js';
import { DEFAULT_INDEX_SETTINGS } from '../../src/index/index-settings.js';
import {
  announcedSnapshot,
  listSnapshots,
  loadSnapshot,
  publish,
  readPointer,
  verifySnapshot,
} from '../../src/snapshot/index.js';
import { KEPT_SNAPSHOTS, prune } from '../../src/snapshot/publish.js';
import { testFolder } from '../folder.js';
import { Shop } from '../pages/shop.js';

/** A store whose every build is a catalog of one more product. */
class Growing {
  readonly dataDir = testFolder(t);
  readonly ids: string[] = [];
  private readonly store = CatalogStore.open(path.join(this.dataDir, 'catalog'));

  constructor() {
    t.teardown(() => this.store.close());
  }

  /** Builds without announcing. */
  build(): string {
    const { store, dataDir } = this;
    const n = this.ids.length;
    const { id } = store.transaction(() => {
      store.putGroup(`g${n}`, {
        products: {
          [`p${n}`]: {
            markets: ['se'],
            defaults: { title: `Thing ${n}`, url: `/${n}`, dataLocale: 'en-GB' },
            variants: { [`v${n}`]: { defaults: { listPrice: n + 1 } } },
          },
        },
      });
      const settings = DEFAULT_INDEX_SETTINGS;
      return buildSnapshot({ store, dataDir, change: { kind: 'full' }, settings, progress: () => {} });
    });
    this.ids.push(id);
    return id;
  }

  /** Changes what stands beside the catalog, builds and announces. */
  arrange(): void {
    const { store, dataDir } = this;
    const { id } = store.transaction(() => {
      store.documents.put('product-sets', { set: { name: String(this.ids.length), rules: '' } });
      const settings = DEFAULT_INDEX_SETTINGS;
      return buildSnapshot({ store, dataDir, change: { kind: 'site' }, settings, progress: () => {} });
    });
    this.ids.push(id);
    publish(dataDir, id);
  }

  /** Builds and announces. */
  grow(times: number): void {
    for (let i = 0; i < times; i++) publish(this.dataDir, this.build());
  }

  get kept(): string[] {
    return listSnapshots(this.dataDir).map(({ id }) => id);
  }

  /** Files of parts and cards that no kept snapshot names, and those that are missing. */
  get strays(): { stray: string[]; damaged: string[] } {
    const named = new Set(
      this.kept.flatMap(id => {
        const text = fs.readFileSync(path.join(this.dataDir, 'snapshots', `${id}.json`), 'utf8');
        return (JSON.parse(text) as { manifest: { files: { file: string }[] } }).manifest.files.map(({ file }) => file);
      }),
    );
    const stray = fs.readdirSync(path.join(this.dataDir, 'parts')).filter(file => !named.has(file));
    return { stray, damaged: this.kept.filter(id => !verifySnapshot(this.dataDir, id).ok) };
  }
}

t.test('announcing keeps the newest snapshots and lets go of what they do not name', async t => {
  const growing = new Growing();
  const { dataDir, ids } = growing;
  t.equal(await announcedSnapshot(dataDir), undefined);
  t.strictSame(listSnapshots(dataDir), []);
  growing.grow(KEPT_SNAPSHOTS + 3);
  t.strictSame(growing.kept, ids.slice(-KEPT_SNAPSHOTS).reverse(), 'newest first');
  t.strictSame(growing.strays, { stray: [], damaged: [] });
  t.equal(await announcedSnapshot(dataDir), ids.at(-1));
  const infos = listSnapshots(dataDir);
  t.strictSame(
    infos.map(({ announced }) => announced),
    infos.map((_, i) => i === 0),
  );
  t.equal(infos[0]!.counts.products, ids.length);
  t.throws(
    () => publish(dataDir, ids[0]!),
    { name: 'Problem', error: 'NOT_FOUND' },
    'an old one cannot be announced any more',
  );
  t.equal(await announcedSnapshot(dataDir), ids.at(-1), 'and nothing has changed');
});

t.test('a snapshot that a rollback pinned is kept and served, whatever is built after it', async t => {
  const growing = new Growing();
  const { dataDir, ids } = growing;
  growing.grow(4);
  const pinned = ids[1]!;
  publish(dataDir, pinned, 4);
  t.strictSame(readPointer(dataDir), { snapshot: pinned, pinned: 4 });
  for (let i = 0; i < KEPT_SNAPSHOTS + 2; i++) {
    growing.build();
    publish(dataDir, pinned, 4);
  }
  t.ok(growing.kept.includes(pinned));
  t.equal(growing.kept.length, KEPT_SNAPSHOTS);
  t.strictSame(growing.kept.slice(0, -1), ids.slice(-(KEPT_SNAPSHOTS - 1)).reverse(), 'beside the newest ones');
  t.strictSame(growing.strays, { stray: [], damaged: [] });
  const shop = new Shop(await loadSnapshot(dataDir, pinned));
  t.equal(shop.search({ market: 'se', locale: 'en-GB' }).primaryList.totalHits, 2, 'the catalog of then');
  shop.close();
  growing.grow(1);
  t.strictSame(readPointer(dataDir), { snapshot: ids.at(-1) }, 'the next import ends the rollback');
});

t.test('however often pages or settings change, the catalogs of before are kept', async t => {
  const growing = new Growing();
  const { ids } = growing;
  growing.grow(3);
  for (let i = 0; i < KEPT_SNAPSHOTS + 3; i++) growing.arrange();
  t.ok(growing.kept.includes(ids[0]!) && growing.kept.includes(ids[1]!));
  t.strictSame(growing.kept.slice(0, KEPT_SNAPSHOTS), ids.slice(-KEPT_SNAPSHOTS).reverse());
  t.equal(growing.kept.length, KEPT_SNAPSHOTS + 2, 'of each the newest');
  t.strictSame(growing.strays, { stray: [], damaged: [] });
});

t.test('a snapshot that is open answers on after its files are gone', async t => {
  const growing = new Growing();
  growing.grow(1);
  const first = new Shop(await loadSnapshot(growing.dataDir, growing.ids[0]!));
  growing.grow(KEPT_SNAPSHOTS + 1);
  t.notOk(growing.kept.includes(growing.ids[0]!));
  const { primaryList } = first.search({ market: 'se', locale: 'en-GB' });
  t.equal(primaryList.productGroups[0]!.products[0]!.key, 'p0');
  first.close();
});

t.test('parts that did not change are the same shared memory in the next snapshot', async t => {
  const growing = new Growing();
  growing.grow(1);
  const first = await loadSnapshot(growing.dataDir, growing.ids[0]!);
  const again = await loadSnapshot(growing.dataDir, growing.ids[0]!, first);
  for (const [file, bytes] of again.parts) t.equal(bytes, first.parts.get(file));
});

t.test('an empty data folder has nothing to remove', async t => {
  t.doesNotThrow(() => prune(testFolder(t)));
});
