/**
 * What is remembered of a visitor: against a model that keeps every activity and works the answer out anew each time;
 * the limits; what fades; what is another customer's or market's; and that it is there after a reopening.
 */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import t, { type Test } from 'tap';
import type { Activity } from '../../../src/behaviour/activities/activity.js';
import { isDamage, VisitorReader, VisitorStore, visitorKey } from '../../../src/behaviour/visitors/index.js';
import type { Visitor } from '../../../src/behaviour/visitors/visitor.js';
import { openEnvironment } from '../../../src/behaviour/visitors/visitor-environment.js';
import { testFolder } from '../../folder.js';
import { activities, DAY_MS, favorite, MINUTE_MS, NOW, reaction, search, view, who } from '../activities.js';

const seed = 20261101;
t.comment(`seed ${seed}`);
const NOW_MINUTE = NOW / MINUTE_MS;

interface Opened {
  store: VisitorStore;
  reader: VisitorReader;
  known: Map<string, boolean>;
  dir: string;
}

const warnings: string[] = [];
function open(t: Test, dir = testFolder(t), visitorDays = 90, mostVisitors = 1_000_000): Opened {
  const known = new Map<string, boolean>();
  const store = new VisitorStore({
    dir,
    visitorDays,
    mostVisitors,
    known: (key, hasProducts) => known.set(Buffer.from(key).toString('hex'), hasProducts),
    warn: (_facts, message) => warnings.push(message),
  });
  const reader = new VisitorReader({ dir, visitorDays });
  t.teardown(async () => {
    await reader.close();
    await store.close();
  });
  return { store, reader, known, dir };
}

function seen({ reader }: Opened, customerKey: string, market = 'se', nowMs = NOW): Visitor | undefined {
  reader.refresh(nowMs);
  return reader.get(market, customerKey);
}

const keys = (list: { key: string }[] | undefined) => list?.map(({ key }) => key);

const fold = (text: string) => text.trim().split(/\s+/).join(' ').toLowerCase();

/** The newest of each name, newest first, as a list that is written down and struck out would have them. */
class List {
  private entries: { name: string; key: string; product: string; at: number }[] = [];

  constructor(private readonly most: number) {}

  add(name: string, key: string, at: number, product = key): void {
    this.entries = [{ name, key, product, at }, ...this.entries.filter(one => one.name !== name)].slice(0, this.most);
  }

  strike(gone: (name: string, product: string) => boolean): void {
    this.entries = this.entries.filter(({ name, product }) => !gone(name, product));
  }

  read(): { key: string; at: number }[] {
    return this.entries.map(({ key, at }) => ({ key, at }));
  }
}

/** Works out what is remembered of a customer from all that ever happened. */
function model(all: readonly Activity[], market: string, customerKey: string): Record<keyof Visitor, unknown[]> {
  const [searches, views, favorites] = [new List(10), new List(20), new List(200)];
  const [cart, bought, boughtVariants] = [new List(50), new List(50), new List(12)];
  for (const activity of all) {
    if (activity.market !== market || activity.customerKey !== customerKey) continue;
    if (activity.userContext === 'SYNTHETIC') continue;
    const at = Math.floor(activity.at / MINUTE_MS);
    if (activity.type === 'search' && fold(activity.q) !== '') searches.add(fold(activity.q), activity.q, at);
    if (activity.type === 'view') views.add(activity.productKey, activity.productKey, at);
    if (activity.type === 'click' && activity.productKey) views.add(activity.productKey, activity.productKey, at);
    if (activity.type === 'add-favorite') favorites.add(activity.productKey, activity.productKey, at);
    if (activity.type === 'remove-favorite') favorites.strike(name => name === activity.productKey);
    if (activity.type === 'add-to-cart') {
      const key = activity.variantKey ?? activity.productKey!;
      cart.add(key, key, at, activity.productKey);
    }
    if (activity.type === 'payment') {
      for (const { variantKey, productKey } of activity.lines) {
        cart.strike((name, product) => name === variantKey || product === productKey);
        bought.add(productKey, productKey, at);
        boughtVariants.add(variantKey, variantKey, at);
      }
    }
    if (activity.type === 'remove-recent-searches') {
      searches.strike(name => activity.removeAll || activity.phrases.some(phrase => fold(phrase) === name));
    }
    if (activity.type === 'remove-recently-viewed') {
      views.strike(name => activity.removeAll || activity.productKeys.includes(name));
    }
  }
  return {
    searches: searches.read(),
    views: views.read(),
    favorites: favorites.read(),
    cart: cart.read(),
    bought: bought.read(),
    boughtVariants: boughtVariants.read(),
  };
}

