/** What imports of content do to a snapshot: they write its content anew and link everything else. */
import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import t from 'tap';
import { buildSnapshot } from '../../../src/build/build-snapshot.js';
import type { ImportMode } from '../../../src/imports/protocol.js';
import { ContentItems } from '../../../src/index/content-items.js';
import { DEFAULT_INDEX_SETTINGS } from '../../../src/index/index-settings.js';
import { readPart } from '../../../src/index/part.js';
import { Structure } from '../../../src/index/structure.js';
import { IngestService } from '../../../src/ingest/ingest-service.js';
import {
  generationOfId,
  publish,
  readManifest,
  readPointer,
  type SnapshotManifest,
  verifySnapshot,
} from '../../../src/snapshot/index.js';
import { filesOf } from '../../../src/snapshot/manifest.js';
import { testFolder } from '../../folder.js';
import { product, replaceGroup, type Teardown } from '../../ingest/harness.js';

/** A real ingest service; says of each build what it was and what came of it. */
class Shop {
  readonly dataDir: string;
  readonly builds: string[] = [];
  private readonly service: IngestService;
  private jobs = 0;

  constructor(t: Teardown) {
    const dataDir = testFolder(t);
    const { builds } = this;
    this.dataDir = dataDir;
    const announced = () => {
      const pointer = readPointer(dataDir);
      return pointer && readManifest(dataDir, pointer.snapshot);
    };
    const host = {
      build(input: Omit<Parameters<typeof buildSnapshot>[0], 'dataDir' | 'settings'>) {
        builds.push(input.change.kind);
        return buildSnapshot({ ...input, dataDir, settings: DEFAULT_INDEX_SETTINGS });
      },
      publish: (id: string) => publish(dataDir, id),
      announced,
      generation: generationOfId,
      isReadable: () => true,
      kept: () => [],
    };
    this.service = new IngestService(dataDir, host, error => {
      throw error;
    });
    t.teardown(() => this.service.close());
  }

  async import(mode: ImportMode, ...lines: object[]): Promise<SnapshotManifest> {
    const id = `job-${++this.jobs}`;
    const file = path.join(this.dataDir, 'spool', id);
    fs.writeFileSync(file, gzipSync(lines.map(line => JSON.stringify(line)).join('\n')));
    const job = { kind: 'catalog', mode, file, encoding: 'gzip', force: true, validationOnly: false } as const;
    const outcome = await this.service.import({ type: 'import', id, ...job, maxInflatedBytes: 1 << 24 }, () => {});
    if (outcome.status !== 'SUCCESS') throw new Error(JSON.stringify(outcome));
    return this.manifest;
  }

  get manifest(): SnapshotManifest {
    return readManifest(this.dataDir, readPointer(this.dataDir)!.snapshot);
  }

  /** Keys of a view's content in the order of the index. */
  content(market: string): string[] {
    const { parts } = this.manifest.views.find(view => view.market === market)!.content!;
    const { products, productCount } = new Structure(readPart(path.join(this.dataDir, 'parts', parts.structure)));
    return Array.from({ length: productCount }, (_, item) => products.at(item));
  }

  item(market: string, item: number): string {
    const { parts } = this.manifest.views.find(view => view.market === market)!.content!;
    const items = new ContentItems(readPart(path.join(this.dataDir, 'parts', parts.items)));
    return Buffer.concat(Object.values(items.pieces(item))).toString();
  }
}

function content(key: string, data: object = {}, markets = ['se'], overrides: object = {}): object {
  const defaults = { title: key, url: `/${key}`, ...data };
  return { replace: { key, content: { markets, type: 'faq', defaults, overrides } } };
}

const groups = Array.from({ length: 10 }, (_, i) => replaceGroup(`g${i}`, String(i)));
const price = { editAttributes: { key: 'v-1', variant: { defaults: { stock: 99 } } } };

t.test('items stand from the newest to the oldest, then those without a date, ties by key', async t => {
  const shop = new Shop(t);
  await shop.import(
    'replace',
    ...groups,
    content('b', { releaseDate: '2026-01-02' }),
    content('z'),
    content('é'),
    content('a', { releaseDate: '2026-01-02T00:00' }),
    content('c', { releaseDate: '2026-01-02T01:00+02' }),
    content('d', { releaseDate: '2026-01-02T00:00:00.001Z' }),
  );
  t.same(shop.content('se'), ['d', 'a', 'b', 'c', 'z', 'é']);
  t.equal(shop.manifest.counts.content, 6);
});

