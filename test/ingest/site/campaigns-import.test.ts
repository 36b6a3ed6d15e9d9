/** Campaigns: imported, previewed, published and exported, one by one and together, and refused with every fault named. */
import t from 'tap';
import {
  type Campaign,
  campaignOf,
  campaignTag,
  exportCampaigns,
  MAX_CAMPAIGNS,
} from '../../../src/catalog/site/campaign-document.js';
import type { ItemOrder } from '../../../src/ingest/site/site-import-input.js';
import { siteBench } from './site-bench.js';

const SPRING: Campaign = {
  name: 'Spring',
  advertiser: { id: 'acme', name: 'Acme', payer: 'Acme Holding' },
  markets: ['uk', 'se'],
  from: '2026-03-01T00:00:00+01:00',
  until: '2026-06-01T00:00:00+02:00',
  timeZone: 'Europe/Stockholm',
  enabled: true,
  products: { keys: ['p'], groups: ['g'], rules: 'rule incl brand {"Acme"}' },
  targeting: {
    categories: ['Footwear > Boots'],
    phrases: { exact: ['rain boots'], containing: ['rain'] },
    pages: ['/women'],
    touchpoints: ['MOBILE'],
  },
  exclusions: { phrases: ['funeral'], categories: ['Outlet'] },
  bid: { type: 'CPC', amount: 0.5, currency: 'GBP' },
  budget: { total: 100, daily: 10 },
  pacing: 'ASAP',
  frequencyCap: 5,
  creatives: [{ width: 970, height: 250, image: '/spring.webp', alt: 'Spring', link: '/spring', locale: 'en-GB' }],
};
/** Nothing but what is required. */
const PLAIN: Campaign = {
  name: 'Plain',
  advertiser: { id: 'b', name: 'B' },
  markets: ['uk'],
  products: { keys: ['p'] },
  bid: { type: 'CPM', amount: 2, currency: 'GBP' },
  budget: { total: 50 },
};

function bench(t: Parameters<typeof siteBench>[0]) {
  const { store, apply } = siteBench(t, { retailMedia: true });
  return {
    store,
    put: (body: object, force?: boolean) => {
      const { result, message, errors } = apply('campaigns', body, { ...(force && { force }) });
      if (!result) throw new Error(`${message} ${JSON.stringify(errors)}`);
      return result;
    },
    publish: (ids?: string[]) => apply('campaigns-publish', { ...(ids && { ids }) }),
    one: (item: ItemOrder, campaign?: unknown) =>
      apply('campaign', campaign ?? null, { mode: campaign ? 'replace' : 'remove', item }),
    published: () => exportCampaigns(store.documents, false).replace,
    previewed: () => exportCampaigns(store.documents, true).replace,
    faults: (body: object) => {
      const { result, errors = [] } = apply('campaigns', body);
      if (result) throw new Error('it was taken');
      return Object.fromEntries(errors.map(({ path, message }) => [path, message]));
    },
  };
}

t.test('what is imported comes back, and can be imported again', async t => {
  const { store, put, published } = bench(t);
  const { change, counts, warnings } = put({ edit: { spring: SPRING, plain: PLAIN } });
  t.same([change, counts, warnings], [{ kind: 'site' }, { added: 2, changed: 0, removed: 0 }, []]);
  t.same(published(), { plain: PLAIN, spring: SPRING });
  t.same(put(exportCampaigns(store.documents, false)).change, { kind: 'none' });
});

t.test('edit leaves others alone, remove takes some away, replace the rest', async t => {
  const { put, published } = bench(t);
  put({ edit: { a: PLAIN, b: PLAIN, c: PLAIN } });
  t.same(put({ edit: { a: SPRING, d: PLAIN }, remove: ['b'] }).counts, { added: 1, changed: 1, removed: 1 });
  t.same(Object.keys(published()), ['a', 'c', 'd']);
  t.same(put({ replace: { a: SPRING, e: PLAIN } }).counts, { added: 1, changed: 0, removed: 2 });
  t.same(published(), { a: SPRING, e: PLAIN });
});

t.test('an import that would remove most has to say that it means to', async t => {
  const { put, published, faults } = bench(t);
  put({ edit: Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`c${i}`, PLAIN])) });
  t.throws(() => put({ replace: { c0: PLAIN } }), /would remove 19 of 20 campaigns.*force=true/);
  t.equal(Object.keys(published()).length, 20);
  put({ replace: { c0: PLAIN } }, true);
  t.same(Object.keys(published()), ['c0']);
  t.same(faults({ replace: {}, remove: ['c0'] }), { '/replace': 'found it beside remove, expected it alone' });
});

