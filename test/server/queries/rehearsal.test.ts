/** The queries that warm up the pages' code, over the real query threads and a snapshot that was built. */
import t from 'tap';
import { QUERY_PARAMETERS } from '../../../src/api/query-parameters.js';
import { RunningImports } from '../../../src/server/imports/running-imports.js';
import { rehearsalOf, sampleOf } from '../../../src/server/queries/rehearsal.js';
import { MOST_REHEARSED_VIEWS } from '../../../src/server/queries/rehearse.js';
import { Builder } from '../../pages/shop.js';
import { until, within } from '../../within.js';
import { searchRequest } from '../requests.js';
import { startService } from './real-threads.js';

/** Queries that need more than a product: a ticket. */
const NOT_REHEARSED = ['discovery-agent-topic'];

const lamp = (i: number) => ({
  markets: ['se', 'no'],
  defaults: { title: `Lamp ${i}`, brand: `Brand ${i % 3}`, url: `/${i}`, dataLocale: 'sv-SE' },
  variants: { [`v${i}`]: { defaults: { listPrice: 10 + i, stock: 1 } } },
});

t.test('every page that a product is enough for is rehearsed', async t => {
  const selections = [{ id: 'brand', values: ['Brand 1'] }];
  const sample = { title: 'Röd Lampa', productKey: 'p1', variantKey: 'v1', selections, pairs: ['la', 'rö'] };
  const requests = rehearsalOf('se', 'sv-SE', sample);
  t.same(
    [...new Set(requests.map(({ query }) => query)), ...NOT_REHEARSED].sort(),
    Object.keys(QUERY_PARAMETERS).sort(),
    'a new page is rehearsed, or listed here',
  );
  const beginnings = requests.flatMap(request => (request.query === 'autocomplete' ? [request.q] : []));
  t.same(beginnings.slice(-2), ['la', 'rö']);
  for (const { market, locale, userContext, notify } of requests) {
    t.same([market, locale, userContext, notify], ['se', 'sv-SE', 'SYNTHETIC', false], 'it counts for no visitor');
  }
});

t.test('its texts and keys are those of the first product with a title and a variant', async t => {
  const products = [
    { key: 'p1', variants: [{ key: 'v1' }] },
    { key: 'p2', title: 'Lampa', variants: [] },
    { key: 'p3', title: 'Lampa', variants: [{ key: 'v3' }] },
  ];
  const facets = [
    { id: 'price', facetType: 'RANGE' },
    { id: 'brand', facetType: 'TEXT', values: [{ id: 'b1' }, { id: 'b2' }] },
    { id: 'size', facetType: 'TEXT', values: [{ id: 'S' }] },
    { id: 'color', facetType: 'COLOR', values: [{ id: 'RED' }] },
  ];
  const answer = (groups: object[]) => JSON.stringify({ primaryList: { productGroups: groups, facets } });
  t.same(sampleOf(answer([{ products: products.slice(0, 2) }, { products: products.slice(2) }])), {
    title: 'Lampa',
    productKey: 'p3',
    variantKey: 'v3',
    selections: [
      { id: 'brand', values: ['b1'] },
      { id: 'color', values: ['RED'] },
    ],
    pairs: [],
  });
  t.equal(sampleOf(answer([])), undefined);
});

const groups = Object.fromEntries(
  Array.from({ length: 20 }, (_, i) => [`g${i}`, { products: { [`p${i}`]: lamp(i) } }]),
);

t.test('a live snapshot answers all of it in each view, that which is asked for most first', async t => {
  const shop = new Builder(t).open({ groups, translations: [] });
  t.teardown(() => shop.close());
  const last = shop.shared.manifest.views.at(-1)!;
  const failed: string[] = [];
  const { service } = await startService(
    t,
    { ...shop.shared, asked: last },
    { threads: 2, write: line => failed.push(line) },
  );
  const asked = new Set<string>();
  const { pool } = service;
  const run = pool.rehearse.bind(pool);
  const explain = pool.explain.bind(pool);
  pool.explain = async (thread, snapshot, request, products) => {
    const outcome = await explain(thread, snapshot, request, products);
    asked.add(`${thread} ${request.market} ${'json' in outcome ? 'explained' : 'not explained'}`);
    return outcome;
  };
  pool.rehearse = (thread, id, request) => {
    asked.add(`${thread} ${request.market} ${request.query}`);
    return run(thread, id, request);
  };
  await within('the rehearsal', service.rehearse(shop.shared.id));
  t.match([...asked][0], new RegExp(`^[01] ${last.market} `));
  for (const thread of [0, 1]) t.ok(asked.has(`${thread} ${last.market} explained`), 'all has run over that view');
  t.equal(service.current!.pending, 1, 'the snapshot is retained meanwhile');
  await until('the end of the rehearsal', () => service.current!.pending === 0);
  t.same(failed, []);
  const pages = [...Object.keys(QUERY_PARAMETERS).filter(page => !NOT_REHEARSED.includes(page)), 'explained'];
  const all = [0, 1].flatMap(thread =>
    ['no', 'se'].flatMap(market => pages.map(page => `${thread} ${market} ${page}`)),
  );
  t.same([...asked].sort(), all.sort(), 'in each thread');
  t.equal(service.current!.cache.size, 0, 'visitors get answers of their own');
});

