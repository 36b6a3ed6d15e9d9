/**
 * Catalog imports over HTTP into the real thing: what is refused and why, that what is refused changes nothing, and
 * that what is accepted is what queries answer from, once the reply is there.
 */
import { gzipSync } from 'node:zlib';
import t from 'tap';
import { until } from '../within.js';
import { announcedManifest, ended, importLines, importState, jsonLines, type Reply, reply } from './admin.js';
import { daemon, IMPORT_BYTES, INFLATED_BYTES, replaceCatalog } from './shared-daemon.js';
import { groupLine, groupLines, searchUrl, wordOf } from './shop.js';
import { type Storefront, storefront } from './storefront.js';

const COUNT = 40;
/** Records from the first test here to the last. */
let shop: Storefront;
let query: Storefront['query'];
const endOfRecord: (() => unknown)[] = [];
const post = (...lines: (object | string)[]) => importLines(daemon, 'POST', lines);
const put = (lines: (object | string)[], parameters?: Record<string, string>) =>
  importLines(daemon, 'PUT', lines, parameters);
/** Of the words as they are. */
const hits = async (q: string) =>
  (await query.searchPage({ q, limit: 1, origin: 'UNDO_AUTO_CORRECT' })).primaryList.totalHits;
const ofEdition = async (edition: string) =>
  (await query.searchPage({ q: '', limit: 1, facets: { 'custom.edition': [edition] } })).primaryList.totalHits;
const announced = async () => (await announcedManifest(daemon.dataDir)).id;

async function send(
  init: { method?: string; headers?: Record<string, string>; body?: RequestInit['body'] },
  parameters = '',
) {
  const headers: Record<string, string> = {
    'Api-Key': daemon.key,
    'Content-Type': 'application/jsonlines',
    'Content-Encoding': 'gzip',
    ...init.headers,
  };
  const kept = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
  const url = `${daemon.url}/api/admin/v4/import/catalog?${parameters}`;
  return reply(await fetch(url, { method: 'PUT', ...init, headers: kept, duplex: 'half' } as RequestInit));
}

t.test('an import is live when it is answered', async t => {
  shop = storefront({ teardown: end => endOfRecord.push(end) }, daemon.url);
  ({ query } = shop);
  const first = await replaceCatalog(groupLines(COUNT));
  t.equal(first.status, 204);
  t.equal(first.body, undefined);
  t.equal(await hits(''), COUNT);
});

t.test('an import that is not waited for is 202 with what polling gives, and live once that says so', async t => {
  const started = await put(groupLines(COUNT, { edition: 2 }), { blockingTimeout: 'PT0S', name: 'second edition' });
  t.equal(started.status, 202);
  t.match(started.body, { id: String, status: /WAITING|IN_PROGRESS/ });
  const phases = new Set<string>();
  const end = await ended(daemon, started.body!.id!, ({ progress }) => progress && phases.add(progress.phase));
  t.match(end, { status: 'SUCCESS', counts: { instructions: COUNT, productGroups: COUNT, variants: COUNT * 2 } });
  t.same(
    [...phases].filter(phase => !['inflate', 'validate', 'build', 'verify', 'publish'].includes(phase)),
    [],
  );
  t.equal(await ofEdition('2'), COUNT);
  t.same(await importState(daemon, 'nobody'), { id: 'nobody', status: 'NOT_FOUND' });
});

t.test('validation alone finds what is wrong and changes nothing', async t => {
  const before = await announced();
  t.equal((await put(groupLines(COUNT, { edition: 3 }), { validationOnly: 'true' })).status, 204);
  const wrong = await put(['{'], { validationOnly: 'true' });
  t.equal(wrong.status, 400);
  t.match(wrong.body, { errorDetails: { count: 1 } });
  t.equal(await announced(), before);
  t.equal(await ofEdition('3'), 0);
});

t.test('one bad line changes nothing and is named by its number', async t => {
  const before = await announced();
  const broken = await post(groupLine(100), groupLine(101), '{"replace":', groupLine(102));
  t.equal(broken.status, 400);
  t.match(broken.body, { error: 'BAD_REQUEST', message: /line 3: not valid JSON/ });
  const [fault] = Object.values(broken.body!.errorDetails!.dataErrors);
  t.same(fault?.exampleKeys, ['line 3']);

  const untitled = groupLine(103) as { replace: { productGroup: { products: Record<string, { defaults: object }> } } };
  untitled.replace.productGroup.products['p-103']!.defaults = { url: '/p/103' };
  const faulty = await post(groupLine(100), untitled, { remove: { productGroup: 'g-1' } });
  t.equal(faulty.status, 400);
  t.match(faulty.body, { message: /title/, errorDetails: { count: 1, products: { count: 1, keys: ['p-103'] } } });
  t.notOk(faulty.body!.errorDetails!['productGroups'], 'kinds without faults are left out');
  const edit = await put([groupLine(0), { edit: { key: 'g-1', productGroup: {} } }]);
  t.equal(edit.status, 400, 'PUT takes nothing but replace');
  t.match(edit.body, { message: /line 2.*replace/ });
  t.equal((await post({ replace: { key: 'g-0', productGroup: {}, content: {} } })).status, 400);
  t.equal((await post({ editAttributes: { key: 'nobody', variant: { defaults: { stock: 1 } } } })).status, 400);

  t.equal(await announced(), before);
  t.equal(await hits(''), COUNT);
});