t.test('visitors are what the model works out, in whatever batches it came, also after a reopening', async t => {
  const dir = testFolder(t);
  await fc.assert(
    fc.asyncProperty(
      activities(120),
      fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 5 }),
      async (all, sizes) => {
        fs.rmSync(dir, { recursive: true, force: true });
        let store = new VisitorStore({
          dir,
          visitorDays: 90,
          mostVisitors: 1_000_000,
          known: () => undefined,
          warn: () => undefined,
        });
        const reader = new VisitorReader({ dir, visitorDays: 90 });
        try {
          for (let from = 0, i = 0; from < all.length; i++) {
            const size = sizes[i % sizes.length]!;
            store.apply(all.slice(from, from + size), from + size);
            from += size;
            if (i % 4 === 3) {
              await store.close();
              store = new VisitorStore({
                dir,
                visitorDays: 90,
                mostVisitors: 1_000_000,
                known: () => undefined,
                warn: () => undefined,
              });
            }
          }
          reader.refresh(NOW);
          for (const market of ['se', 'uk']) {
            for (const customer of ['anna', 'bo', `${'long '.repeat(99)}é`]) {
              const expected = model(all, market, customer);
              const found = reader.get(market, customer);
              const nothing = Object.values(expected).every(list => list.length === 0);
              assert.equal(found === undefined, nothing, `${customer} in ${market}`);
              for (const name of Object.keys(expected) as (keyof Visitor)[]) {
                const list = (found?.[name] ?? []).map(({ key, at }) => ({ key, at }));
                assert.deepStrictEqual(list, expected[name], `${name} of ${customer} in ${market}`);
              }
            }
          }
        } finally {
          await reader.close();
          await store.close();
        }
      },
    ),
    { seed, numRuns: 40 },
  );
  t.pass();
});

t.test('a rehearsal leaves nothing behind, and changes nothing that is stored', async t => {
  const opened = open(t);
  const { store, known } = opened;
  store.rehearse();
  t.same([store.size, known.size], [0, 0]);
  store.apply([view('c', 'p-1')], 7);
  store.rehearse();
  t.same([store.size, known.size, store.applied], [1, 1, 7]);
  t.same(keys(seen(opened, 'c')?.views), ['p-1']);
});

t.test('of each list the newest are kept', async t => {
  const shop = open(t);
  const many = (count: number, make: (n: number) => Activity) =>
    shop.store.apply(Array.from({ length: count }, (_, n) => make(n)));
  many(11, n => search('c', `phrase ${n}`));
  many(21, n => view('c', `p-${n}`));
  many(201, n => favorite('c', `p-${n}`));
  many(51, n => reaction('add-to-cart', 'c', `p-${n}`, `v-${n}`));
  many(51, n => ({
    ...who('c'),
    type: 'payment',
    lines: [{ quantity: 1, variantKey: `w-${n}`, productKey: `q-${n}` }],
  }));
  const { searches, views, favorites, cart, bought, boughtVariants } = seen(shop, 'c')!;
  const lists = [searches, views, favorites, cart, bought, boughtVariants];
  t.same(
    lists.map(list => list.length),
    [10, 20, 200, 50, 50, 12],
  );
  t.same(
    lists.map(list => list[0]?.key),
    ['phrase 10', 'p-20', 'p-200', 'v-50', 'q-50', 'w-50'],
  );
});

t.test('a search is shown as it was typed last, and known however it was typed', async t => {
  const shop = open(t);
  shop.store.apply([search('c', 'Red  Dress'), search('c', 'lamp'), search('c', 'RED dress ')]);
  t.same(keys(seen(shop, 'c')?.searches), ['RED dress ', 'lamp']);
  shop.store.apply([{ ...who('c'), type: 'remove-recent-searches', phrases: ['red\tDRESS'], removeAll: false }]);
  t.same(keys(seen(shop, 'c')?.searches), ['lamp']);
});