t.test('where rehearsals are left out, none is run', async t => {
  const shop = new Builder(t).open({ groups, translations: [] });
  t.teardown(() => shop.close());
  const { service } = await startService(t, shop.shared, { rehearses: false });
  const { pool } = service;
  let runs = 0;
  pool.rehearse = () => Promise.reject(new Error(`run ${++runs}`));
  pool.sample = () => Promise.reject(new Error(`sample ${++runs}`));
  await service.rehearse(shop.shared.id);
  t.equal(service.current!.pending, 0);
  t.equal(runs, 0);
});

t.test('rehearsals wait while an import runs, and go on over what it has built', async t => {
  const shop = new Builder(t).open({ groups, translations: [] });
  t.teardown(() => shop.close());
  const imports = new RunningImports();
  const { service } = await startService(t, shop.shared, { imports });
  const { pool } = service;
  const run = pool.rehearse.bind(pool);
  const runs = new Map<string, number>();
  let begun!: () => void;
  const first = new Promise<void>(resolve => {
    begun = resolve;
  });
  pool.rehearse = (thread, id, request) => {
    runs.set(id, (runs.get(id) ?? 0) + 1);
    if (runs.size === 1) imports.begin();
    begun();
    return run(thread, id, request);
  };
  const rehearsed = service.rehearse(shop.shared.id);
  await first;
  const later = { ...shop.shared, id: 'later' };
  await service.prepare({ snapshot: later, signals: undefined, views: [], together: false });
  await service.commit('later');
  imports.end();
  await within('the rehearsal', rehearsed);
  t.equal(runs.get(shop.shared.id), 1, 'none once the import runs');
  t.ok(runs.get('later')! > 1, 'all over the later one');
});

t.test('what recommendations need of a snapshot is prepared in all threads when it has gone live', async t => {
  const shop = new Builder(t).open({ groups, translations: [] });
  t.teardown(() => shop.close());
  const { service } = await startService(t, shop.shared, { threads: 2 });
  const { pool } = service;
  const prepared: string[] = [];
  const prepare = pool.prepare.bind(pool);
  pool.prepare = async (thread, id, request, what, ms) => {
    const done = await prepare(thread, id, request, what, ms);
    if (done) prepared.push(`${id} ${thread} ${request.market} ${what}`);
    return done;
  };
  const { views } = shop.shared.manifest;
  const all = (what: string) =>
    [0, 1].flatMap(thread => views.map(({ market }) => `later ${thread} ${market} ${what}`)).sort();
  const snapshot = { ...shop.shared, id: 'later' };
  await service.prepare({ snapshot, signals: undefined, views, together: false });
  t.same(prepared.splice(0).sort(), all('queries'), 'what all queries need is prepared before');
  await service.commit('later');
  await until('the end of it', () => prepared.length >= all('').length);
  t.same(prepared.sort(), all('recommendations'));
});

t.test('of more views than are rehearsed, a swap prepares the recommendations of the first ones', async t => {
  const shop = new Builder(t).open({ groups, translations: [] });
  t.teardown(() => shop.close());
  const { service } = await startService(t, shop.shared);
  const { pool } = service;
  let prepared = 0;
  const prepare = pool.prepare.bind(pool);
  pool.prepare = async (thread, id, request, what, ms) => {
    const done = await prepare(thread, id, request, what, ms);
    if (done && what === 'recommendations') prepared++;
    return done;
  };
  const { views } = shop.shared.manifest;
  const many = Array.from({ length: MOST_REHEARSED_VIEWS }, () => views).flat();
  const snapshot = { ...shop.shared, id: 'later' };
  await service.prepare({ snapshot, signals: undefined, views: many, together: false });
  await service.commit('later');
  await until('that', () => prepared >= MOST_REHEARSED_VIEWS);
  // Behind what has been asked for by now.
  await service.withdraw('later');
  t.equal(prepared, MOST_REHEARSED_VIEWS);
});

t.test('the rehearsal of a snapshot that is withdrawn goes no further, which its end waits for', async t => {
  const shop = new Builder(t).open({ groups, translations: [] });
  t.teardown(() => shop.close());
  const { service } = await startService(t, shop.shared);
  const { pool } = service;
  const { id, manifest } = shop.shared;
  const prepared = new Set<string>();
  const prepare = pool.prepare.bind(pool);
  pool.prepare = (thread, id, request, what, ms) => {
    prepared.add(request.market);
    return prepare(thread, id, request, what, ms);
  };
  const run = pool.rehearse.bind(pool);
  let withdrawn: Promise<void> | undefined;
  pool.rehearse = (thread, id, request) => {
    withdrawn ??= service.withdraw(id);
    return run(thread, id, request);
  };
  await within('the rehearsal', service.rehearse(id));
  await within('its end', withdrawn!);
  t.same([...prepared], [manifest.views[0]!.market]);
});

t.test('what cannot be prepared fails each time it is asked for', async t => {
  const shop = new Builder(t).open({ groups, translations: [] });
  t.teardown(() => shop.close());
  const { service } = await startService(t, shop.shared);
  const request = searchRequest({ market: 'unknown' });
  for (const _ of [1, 2]) {
    await t.rejects(service.pool.prepare(0, shop.shared.id, request, 'recommendations', 1), /unknown/);
  }
});
