/** Snapshots of small catalogs in one data folder, compared in process. */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import type { Learner } from '../../../src/behaviour/learning/index.js';
import { buildSnapshot } from '../../../src/build/build-snapshot.js';
import { CatalogStore } from '../../../src/catalog/catalog-store.js';
import type { ProductGroup } from '../../../src/catalog/records.js';
import { searchKey } from '../../../src/catalog/site/search-settings-document.js';
import { commonViews } from '../../../src/cli/diff/common-views.js';
import { compareSides } from '../../../src/cli/diff/comparison.js';
import { searchesOf } from '../../../src/cli/diff/searches.js';
import { nameSide, Side } from '../../../src/cli/diff/sides.js';
import { DEFAULT_INDEX_SETTINGS } from '../../../src/index/index-settings.js';
import { loadSettings } from '../../../src/server/settings/daemon-settings.js';
import { publish } from '../../../src/snapshot/index.js';
import { clickHit, FOREVER, learned, search } from '../../behaviour/learning/shop.js';
import { testFolder } from '../../folder.js';
import { NOW } from '../../pages/shop.js';

const settings = loadSettings();

/** Builds and announces a snapshot of the products by key, with their titles. */
class History {
  readonly dataDir = testFolder(t);
  private readonly store = CatalogStore.open(join(this.dataDir, 'catalog'));

  constructor() {
    t.teardown(() => this.store.close());
  }

  /** @param documents what stands beside the catalog, by key */
  add(titles: Record<string, string>, documents: Record<string, unknown> = {}): string {
    const { store, dataDir } = this;
    const { id } = store.transaction(() => {
      store.clear();
      for (const [key, title] of Object.entries(titles)) store.putGroup(`group of ${key}`, groupOf(key, title));
      for (const [key, record] of Object.entries(documents)) store.documents.put(key, record);
      const change = { kind: 'full' } as const;
      return buildSnapshot({ store, dataDir, change, settings: DEFAULT_INDEX_SETTINGS, progress: () => {} });
    });
    publish(dataDir, id);
    return id;
  }
}

function groupOf(key: string, title: string): ProductGroup {
  const defaults = { title, url: `/${key}`, dataLocale: 'en-GB' };
  return {
    products: { [key]: { markets: ['uk'], defaults, variants: { [`${key}-v`]: { defaults: { listPrice: 9 } } } } },
  };
}

interface Compared {
  words?: [before: string, after: string];
  learner?: Learner;
}

async function compare(dataDir: string, lines: string, { words = ['previous', 'live'], learner }: Compared = {}) {
  const [a, b] = words.map(word => nameSide(dataDir, word, 'PRODUCTION'));
  const conditions = { settings, learned: learner, nowMs: NOW };
  const before = await Side.open(dataDir, a!, conditions);
  const after = await Side.open(dataDir, b!, conditions, before);
  const views = commonViews(before.shared.manifest, after.shared.manifest);
  const comparison = compareSides(before, after, searchesOf(lines, 'lines', views), NOW);
  before.close();
  after.close();
  return comparison;
}

function filesBelow(dir: string): Record<string, string> {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), 'base64')]),
  );
}