t.test('what was paid for leaves the cart, with the other variants of the product that were tried', async t => {
  const shop = open(t);
  shop.store.apply([
    reaction('add-to-cart', 'c', 'shirt', 'shirt-m'),
    reaction('add-to-cart', 'c', 'shirt', 'shirt-l'),
    reaction('add-to-cart', 'c', 'shirt'),
    reaction('add-to-cart', 'c', 'hat', 'hat-1'),
    { ...who('c'), type: 'payment', lines: [{ quantity: 2, variantKey: 'shirt-l', productKey: 'shirt' }] },
  ]);
  t.same(keys(seen(shop, 'c')?.cart), ['hat-1']);
  t.same(keys(seen(shop, 'c')?.bought), ['shirt']);
});

t.test('a customer has nothing of another, nor of himself in another market', async t => {
  const shop = open(t);
  const long = 'x'.repeat(500);
  shop.store.apply([
    favorite('c', 'p-1'),
    favorite('c', 'p-2', { market: 'uk' }),
    favorite('cu', 'p-3', { market: 'k' }),
    favorite(long, 'p-4'),
    favorite(`${long.slice(1)}y`, 'p-5'),
    favorite('sy', 'p-6', { userContext: 'SYNTHETIC' }),
  ]);
  const favorites = (customer: string, market?: string) => keys(seen(shop, customer, market)?.favorites);
  t.same(favorites('c'), ['p-1']);
  t.same(favorites('c', 'uk'), ['p-2']);
  t.same(favorites('cu', 'k'), ['p-3']);
  t.same(favorites(long), ['p-4']);
  t.same(favorites(`${long.slice(1)}y`), ['p-5']);
  t.equal(favorites('sy'), undefined, 'synthetic');
  t.equal(favorites('c', 'k'), undefined);
  t.equal(shop.store.size, 5);
});

t.test('all that is stored of a customer is found, and forgotten, in every market', async t => {
  const shop = open(t);
  const long = 'é'.repeat(500);
  for (const customer of ['c', long]) {
    shop.store.apply([
      favorite(customer, 'p-1'),
      reaction('add-to-cart', customer, 'p-2', 'v-2', { market: 'uk', at: NOW - 300 * DAY_MS }),
      favorite(`${customer}c`, 'p-3'),
    ]);
    t.strictSame(shop.store.inAllMarkets(customer), [
      {
        market: 'se',
        lastSeen: NOW_MINUTE,
        visitor: {
          searches: [],
          views: [],
          favorites: [{ key: 'p-1', at: NOW_MINUTE }],
          cart: [],
          bought: [],
          boughtVariants: [],
        },
      },
      {
        market: 'uk',
        lastSeen: NOW_MINUTE - 300 * 1440,
        visitor: {
          searches: [],
          views: [],
          favorites: [],
          cart: [{ key: 'v-2', at: NOW_MINUTE - 300 * 1440 }],
          bought: [],
          boughtVariants: [],
        },
      },
    ]);
    t.same(shop.store.remove(customer), [2]);
    t.strictSame(shop.store.inAllMarkets(customer), []);
    t.same(keys(seen(shop, `${customer}c`)?.favorites), ['p-3'], 'not whose key begins alike');
  }
});

t.test('what is older than the retention is not there, and a sweep takes the visitor away', async t => {
  const shop = open(t, testFolder(t), 30);
  const day = (n: number) => ({ at: NOW - n * DAY_MS });
  shop.store.apply([favorite('old', 'p-1', day(30.5)), favorite('c', 'p-2', day(31)), favorite('c', 'p-3', day(29))]);
  t.equal(seen(shop, 'old'), undefined);
  t.same(keys(seen(shop, 'c')?.favorites), ['p-3']);
  t.equal(seen(shop, 'c', 'se', NOW + 2 * DAY_MS), undefined, 'two days later');
  t.equal(shop.store.size, 2, 'not swept away yet');
  shop.known.clear();
  t.equal(shop.store.sweep(undefined, 100, NOW), undefined);
  t.equal(shop.store.size, 1);
  t.strictSame([...shop.known], [[visitorKey('se', 'c').toString('hex'), true]], 'who is left is told of');
  t.same(keys(seen(shop, 'c')?.favorites), ['p-3']);
});

