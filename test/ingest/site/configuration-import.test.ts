/** The configuration of markets and locales, and what it means for the catalog. */
import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import type { Product } from '../../../src/catalog/records.js';
import { exportConfiguration } from '../../../src/catalog/site/configuration-export.js';
import { Problem } from '../../../src/errors/problem.js';
import type { ErrorDetails } from '../../../src/imports/import-findings.js';
import { applyCatalogImport } from '../../../src/ingest/import/catalog-import.js';
import { testFolder } from '../../folder.js';
import { dump, product, type Teardown } from '../harness.js';
import { type SiteBench, siteBench } from './site-bench.js';

const seed = 20260901;

const all = { se: { locales: ['sv-SE', 'en-GB'] }, uk: { locales: ['en-GB'] }, open: { locales: ['de'] } };
const { open: _, ...closed } = all;
const replace = (markets: object): object => ({ replace: { markets } });

/** Runs a catalog update; gives its error details, or undefined when it was accepted. */
function catalog(t: Teardown, { store }: SiteBench, lines: object[]): ErrorDetails | undefined {
  const file = path.join(testFolder(t), 'lines.jsonl');
  fs.writeFileSync(file, lines.map(line => JSON.stringify(line)).join('\n'));
  try {
    const input = { store, file, mode: 'update', force: true, progress: () => {} } as const;
    store.transaction(() => applyCatalogImport(input));
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.errorDetails as ErrorDetails;
  }
}

t.test('edit adds and amends member by member, remove takes away, replace is everything', async t => {
  const { apply, store } = siteBench(t);
  const markets = (): object => exportConfiguration(store.documents).markets;
  t.same(markets(), {});
  const settings = { name: 'Sverige', currency: 'SEK' };
  apply('configuration', replace({ ...all, no: { locales: ['nb-NO'], appSettings: settings } }));
  const edit = { no: { appSettings: { currency: 'NOK' } }, fi: { locales: ['fi', 'sv'] }, uk: {} };
  t.match(apply('configuration', { edit: { markets: edit } }).result, { counts: { added: 1, changed: 1, removed: 0 } });
  const no = { locales: ['nb-NO'], appSettings: { name: 'Sverige', currency: 'NOK' } };
  t.same(markets(), { ...all, no, fi: { locales: ['fi', 'sv'] } });
  t.match(apply('configuration', { remove: { markets: ['fi'] } }).result, { counts: { removed: 1 } });
  t.same(markets(), { ...all, no });
  t.match(apply('configuration', replace(markets())).result, { change: { kind: 'none' }, counts: { added: 0 } });
  apply('configuration', replace({}));
  t.same([...store.documents.entries()], [], 'nothing configured is no document');
});

t.test('facet templates and SVG images are edited, replaced and removed beside markets', async t => {
  const { apply, store } = siteBench(t);
  const stored = () => exportConfiguration(store.documents);
  const [brand, size] = ['brand', 'size'].map(attribute => ({ facets: [{ attribute }] }));
  const first = apply('configuration', { edit: { facetTemplates: { a: brand, b: size }, svgImages: true } });
  t.match(first.result, { change: { kind: 'site' }, counts: { added: 3, changed: 0, removed: 0 } });
  apply('configuration', { edit: { markets: all } });
  t.same(stored(), { markets: all, facetTemplates: { a: brand, b: size }, svgImages: true });
  t.match(apply('configuration', { edit: { facetTemplates: { a: size } } }).result, { counts: { changed: 1 } });
  apply('configuration', { remove: { facetTemplates: ['b'] } });
  t.same(stored(), { markets: all, facetTemplates: { a: size }, svgImages: true });
  t.match(apply('configuration', { remove: { facetTemplates: ['b'] } }).errors, [
    { path: '/remove/facetTemplates/0', message: 'found "b", expected a configured facet template (a)' },
  ]);
  const { markets, ...rest } = stored();
  t.match(apply('configuration', { replace: { markets, ...rest } }).result, { change: { kind: 'none' } });
  apply('configuration', { edit: { svgImages: false } });
  t.same(stored(), { markets: all, facetTemplates: { a: size } });
  apply('configuration', replace({}));
  t.same([...store.documents.entries()], [], 'replace leaves nothing that it does not name');
});

t.test('faults of facet templates are named', async t => {
  const { apply, store } = siteBench(t);
  const faults = (facetTemplates: object) => apply('configuration', { edit: { facetTemplates } }).message;
  t.match(faults({ a: { facets: [{ attribute: 'colour' }] } }), /^\/edit\/facetTemplates\/a\/facets\/0\/attribute: /);
  t.match(faults({ a: { facets: [{ attribute: 'brand', unit: 'cm' }] } }), /found unit "cm", but brand has none/);
  t.match(faults({ '': { facets: [] } }), /expected an id of 1 to 200 characters/);
  const many = Array.from({ length: 1001 }, (_, i) => [`t${i}`, { facets: [] }]);
  t.match(faults(Object.fromEntries(many)), /\/facetTemplates: found 1001 in all, expected at most 1000/);
  t.match(apply('configuration', { edit: {} }).message, /\/edit: /);
  t.same([...store.documents.entries()], []);
});