t.test('a preview stands beside what is published, until it is', async t => {
  const { put, publish, published, previewed } = bench(t);
  put({ edit: { a: PLAIN, b: PLAIN } });
  put({ edit: { a: SPRING, c: PLAIN }, remove: ['b'], previewOnly: true });
  t.same(published(), { a: PLAIN, b: PLAIN });
  t.same(previewed(), { a: SPRING, c: PLAIN });
  t.match(publish(['x']).message, /^\/ids\/0: found "x", expected a campaign that has a preview$/);
  t.same(publish(['b']).result?.counts, { added: 0, changed: 0, removed: 1 });
  t.same(published(), { a: PLAIN });
  t.same(put({ edit: { a: PLAIN } }).change, { kind: 'site' }, 'an import discards the preview of what it names');
  t.same(previewed(), { a: PLAIN, c: PLAIN });
  t.same(publish().result?.counts, { added: 1, changed: 0, removed: 0 });
  t.same(published(), previewed());
  t.same(publish().result?.change, { kind: 'none' });
});

t.test('one campaign is put and removed where it still is as it was read', async t => {
  const { store, put, one, published } = bench(t);
  put({ edit: { a: PLAIN } });
  const tag = campaignTag(campaignOf(store.documents, 'a', false)!);
  t.equal(
    campaignTag({ ...PLAIN, bid: { currency: 'GBP', amount: 2, type: 'CPM' } }),
    tag,
    'the order is no difference',
  );
  t.match(one({ id: 'a', ifMatch: ['"other"'] }, SPRING).code, 'precondition_failed');
  t.match(one({ id: 'a', ifNoneMatch: true }, SPRING).code, 'precondition_failed');
  t.match(one({ id: 'b', ifMatch: ['*'] }, SPRING).code, 'precondition_failed');
  t.same(published(), { a: PLAIN });
  t.same(one({ id: 'a', ifMatch: ['"other"', tag] }, SPRING).result?.counts, { added: 0, changed: 1, removed: 0 });
  t.match(one({ id: 'a', ifMatch: [tag] }).code, 'precondition_failed', 'it has another tag now');
  t.same(one({ id: 'b', ifNoneMatch: true }, PLAIN).result?.counts, { added: 1, changed: 0, removed: 0 });
  t.same(one({ id: 'a', ifMatch: ['*'] }).result?.counts, { added: 0, changed: 0, removed: 1 });
  t.match(one({ id: 'a' }).code, 'campaign_unknown');
  t.same(one({ id: 'c' }, { ...PLAIN, markets: ['xx'] }).errors?.[0]?.path, '/markets/0');
  t.same(published(), { b: PLAIN });
});

t.test('products that the catalog lacks are counted, and no fault', async t => {
  const { put } = bench(t);
  const products = { keys: ['p', 'gone', 'v'], groups: ['g', 'p'] };
  t.same(put({ edit: { a: { ...PLAIN, products }, b: { ...PLAIN, products } } }).warnings, [
    '3 keys of products or groups are not in the catalog, the first is gone of campaign a',
  ]);
});

t.test('bids are in the currency of their markets, where that is configured', async t => {
  const { store, put, faults } = bench(t);
  store.transaction(() =>
    store.documents.put('configuration', { markets: { uk: { locales: ['en-GB'], appSettings: { currency: 'GBP' } } } }),
  );
  put({ edit: { a: PLAIN } });
  t.same(faults({ edit: { b: { ...PLAIN, bid: { ...PLAIN.bid, currency: 'EUR' } } } }), {
    '/edit/b/markets/0': 'found "uk", whose currency is GBP, for a bid in EUR',
  });
});

