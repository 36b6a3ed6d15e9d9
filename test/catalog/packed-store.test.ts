import fs from 'node:fs';
import path from 'node:path';
import t from 'tap';
import { CatalogStore } from '../../src/catalog/catalog-store.js';
import { inspectStore } from '../../src/catalog/inspect-store.js';
import { inspectCopy, isPackedStore, packStore, unpackStore } from '../../src/catalog/packed-store.js';
import { testFolder } from '../folder.js';

const GROUPS = 2000;
const dir = testFolder(t);
const [plain, packed] = [path.join(dir, 'data.mdb'), path.join(dir, 'packed')];
const store = CatalogStore.open(path.join(testFolder(t), 'catalog'));
t.teardown(() => store.close());

const keyOf = (n: number): string => `g-${(n * 7919) % GROUPS}`;
const titleOf = (n: number): string => `title ${n} ${'wool '.repeat(n % 200)}`;

store.transaction(() => {
  for (let n = 0; n < GROUPS; n++) {
    const defaults = { title: titleOf(n), url: '/p', dataLocale: 'sv-SE' };
    store.putGroup(keyOf(n), { products: { [`p-${n}`]: { markets: ['se'], defaults, variants: {} } } } as never);
  }
  // A value that takes pages of its own.
  store.documents.put('pages|se', { title: 'page '.repeat(20_000) });
});
await store.flushed();
await store.copyTo(dir);
packStore(plain, packed, store.generation);

t.test('a packed store is shorter, and becomes a store with the same records', async t => {
  t.ok(isPackedStore(packed) && !isPackedStore(plain));
  t.ok(fs.statSync(packed).size < 0.6 * fs.statSync(plain).size);
  t.same(inspectCopy(packed), { state: 'sound', generation: store.generation });
  const again = path.join(testFolder(t), 'again');
  fs.mkdirSync(again);
  unpackStore(packed, path.join(again, 'data.mdb'));
  t.same(inspectStore(path.join(again, 'data.mdb')), { state: 'sound', generation: store.generation });
  const copy = CatalogStore.open(again);
  t.teardown(() => copy.close());
  for (let n = 0; n < GROUPS; n++) {
    if (copy.getGroup(keyOf(n))?.products[`p-${n}`]?.defaults.title !== titleOf(n)) t.fail(`group ${keyOf(n)}`);
  }
  t.same(copy.documents.get('pages|se'), store.documents.get('pages|se'));
});

t.test('what has stood in the gaps of pages is not packed', async t => {
  const bytes = fs.readFileSync(plain);
  const again = path.join(testFolder(t), 'data.mdb');
  unpackStore(packed, again);
  const unpacked = fs.readFileSync(again);
  t.equal(unpacked.length, bytes.length);
  let [differing, zeros] = [0, 0];
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] === unpacked[i]) continue;
    differing++;
    if (unpacked[i] === 0) zeros++;
  }
  t.ok(differing > 0);
  t.equal(zeros, differing, 'nothing but gaps is changed');
});

t.test('a copy that LMDB has written is read as well', async t => {
  t.same(inspectCopy(plain), { state: 'sound', generation: store.generation });
  t.same(inspectCopy(path.join(dir, 'nowhere')), { state: 'missing' });
});

t.test('damage is found, and nothing is made of it', async t => {
  const bytes = fs.readFileSync(packed);
  const file = path.join(testFolder(t), 'damaged');
  const check = (what: string, damaged: Buffer, fault: RegExp): void => {
    fs.writeFileSync(file, damaged);
    t.match(inspectCopy(file), { state: 'damaged', fault }, what);
    t.throws(() => unpackStore(file, `${file}.mdb`), what);
  };
  for (const at of [13, 20, 24, 40, bytes.length >> 1, bytes.length - 45, bytes.length - 1]) {
    const damaged = Buffer.from(bytes);
    damaged[at]! ^= 0x10;
    check(`byte ${at}`, damaged, /copy of the catalog store/);
  }
  for (const length of [12, 21, bytes.length >> 1, bytes.length - 1]) {
    check(`${length} bytes`, bytes.subarray(0, length), /ends too early|damaged|bytes found/);
  }
  check('more than it had', Buffer.concat([bytes, Buffer.alloc(1)]), /bytes found/);
  const later = Buffer.from(bytes);
  later[8]! = 9;
  check('a later format', later, /format 9 found, this version reads 1/);
});