t.test('a full import that would remove most of the catalog wants to be forced', async t => {
  const before = await announced();
  const dangerous = await put(groupLines(5, { edition: 2 }));
  t.equal(dangerous.status, 400);
  t.match(dangerous.body, { message: /35 of 40 products.*force=true/ });
  t.equal(await announced(), before);
  t.equal((await put(groupLines(5, { edition: 2 }), { force: 'true' })).status, 204);
  t.equal(await hits(''), 5);
  t.equal((await put(groupLines(COUNT, { edition: 2 }))).status, 204, 'adding is no danger');
});

t.test('keys, methods, types and encodings are checked', async t => {
  const body = new Uint8Array(gzipSync(jsonLines([groupLine(0)])));
  const status = async (...how: Parameters<typeof send>) => (await send(...how)).status;
  t.equal(await status({ body, headers: { 'Api-Key': '' } }), 403);
  t.equal(await status({ body, headers: { 'Api-Key': 'wrong' } }), 403);
  t.equal(await status({ method: 'DELETE' }), 405);
  t.equal((await send({ method: 'DELETE' })).headers.get('allow'), 'PUT, POST');
  t.equal(await status({ body, headers: { 'Content-Type': 'application/json' } }), 415);
  t.equal(await status({ body, headers: { 'Content-Encoding': '' } }), 415);
  const plain = {
    body: jsonLines([groupLine(0, { edition: 2 })]),
    headers: { 'Content-Encoding': '' },
    method: 'POST',
  };
  t.equal(await status(plain), 415);
  t.equal(await status(plain, 'bypass-compression-for-manual-test=true'), 204);
});

t.test('a body that is no gzip, cut short or too long changes nothing', async t => {
  const before = await announced();
  const whole = gzipSync(jsonLines(groupLines(COUNT, { edition: 4 })));
  t.match(await send({ body: 'no gzip' }), { status: 400, body: { message: /gzip/ } });
  t.match(await send({ body: new Uint8Array(whole.subarray(0, -20)) }), { status: 400 });
  t.match(await send({ body: new Uint8Array(0) }), { status: 400 });
  t.match(await send({ body: new Uint8Array(gzipSync(Buffer.alloc(INFLATED_BYTES + 1, ' '))) }), { status: 413 });
  t.match(await send({ body: new Uint8Array(IMPORT_BYTES + 1) }), { status: 413 });
  t.equal(await announced(), before);
  t.equal((await post(groupLine(0, { edition: 2 }))).status, 204, 'and the next import is taken');
});

t.test('while one import is under way another waits', async t => {
  let finish!: () => void;
  const body = new ReadableStream({
    start(controller) {
      const bytes = new Uint8Array(gzipSync(jsonLines([groupLine(0, { edition: 2 })])));
      controller.enqueue(bytes.subarray(0, 10));
      finish = () => {
        controller.enqueue(bytes.subarray(10));
        controller.close();
      };
    },
  });
  const first = send({ method: 'POST', body });
  let second!: Reply;
  await until('the arrival of the first', async () => {
    second = await importLines(daemon, 'POST', [groupLine(1, { edition: 2 })], { blockingTimeout: 'PT0S' });
    return second.body?.place !== undefined;
  });
  t.match(second, { status: 202, body: { status: 'WAITING', place: 1 } });
  finish();
  t.equal((await first).status, 204);
  t.match(await ended(daemon, second.body!.id!), { status: 'SUCCESS' });
});

t.test('an edited text is found by its new words and no longer by the old, once the reply is there', async t => {
  const edit = (title: string) => ({ editAttributes: { key: 'p-7', product: { defaults: { title } } } });
  t.equal((await post(edit('Astonishing zeppelin'))).status, 204);
  t.equal(await hits('zeppelin'), 1);
  t.equal(await hits(wordOf(7)), 0);
  t.match(await query.autocomplete({ q: 'zepp' }), { totalHits: 1 });
  const { primaryList } = await query.searchPage({ q: 'zeppelin' });
  t.match(primaryList.productGroups[0]?.products[0], { key: 'p-7', title: 'Astonishing zeppelin', brand: 'Brand 1' });
  const added = { edit: { key: 'g-7', productGroup: { products: { 'p-7': { defaults: { rating: 4.5 } } } } } };
  t.equal((await post(added)).status, 204);
  t.match((await query.searchPage({ q: 'zeppelin' })).primaryList.productGroups[0]?.products[0], { rating: 4.5 });
});