t.test('what a new catalog changes is told, the most first, and nothing is written', async t => {
  const history = new History();
  const chairs = { c1: 'Oak chair', c2: 'Pine chair', c3: 'Birch chair' };
  history.add({ ...chairs, l1: 'Desk lamp', t1: 'Side table', t2: 'Round table' });
  history.add({ ...chairs, t1: 'Side tray', t2: 'Round table', s1: 'Corner sofa' });
  const files = filesBelow(history.dataDir);
  const { summary, queries } = await compare(history.dataDir, 'chair\nlamp\nsofa\ntable\ntable\ntable');
  t.strictSame(
    queries.map(({ q, changed }) => [q, changed]),
    [
      ['table', true],
      ['lamp', true],
      ['sofa', true],
      ['chair', false],
    ],
  );
  t.match(queries[0], { share: 0.5, before: { hits: 2 }, after: { hits: 1 }, places: 2, overlap: 0.5 });
  t.strictSame(queries[0]!.movers, [
    { key: 't2', title: 'Round table', move: 'shifted', from: 2, to: 1 },
    { key: 't1', title: 'Side table', move: 'gone', from: 1 },
  ]);
  t.match(queries[1], { before: { hits: 1, first: { key: 'l1' } }, after: { hits: 0 }, overlap: 0, similarity: 0 });
  t.notOk('first' in queries[1]!.after);
  t.match(queries[2]!.movers, [{ key: 's1', title: 'Corner sofa', move: 'new', to: 1 }]);
  t.match(queries[3], { overlap: 1, similarity: 1, movers: [] });
  const { meanOverlap, meanHitsChange, share, ...counts } = summary;
  t.strictSame(counts, { queries: 4, unchanged: 1, changed: 3, nowWithoutHits: 1, newlyWithHits: 1 });
  t.ok(Math.abs(share - 1) < 1e-9);
  t.ok(Math.abs(meanOverlap - (3 * 0.5 + 0 + 0 + 1) / 6) < 1e-9, 'each search made counts');
  t.ok(Math.abs(meanHitsChange - (3 * -1 - 1 + 1) / 6) < 1e-9);
  t.strictSame(filesBelow(history.dataDir), files);
});

t.test('a snapshot compared with itself has nothing to tell', async t => {
  const history = new History();
  history.add({ c1: 'Oak chair', c2: 'Pine chair', l1: 'Desk lamp' });
  const { summary, queries } = await compare(history.dataDir, 'chair\nlamp\nsofa', { words: ['live', 'live'] });
  t.match(summary, { changed: 0, unchanged: 3, meanOverlap: 1, meanHitsChange: 0 });
  t.strictSame([...new Set(queries.map(({ similarity }) => similarity))], [1]);
});

t.test('another text searched for is a change', async t => {
  const history = new History();
  history.add({ a: 'Garden lantern', b: 'Wall clock' });
  history.add({ a: 'Garden lantern', b: 'Wall clock', d: 'Lentern' });
  const { queries } = await compare(history.dataDir, 'lentern');
  t.match(queries[0], { changed: true, before: { corrected: 'lantern' }, after: { hits: 1, first: { key: 'd' } } });
  t.notOk('corrected' in queries[0]!.after);
});

t.test(
  'a product that fell behind the first ten is sought further down; one that left the catalog is gone',
  async t => {
    const history = new History();
    const plain = Object.fromEntries(Array.from({ length: 70 }, (_, i) => [`k${i + 10}`, 'Blue mug']));
    history.add({ ...plain, a1: 'Blue mug', a2: 'Blue mug', a3: 'Blue mug' });
    history.add({ ...plain, a1: 'Blue mug', z2: 'Blue mug', a3: 'Mug with a lid of blue glass and a very long name' });
    const [mug] = (await compare(history.dataDir, 'blue mug')).queries;
    const moves = Object.fromEntries(mug!.movers.map(({ key, move, from, to }) => [key, [move, from, to]]));
    t.equal(moves['a1'], undefined, 'still first');
    t.strictSame(moves['a2'], ['gone', 2, undefined], 'though there are more hits than were looked at');
    t.strictSame(moves['a3']?.slice(0, 2), ['sunk', 3]);
    t.strictSame(moves['k10'], ['shifted', 4, 2]);
    t.strictSame(moves['k17'], ['shifted', 11, 9], 'its place before is known though it was not among the ten');
  },
);

t.test('both sides have the signals that visitors have left', async t => {
  const history = new History();
  const mugs = { m1: 'Blue mug', m2: 'Blue mug', m3: 'Blue mug' };
  history.add(mugs);
  history.add({ ...mugs, x: 'Wall clock' });
  const sessions = Array.from({ length: 20 }, (_, i) => ({ session: `s${i}`, at: NOW }));
  const learner = learned(
    sessions.flatMap(who => [search('blue mug', who), clickHit('m3', 'blue mug', 2, who)]),
    FOREVER,
  );
  const without = (await compare(history.dataDir, 'blue mug')).queries[0]!;
  t.match(without, { before: { first: { key: 'm1' } }, after: { first: { key: 'm1' } } });
  const { changed, before, after } = (await compare(history.dataDir, 'blue mug', { learner })).queries[0]!;
  t.match([before.first?.key, after.first?.key], ['m3', 'm3']);
  t.notOk(changed);
});