t.test('the currency of what was spent stays with the id', async t => {
  const { put, faults, one, publish, published } = bench(t);
  const dear: Campaign = { ...PLAIN, bid: { ...PLAIN.bid, currency: 'EUR' } };
  const message = 'found EUR, expected GBP, in which plain is accounted: another currency needs another id';
  put({ edit: { plain: PLAIN } });
  t.same(faults({ edit: { plain: dear, other: dear } }), { '/edit/plain/bid/currency': message });
  t.same(faults({ edit: { plain: dear }, previewOnly: true }), { '/edit/plain/bid/currency': message });
  t.same(faults({ replace: { plain: dear } }), { '/replace/plain/bid/currency': message });
  t.match(one({ id: 'plain' }, dear), { errors: [{ path: '/bid/currency', message }] });
  put({ edit: { new: dear }, previewOnly: true });
  put({ edit: { new: PLAIN }, previewOnly: true });
  put({ remove: ['plain'] }, true);
  t.same(faults({ edit: { plain: dear } }), { '/edit/plain/bid/currency': message }, 'also where it was removed');
  put({ edit: { plain: { ...PLAIN, name: 'Again' }, second: PLAIN } });
  put({ edit: { third: dear }, previewOnly: true });
  put({ edit: { third: PLAIN } });
  put({ edit: { new: dear }, previewOnly: true });
  put({ edit: { fourth: dear } });
  t.match(publish(['new']), { result: { counts: { added: 1 } } });
  t.same(Object.keys(published()).sort(), ['fourth', 'new', 'plain', 'second', 'third']);
});

t.test('all faults are named by their path, and nothing is imported', async t => {
  const { put, published, faults } = bench(t);
  put({ edit: { a: PLAIN } });
  const { products: _, ...empty } = PLAIN;
  const edit = {
    times: { ...PLAIN, from: '2026-02-28T99:00:00Z', until: '2026-02-30T10:00:00Z', timeZone: 'Mars/Olympus' },
    offset: { ...PLAIN, timeZone: '+01:00' },
    order: { ...PLAIN, from: '2026-03-01T00:00:00Z', until: '2026-03-01T00:00:00Z' },
    empty,
    none: { ...PLAIN, products: {} },
    rules: { ...PLAIN, products: { rules: 'rule incl' } },
    words: { ...PLAIN, targeting: { phrases: { exact: ['ok', '!'] } }, exclusions: { phrases: ['?'] } },
    money: { ...PLAIN, budget: { total: 10, daily: 11 } },
    dear: { ...PLAIN, bid: { type: 'CPC', amount: 5, currency: 'GBP' }, budget: { total: 10, daily: 2 } },
  };
  t.same(Object.keys(faults({ edit, remove: ['zero'] })), ['/remove/0'], 'first what the import is about');
  t.same(Object.keys(faults({ edit })), [
    '/edit/times/from',
    '/edit/times/until',
    '/edit/times/timeZone',
    '/edit/offset/timeZone',
    '/edit/order/until',
    '/edit/empty',
    '/edit/none/products',
    '/edit/rules/products/rules',
    '/edit/words/targeting/phrases/exact/1',
    '/edit/words/exclusions/phrases/0',
    '/edit/money/budget/daily',
    '/edit/dear/budget/daily',
  ]);
  t.match(faults({ edit: { 'a b': PLAIN } }), {
    '/edit/a b': /expected a name that matches \^\[A-Za-z0-9_-\]\{1,50\}/,
  });
  t.match(faults({ edit: { a: { ...PLAIN, bid: { ...PLAIN.bid, amount: 0 } } } }), {
    '/edit/a/bid/amount': 'found 0, expected an amount of 0.01 to 10000',
  });
  t.match(faults({ edit: { a: PLAIN }, remove: ['a'] }), { '/remove/0': 'a is under edit as well' });
  t.same(published(), { a: PLAIN });
});

t.test('there are at most so many', async t => {
  const { put, publish, faults, one } = bench(t);
  put({ replace: Object.fromEntries(Array.from({ length: MAX_CAMPAIGNS }, (_, i) => [`c${i}`, PLAIN])) });
  t.match(faults({ edit: { more: PLAIN } }), { '/': 'found 10001 campaigns, expected at most 10000' });
  t.match(one({ id: 'more' }, PLAIN).message, 'found 10001 campaigns, expected at most 10000');
  put({ edit: { more: PLAIN }, remove: ['c0'], previewOnly: true });
  t.match(publish(['more']).errors, [{ message: 'found 10001 campaigns, expected at most 10000' }], 'of two previews');
  t.same(put({ edit: { more: PLAIN }, remove: ['c0'] }).counts, { added: 1, changed: 0, removed: 1 });
});

t.test('without retail media there are none', async t => {
  const { apply } = siteBench(t);
  t.match(apply('campaigns', { edit: {} }).message, /expected none, as retail media is switched off/);
});