t.test('views are built anew when markets or locales change, not for their settings', async t => {
  const { apply } = siteBench(t);
  const kind = (body: object): unknown => apply('configuration', body, { force: true }).result?.change.kind;
  t.equal(kind(replace(all)), 'full', 'an open market has its locales stated');
  t.equal(kind({ edit: { markets: { se: { appSettings: { name: 'S' } } } } }), 'site');
  t.equal(
    kind({ edit: { markets: { se: { locales: ['en-GB', 'sv-SE'] } } } }),
    'site',
    'the order of locales is no view',
  );
  t.equal(kind({ edit: { markets: { dk: { locales: ['da'] } } } }), 'full');
  t.equal(kind({ remove: { markets: ['dk'] } }), 'full');
});

t.test('configured markets and locales hold, and no others', async t => {
  const { apply, store } = siteBench(t);
  t.same(
    [...store.views.markets()],
    [
      ['open', []],
      ['se', ['en-GB', 'sv-SE']],
      ['uk', ['en-GB']],
    ],
  );
  apply('configuration', replace({ ...all, no: { locales: ['nb-NO', 'en'] } }));
  t.same(
    [...store.views.markets()],
    [
      ['no', ['en', 'nb-NO']],
      ['open', ['de']],
      ['se', ['en-GB', 'sv-SE']],
      ['uk', ['en-GB']],
    ],
  );
  t.same([store.views.hasMarket('no'), store.views.acceptsAnyLocale('open')], [true, false]);
  t.same([store.views.acceptsLocale('open', 'de'), store.views.acceptsLocale('open', 'fr')], [true, false]);
  t.same([...store.views.locales()].sort(), ['de', 'en', 'en-GB', 'nb-NO', 'sv-SE']);
  const navigation = (market: string, locale: string): unknown =>
    apply('navigation', { market, locale, type: 'FULL' }).errors?.[0].path;
  t.same(
    [navigation('no', 'nb-NO'), navigation('no', 'sv'), navigation('dk', 'da')],
    [undefined, '/locale', '/market'],
  );
  apply('configuration', replace({}));
  t.same(
    [store.views.hasMarket('no'), store.views.acceptsAnyLocale('open'), store.views.acceptsLocale('open', 'fr')],
    [false, true, true],
  );
});

t.test('catalog data of markets and locales that are not configured is an error', async t => {
  const bench = siteBench(t);
  bench.apply('configuration', replace(all));
  const group = (more: object, markets = ['se']): object => ({
    replace: { key: 'h', productGroup: { products: { p2: product('v2', markets, more) } } },
  });
  const content = (markets: string[]): object => ({
    replace: { key: 'c', content: { markets, type: 'link', defaults: { title: 'C', url: '/c' } } },
  });
  const translation = (locale: string): object => ({
    replace: { key: 't', translation: { locale, values: { a: 'b' } } },
  });
  const good = group({ overrides: { 'se|sv-SE': {}, '*|en-GB': {} } }, ['se', 'uk']);
  t.equal(catalog(t, bench, [good, content(['uk']), translation('de')]), undefined);
  t.match(catalog(t, bench, [group({}, ['se', 'dk'])]), {
    count: 1,
    products: { keys: ['p2'] },
    dataErrors: { 'markets: expected markets that are configured (open, se, uk), found "dk"': { exampleKeys: ['p2'] } },
  });
  t.match(catalog(t, bench, [content(['dk'])]), { count: 1, content: { keys: ['c'] } });
  t.match(catalog(t, bench, [translation('fi')]), { count: 1, translations: { keys: ['t'] } });
  for (const key of ['se|de', '*|de', 'fi']) {
    t.match(catalog(t, bench, [group({ overrides: { [key]: {} } })]), { count: 1, products: { keys: ['p2'] } }, key);
  }
});