t.test('search settings that are not published yet are compared with those that are', async t => {
  const history = new History();
  const titles = { c: 'Wall clock', l: 'Desk lamp', r: 'Round mirror' };
  history.add(titles, {
    [searchKey('search-preview', '*')]: {
      synonyms: [{ words: ['watch', 'clock'] }],
      redirects: [{ phrases: ['mirror'], link: '/mirrors' }],
    },
  });
  const lines = 'watch\nmirror\nlamp';
  const { summary, queries } = await compare(history.dataDir, lines, { words: ['live', 'live@PREVIEW'] });
  t.match(summary, { changed: 2, newlyWithHits: 1 });
  t.match(queries[0], { q: 'watch', before: { hits: 0 }, after: { hits: 1, first: { key: 'c' } } });
  t.match(queries[1], { q: 'mirror', similarity: 1, after: { hits: 1, redirect: '/mirrors' } });
  t.notOk('redirect' in queries[1]!.before);
  const both = await compare(history.dataDir, lines, { words: ['live@PREVIEW', 'live@PREVIEW'] });
  t.equal(both.summary.changed, 0);
});

t.test('a snapshot is named by its id, a beginning of it, or by live and previous', async t => {
  const history = new History();
  const { dataDir } = history;
  t.throws(() => nameSide(dataDir, 'live', 'PRODUCTION'), { message: /no snapshot yet/ });
  const first = history.add({ a: 'One' });
  t.throws(() => nameSide(dataDir, 'previous', 'PRODUCTION'), { message: /no snapshot older than .* is kept/ });
  const second = history.add({ a: 'Two' });
  const third = history.add({ a: 'Three' });
  const id = (word: string) => nameSide(dataDir, word, 'PRODUCTION').id;
  t.equal(id('live'), third);
  t.equal(id('previous'), second);
  t.equal(id(first), first);
  t.equal(id(first.slice(0, 8)), first);
  publish(dataDir, second, 3);
  t.equal(id('previous'), first, 'of a rollback: the one before it');
  t.throws(() => id('0000'), {
    name: 'UsageError',
    message: new RegExp(`begins several snapshots: ${third}, ${second}`),
  });
  t.throws(() => id('9'), {
    name: 'UsageError',
    message: new RegExp(`no snapshot begins with "9"; there are ${third}`),
  });
  t.throws(() => id(''), { name: 'UsageError' });
  t.strictSame(nameSide(dataDir, 'live@preview', 'PRODUCTION'), { id: second, viewId: 'PREVIEW' });
  t.strictSame(nameSide(dataDir, 'live@PRODUCTION', 'PREVIEW'), { id: second, viewId: 'PRODUCTION' });
  t.throws(() => nameSide(dataDir, 'live@draft', 'PREVIEW'), { message: /live@draft: found "draft", expected PROD/ });
});

t.test('a snapshot that is removed meanwhile is told of as such, and one that is damaged as damaged', async t => {
  const history = new History();
  const { dataDir } = history;
  history.add({ a: 'One' });
  history.add({ a: 'Two' });
  const name = nameSide(dataDir, 'previous', 'PRODUCTION');
  rmSync(join(dataDir, 'snapshots', `${name.id}.json`));
  await t.rejects(Side.open(dataDir, name, { settings, learned: undefined, nowMs: NOW }), {
    name: 'CommandFailure',
    message: `snapshot ${name.id} is no longer there: newer imports have taken its place`,
  });
  rmSync(join(dataDir, 'parts'), { recursive: true });
  const live = nameSide(dataDir, 'live', 'PRODUCTION');
  await t.rejects(Side.open(dataDir, live, { settings, learned: undefined, nowMs: NOW }), {
    name: 'Problem',
    message: /snapshot part .*ENOENT/,
  });
});