t.test('new prices and stock are shown, sorted and filtered by, and leave the text of the index alone', async t => {
  const before = await announcedManifest(daemon.dataDir);
  const offer = { stock: 0, listPrice: 90, sellingPrice: 45 };
  const edits = ['v-7-0', 'v-7-1'].map(key => ({ editAttributes: { key, variant: { defaults: offer } } }));
  t.equal((await post(...edits)).status, 204);
  const [cheapest] = (await query.searchPage({ q: '', sort: 'PRICE_DESCENDING', limit: 1 })).primaryList.productGroups;
  t.match(cheapest?.products[0], {
    key: 'p-7',
    inStock: false,
    listPrice: { min: 90, max: 90 },
    sellingPrice: { min: 45, max: 45 },
    badges: { primary: [{ theme: 'DISCOUNT', label: '-50%' }] },
    variants: [{ stockNumber: 0, inStock: false }, { sellingPrice: 45 }],
  });
  t.equal((await query.searchPage({ q: 'zeppelin', facets: { onlyInStock: true } })).primaryList.totalHits, 0);
  t.equal((await query.searchPage({ q: '', facets: { price: { min: 45 } } })).primaryList.totalHits, 1);
  t.equal((await query.searchPage({ q: '', facets: { discount: { min: 50 } } })).primaryList.totalHits, 1);
  const after = await announcedManifest(daemon.dataDir);
  t.ok(after.catalogGeneration > before.catalogGeneration);
  for (const [i, { parts, market, locale }] of after.views.entries()) {
    const old = before.views[i]!.parts;
    const changed = Object.keys(parts).filter(
      part => parts[part as keyof typeof parts] !== old[part as keyof typeof old],
    );
    t.same(changed, ['offers'], `${market} ${locale}`);
  }
});

t.test('translations name values in their locale, until they are cleared', async t => {
  const labels = async (locale: string) => {
    const { primaryList } = await shop.client({ market: 'se', locale }).query.searchPage({ q: '' });
    const facet = primaryList.facets.find(({ id }) => id === 'custom.color');
    return facet && 'values' in facet ? facet.values.map(({ label }) => label).sort() : [];
  };
  const values = { Red: 'Röd', Green: 'Grön' };
  t.equal((await post({ replace: { key: 't', translation: { locale: 'sv-SE', values } } })).status, 204);
  t.same(await labels('sv-SE'), ['Black', 'Blue', 'Grön', 'Röd']);
  t.same(await labels('en-GB'), ['Black', 'Blue', 'Green', 'Red']);
  t.ok((await shop.client({ market: 'se', locale: 'sv-SE' }).query.autocomplete({ q: 'röd' })).totalHits > 0);
  t.equal((await post({ clearTranslations: { locale: 'sv-SE' } })).status, 204);
  t.same(await labels('sv-SE'), ['Black', 'Blue', 'Green', 'Red']);
});

t.test('what is removed is gone: a variant, a product with its last one, a group, a market', async t => {
  const { query: swedish } = shop.client({ market: 'se', locale: 'sv-SE' });
  const inSweden = async () => (await swedish.searchPage({ q: '', limit: 1 })).primaryList.totalHits;
  t.equal((await post({ remove: { variant: 'v-8-0' } })).status, 204);
  const [left] = (await query.searchPage({ q: wordOf(8) })).primaryList.productGroups;
  t.same(
    left?.products[0]?.variants.map(({ key }) => key),
    ['v-8-1'],
  );
  t.equal((await query.autocomplete({ q: 'v-8-0' })).redirectLink, undefined);
  t.equal((await post({ remove: { variant: 'v-8-1' } }, { remove: { productGroup: 'g-9' } })).status, 204);
  t.same([await hits(wordOf(8)), await hits(wordOf(9)), await hits('')], [0, 0, COUNT - 2]);
  t.equal((await query.autocomplete({ q: 'g-9' })).redirectLink, undefined);
  t.equal((await post({ removePartial: { market: 'se', product: 'p-10' } })).status, 204);
  t.same([await hits(wordOf(10)), await inSweden()], [1, COUNT - 3]);
  const cleared = [{ clearProductGroups: { market: 'uk' } }];
  t.match((await post(...cleared)).body, { status: 400, message: /products of market uk and leave 0.*force=true/ });
  t.equal((await importLines(daemon, 'POST', cleared, { force: 'true' })).status, 204);
  t.equal(await inSweden(), COUNT - 3);
  t.equal((await fetch(searchUrl(daemon.url, ''))).status, 400, 'a market without data is not known');
});

t.test('every storefront answer above had the members, types and headers that it must have', async t => {
  t.same(shop.faults, []);
  for (const end of endOfRecord) end();
});