t.test('a change that drops catalog data needs to be allowed, and then drops it', async t => {
  const bench = siteBench(t);
  const { store, apply } = bench;
  catalog(t, bench, [
    { replace: { key: 'c', content: { markets: ['uk', 'se'], type: 'link', defaults: { title: 'C', url: '/c' } } } },
    { replace: { key: 't', translation: { locale: 'fi', values: { a: 'b' } } } },
  ]);
  apply('navigation', {
    market: 'open',
    locale: 'fr',
    type: 'FULL',
    addOrUpdate: [{ id: 'n', title: 'N', type: 'LABEL' }],
  });
  apply('pages', { market: 'uk', type: 'FULL', addOrUpdate: [{ id: 'p' }] });
  apply('pages', { market: 'se', type: 'FULL', addOrUpdate: [{ id: 'p' }] });
  const before = [dump(store), [...store.documents.entries()]];
  const { message } = apply('configuration', replace({ se: { locales: ['en-GB'] } }));
  const dropped = '1 product groups, 1 content items, 1 translations, 1 navigations, 1 pages';
  t.equal(
    message,
    `configuration: this import would take markets or locales away from ${dropped}; ` +
      'repeat it with allowDestructiveImport=true if that is intended',
  );
  t.same([dump(store), [...store.documents.entries()]], before, 'nothing has changed');
  const { result } = apply('configuration', replace({ se: { locales: ['en-GB'] } }), { force: true });
  t.match(result, { change: { kind: 'full' }, warnings: [`markets or locales were taken away from ${dropped}`] });
  const { groups, contents, translations } = dump(store);
  const defaults = { title: 'T', url: '/t', dataLocale: 'en-GB' };
  t.same(groups, {
    g: { products: { p: { markets: ['se'], defaults, variants: { v: { defaults: { listPrice: 1 } } } } } },
  });
  t.match(contents, { c: { markets: ['se'] } });
  t.same(translations, {});
  t.same(
    Array.from(store.documents.entries(), ({ key }) => key),
    ['configuration', 'page|se|p'],
  );
  t.same(store.counts, { productGroups: 1, products: 1, variants: 1, content: 1, translations: 0 });
});

t.test('taking away a market without data needs no permission, nor does giving up the configuration', async t => {
  const { apply, store } = siteBench(t);
  apply('configuration', replace({ ...all, no: { locales: ['nb-NO'] } }));
  t.equal(apply('configuration', { remove: { markets: ['no'] } }).message, undefined);
  t.equal(apply('configuration', { edit: { markets: { open: { locales: ['fr'] } } } }).message, undefined);
  t.match(apply('configuration', replace(closed)).message, /1 product groups; repeat/);
  t.equal(apply('configuration', replace({})).message, undefined);
  t.equal(store.counts.products, 2);
});

const locale = fc.constantFrom('sv', 'en', 'de');
const market = fc.constantFrom('se', 'uk', 'de-x');
const markets = fc.uniqueArray(market, { minLength: 1 });
const block = fc.record({ title: fc.constant('O') });
const overridesOf = (markets: string[]): fc.Arbitrary<Record<string, object>> =>
  fc
    .uniqueArray(fc.tuple(fc.constantFrom('*', ...markets), fc.constantFrom('*', 'sv', 'en', 'de')), {
      selector: pair => pair.join('|'),
      maxLength: 4,
    })
    .chain(keys =>
      fc.record(
        Object.fromEntries(
          keys
            .map(pair => pair.join('|'))
            .filter(key => key !== '*|*')
            .map(key => [key, block]),
        ),
      ),
    );
const drawnProduct = markets.chain(markets =>
  fc.record({
    markets: fc.constant(markets),
    overrides: overridesOf(markets),
    limited: fc.option(fc.subarray(markets, { minLength: 1 }), { nil: undefined }),
    image: overridesOf(markets),
  }),
);
const configuration = fc.dictionary(market, fc.record({ locales: fc.uniqueArray(locale, { minLength: 1 }) }), {
  minKeys: 1,
});

t.test('what a configuration leaves of a catalog is what it accepts, and no less', async t => {
  fc.assert(
    fc.property(fc.array(drawnProduct, { minLength: 1, maxLength: 3 }), configuration, (drawn, configured) => {
      const bench = siteBench(t);
      const products = Object.fromEntries(
        drawn.map(({ markets, overrides, limited, image }, i): [string, Product] => [
          `p${i}`,
          {
            markets,
            defaults: { title: 'T', url: '/t' },
            overrides: overrides as Product['overrides'],
            variants: { [`v${i}`]: { defaults: { listPrice: 1 }, ...(limited && { limitedMarkets: limited }) } },
            images: { i: { overrides: Object.fromEntries(Object.keys(image).map(key => [key, { alt: 'A' }])) } },
          },
        ]),
      );
      const line = (key: string, productGroup: object): object => ({ replace: { key, productGroup } });
      if (catalog(t, bench, [line('made', { products })])) throw new Error('the drawn catalog is wrong');
      const { result } = bench.apply('configuration', replace(configured), { force: true });
      if (!result) throw new Error('refused');
      const left = Object.entries(dump(bench.store).groups as Record<string, object>);
      const { generation } = bench.store;
      t.equal(
        catalog(
          t,
          bench,
          left.map(([key, group]) => line(key, group)),
        ),
        undefined,
        'the rest is accepted',
      );
      t.equal(bench.store.generation, generation, 'and is what is there');
      t.match(bench.apply('configuration', replace(configured)).result, { change: { kind: 'none' } });
      const sold = drawn.flatMap(({ markets, limited }, i) =>
        (limited ?? markets).some(market => Object.hasOwn(configured, market)) ? [`v${i}`] : [],
      );
      t.same(
        sold.filter(key => bench.store.owner(key)?.kind !== 'variant'),
        [],
        'a variant that is sold in a configured market stays',
      );
    }),
    { seed, numRuns: 60 },
  );
});