t.test('content alone: every part of the products is linked', async t => {
  const shop = new Shop(t);
  const before = await shop.import('replace', ...groups, content('a'), content('b'));
  const after = await shop.import('update', content('a', { title: 'Another' }), content('c'));
  t.same(shop.builds, ['full', 'content']);
  before.views.forEach(({ content: old, ...view }, i) => {
    const { content, ...rest } = after.views[i]!;
    t.same(rest, view);
    t.not(content!.parts.items, old!.parts.items);
    t.equal(content!.parts.labels, old!.parts.labels, 'what is as it was, is the same file');
  });
  t.equal(after.counts.content, 3);
  t.match(shop.item('se', 0), /"title":"Another"/);
  t.same(new Set(after.files.map(({ file }) => file)), new Set([...after.views.flatMap(filesOf), after.site]));
  t.same(verifySnapshot(shop.dataDir, after.id), { ok: true, problems: [] });
});

t.test('prices alone: every part of the content is linked', async t => {
  const shop = new Shop(t);
  const before = await shop.import('replace', ...groups, content('a'));
  const after = await shop.import('update', price);
  t.same(shop.builds, ['full', 'offers']);
  after.views.forEach(({ content, parts }, i) => {
    t.same(content, before.views[i]!.content);
    t.not(parts.offers, before.views[i]!.parts.offers);
  });
  t.same(verifySnapshot(shop.dataDir, after.id), { ok: true, problems: [] });
});

t.test('prices and content at once are those of a build of everything', async t => {
  const shop = new Shop(t);
  await shop.import('replace', ...groups, content('a'), content('b'));
  const after = await shop.import(
    'update',
    price,
    { remove: { content: 'b' } },
    content('x', { releaseDate: '2026-01-01' }),
  );
  t.same(shop.builds, ['full', 'content']);
  const other = new Shop(t);
  await other.import('replace', ...groups, content('a'), content('x', { releaseDate: '2026-01-01' }));
  const fresh = await other.import('update', price);
  t.same(after.views.map(filesOf), fresh.views.map(filesOf));
  t.same(after.counts, fresh.counts);
});

t.test('the last item goes, and with it the content of its views', async t => {
  const shop = new Shop(t);
  await shop.import('replace', ...groups, content('a'));
  const after = await shop.import('update', { remove: { content: 'a' } });
  t.same(shop.builds, ['full', 'content']);
  for (const view of after.views) t.notOk('content' in view);
  t.equal(after.counts.content, 0);
});

t.test('content that names a market or locale of its own makes views', async t => {
  const shop = new Shop(t);
  await shop.import('replace', ...groups);
  const override = { 'no|nb-NO': { title: 'Hjelp' } };
  const after = await shop.import('update', content('a', {}, ['se', 'no'], override));
  const markets = after.views.map(({ market, locale, content }) => [market, locale, content?.items]);
  t.same(markets, [
    ['no', 'nb-NO', 1],
    ['no', '*', 1],
    ['se', '*', 1],
  ]);
  t.match(shop.item('no', 0), /"title":"Hjelp"/);
  const less = await shop.import('update', { removePartial: { market: 'no', content: 'a' } });
  t.same(
    less.views.map(({ market }) => market),
    ['se'],
  );
});

t.test('a change of translations is seen in content', async t => {
  const shop = new Shop(t);
  const english = { 'se|en-GB': { dataLocale: 'en-GB' } };
  const labelled = { customLabels: { season: ['Winter'] }, dataLocale: 'sv-SE' };
  await shop.import('replace', ...groups, content('a', labelled, ['se'], english));
  const locale = () => shop.manifest.views.find(({ locale }) => locale === 'sv-SE')!.content!.parts.items;
  const before = locale();
  await shop.import('update', {
    replace: { key: 't', translation: { locale: 'sv-SE', values: { Winter: 'Vinter' } } },
  });
  t.not(locale(), before);
  t.equal(shop.builds.at(-1), 'full');
});

t.test('a shop of content alone, and one that has neither', async t => {
  const shop = new Shop(t);
  const after = await shop.import('replace', content('a'));
  t.match(after.counts, { products: 0, content: 1 });
  t.same(shop.content('se'), ['a']);
  const bare = await new Shop(t).import('replace', {
    replace: { key: 'g', productGroup: { products: { p: product('v') } } },
  });
  for (const view of bare.views) t.notOk('content' in view);
});