t.test('a sweep in slices meets everybody once', async t => {
  const shop = open(t);
  const customers = Array.from({ length: 53 }, (_, n) => (n % 10 === 0 ? `${n}${'x'.repeat(300)}` : `c-${n}`));
  shop.store.apply(customers.map((customer, n) => (n % 2 === 0 ? favorite(customer, 'p') : search(customer, 'q'))));
  t.equal(shop.known.size, 53, 'told of when they are written');
  shop.known.clear();
  let slices = 0;
  let at = shop.store.sweep(undefined, 10, NOW);
  for (slices++; at !== undefined; slices++) at = shop.store.sweep(at, 10, NOW);
  t.equal(slices, 6);
  t.equal(shop.known.size, 53);
  const withProducts = customers
    .filter((_, n) => n % 2 === 0)
    .map(customer => visitorKey('se', customer).toString('hex'));
  t.same(
    [...shop.known]
      .filter(([, hasProducts]) => hasProducts)
      .map(([key]) => key)
      .sort(),
    withProducts.sort(),
  );
});

t.test('a visitor of whom nothing is left is not stored', async t => {
  const shop = open(t);
  shop.store.apply([view('c', 'p-1'), favorite('c', 'p-2')]);
  shop.store.apply([
    { ...who('c'), type: 'remove-recently-viewed', productKeys: [], removeAll: true },
    { ...who('c'), type: 'remove-favorite', productKey: 'p-2' },
  ]);
  t.equal(seen(shop, 'c'), undefined);
  t.equal(shop.store.size, 0);
});

t.test('a visitor is decoded again when it has changed, or the retention has', async t => {
  const opened = open(t);
  const { store } = opened;
  store.apply([view('anna', 'lamp', { at: NOW - 89 * DAY_MS }), view('anna', 'chair')]);
  const before = seen(opened, 'anna');
  t.strictSame(keys(before?.views), ['chair', 'lamp']);
  t.equal(seen(opened, 'anna'), before, 'nothing was committed');
  store.apply([view('bert', 'table')]);
  t.equal(seen(opened, 'anna'), before, 'another was');
  t.strictSame(keys(seen(opened, 'anna', 'se', NOW + 2 * DAY_MS)?.views), ['chair'], 'the retention');
  store.apply([view('anna', 'rug')]);
  t.strictSame(keys(seen(opened, 'anna')?.views), ['rug', 'chair', 'lamp']);
  store.remove('anna');
  t.equal(seen(opened, 'anna'), undefined);
});

t.test('of a visitor that was removed the reader keeps nothing from its next look at it on', async t => {
  const opened = open(t);
  const views = [view('anna', 'chair')];
  opened.store.apply(views);
  const before = seen(opened, 'anna');
  opened.store.remove('anna');
  t.equal(seen(opened, 'anna'), undefined);
  opened.store.apply(views);
  t.strictSame(keys(seen(opened, 'anna')?.views), ['chair']);
  t.not(seen(opened, 'anna'), before, 'it was decoded again');
});

t.test('a reader sees each commit, refreshed or not', async t => {
  const shop = open(t);
  shop.store.apply([favorite('c', 'p-1')]);
  t.same(keys(seen(shop, 'c')?.favorites), ['p-1']);
  shop.store.apply([favorite('c', 'p-2')]);
  t.same(keys(shop.reader.get('se', 'c')?.favorites), ['p-2', 'p-1']);
  t.same(keys(seen(shop, 'c')?.favorites), ['p-2', 'p-1']);
});

t.test('what LMDB finds damaged under it is told as damage, for the thread to end', async t => {
  const dir = testFolder(t);
  const environment = openEnvironment(dir);
  t.teardown(() => environment.close());
  environment.transactionSync(() => {
    for (let n = 0; n < 300; n++) environment.putSync(visitorKey('se', `c-${n}`), Buffer.alloc(90, n));
  });
  const file = join(dir, 'data.mdb');
  const bytes = fs.readFileSync(file);
  fs.writeFileSync(file, bytes.fill(0, 2 * 4096), { flag: 'r+' });
  const use: (() => unknown)[] = [
    () => environment.getBinary(visitorKey('se', 'c-5')),
    () => [...environment.getRange({})],
    () => environment.transactionSync(() => environment.putSync(visitorKey('se', 'd'), Buffer.of(1))),
  ];
  for (const run of use) {
    try {
      run();
      t.fail('it was read');
    } catch (error) {
      t.ok(isDamage(error), String(error));
    }
  }
  t.notOk(isDamage(new Error('ENOSPC: no space left on device')));
});

t.test('a damaged visitor is left out, and a sweep takes it away', async t => {
  const dir = testFolder(t);
  const first = open(t, dir);
  first.store.apply([favorite('c', 'p-marker'), favorite('d', 'p-1')], 7);
  const file = join(dir, 'data.mdb');
  const bytes = fs.readFileSync(file);
  const copy = testFolder(t);
  for (let at = bytes.indexOf('p-marker'); at >= 0; at = bytes.indexOf('p-marker', at + 1)) bytes.write('P', at);
  fs.writeFileSync(join(copy, 'data.mdb'), bytes);
  const second = open(t, copy);
  t.equal(seen(second, 'c'), undefined);
  t.same(keys(seen(second, 'd')?.favorites), ['p-1']);
  t.equal(second.store.applied, 7);
  warnings.length = 0;
  second.store.sweep(undefined, 100, NOW);
  t.match(warnings, [/damaged/]);
  t.equal(second.store.size, 1);
});

t.test('a reader goes on with the store that has replaced a damaged one', async t => {
  const dir = testFolder(t);
  const reading = open(t, dir);
  reading.store.apply([favorite('anna', 'p-1')], 1);
  t.same(keys(seen(reading, 'anna')?.favorites), ['p-1']);
  // As the file of another store: its bytes stay what the reader has mapped.
  fs.renameSync(join(dir, 'data.mdb'), join(dir, 'before.mdb'));
  fs.writeFileSync(join(dir, 'data.mdb'), 'damaged');
  warnings.length = 0;
  const { store } = open(t, dir);
  t.match(warnings.splice(0), [/is damaged/]);
  store.apply([favorite('anna', 'p-2')], 1);
  t.same(keys(seen(reading, 'anna')?.favorites), ['p-2']);
});

t.test('a folder of a newer version is refused', async t => {
  const dir = testFolder(t);
  const { store } = open(t, dir);
  store.apply([favorite('c', 'p-1')]);
  await store.close();
  const { open: openRaw } = await import('lmdb');
  const raw = openRaw<Buffer, Buffer>({
    path: dir,
    noSubdir: false,
    keyEncoding: 'binary',
    encoding: 'binary',
    overlappingSync: false,
  });
  raw.putSync(Buffer.of(0), Buffer.of(2, 0, 0, 0, 0));
  await raw.close();
  t.throws(() => open(t, dir), { error: 'UNAVAILABLE', message: /format 2 found, this version reads up to 1/ });
});

t.test('of too many visitors, those go who only looked, the oldest first', async t => {
  const all = open(t, testFolder(t), 90, 100);
  const { store } = all;
  const later = (minutes: number) => ({ at: NOW + minutes * MINUTE_MS });
  const buyers = Array.from({ length: 50 }, (_, i) => `buyer-${i}`);
  store.apply(buyers.map(customerKey => favorite(customerKey, 'lamp')));
  const lookers = Array.from({ length: 50 }, (_, i) => `looker-${i}`);
  store.apply(lookers.map((customerKey, i) => view(customerKey, 'lamp', later(i))));
  t.equal(store.size, 100);
  store.apply([view('newest', 'lamp', later(100))]);
  t.equal(store.size, 75, 'a quarter');
  t.ok(buyers.every(key => seen(all, key)));
  t.same(
    lookers.filter(key => seen(all, key)),
    lookers.slice(26),
  );
  t.ok(seen(all, 'newest'));

  const flood = Array.from({ length: 5000 }, (_, i) => `flood-${i}`);
  store.apply(flood.map(customerKey => view(customerKey, 'lamp', later(200))));
  t.ok(store.size <= 100);
  t.ok(buyers.every(key => seen(all, key)));
});
