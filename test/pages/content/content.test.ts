import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import type { Content, ContentData, Product } from '../../../src/catalog/records.js';
import { writeSignals } from '../../../src/index/signals.js';
import type {
  ContentInformationRequest,
  ContentListRequest,
  ContentSearchPageRequest,
} from '../../../src/pages/shared/requests.js';
import { decodeTicket } from '../../../src/pages/shared/tickets/ticket.js';
import { ContentOracle, type ItemJson } from '../content-oracle.js';
import { BRITISH, catalogs, questions, SWEDISH, translations } from '../random-content.js';
import {
  type Asked,
  autocompleteRequest,
  Builder,
  type Catalog,
  CONTEXT,
  NOW,
  SECRET,
  type SearchJson,
  type Shop,
  searchRequest,
} from '../shop.js';

const seed = 20260901;

interface ListJson {
  id: string;
  items: ItemJson[];
  totalHits: number;
}

interface ContentSearchJson {
  q: string;
  didYouMean: { q: string }[];
  autoCorrect?: { q: string; originalTotalHits: number };
  primaryList: {
    items: ItemJson[];
    sort: { selected: string; options: { id: string; label: string }[] };
    totalHits: number;
  };
}

interface Suggestion {
  title: string;
  highlightedTitle: string;
  link: string;
  ticket: string;
}

const keysOf = (items: readonly { key: string }[]) => items.map(({ key }) => key);
const list = (wish: Partial<ContentListRequest> = {}): ContentListRequest => ({
  id: 'a',
  limit: 100,
  algorithm: 'NEWEST_CONTENT',
  contentFilter: {},
  ...wish,
});

function lists(shop: Shop, view: typeof BRITISH, q: string, contentLists: ContentListRequest[]): ListJson[] {
  const answer = shop.text(searchRequest({ ...view, q, contentLists }));
  return (JSON.parse(answer) as { contentLists: ListJson[] }).contentLists;
}

function keysIn(shop: Shop, view: typeof BRITISH, q: string, wish: Partial<ContentListRequest> = {}): string[] {
  return keysOf(lists(shop, view, q, [list(wish)])[0]!.items);
}

function searchContent(shop: Shop, asked: Asked<ContentSearchPageRequest>): ContentSearchJson {
  const request: ContentSearchPageRequest = {
    ...CONTEXT,
    query: 'content-search-page',
    q: '',
    limit: 60,
    skip: 0,
    sort: 'RELEVANCE',
    origin: 'ORGANIC',
    contentFilter: {},
    ...asked,
  };
  return JSON.parse(shop.text(request)) as ContentSearchJson;
}

function information(shop: Shop, view: typeof BRITISH, contentKeys: string[]): ItemJson[] {
  const request: ContentInformationRequest = { ...CONTEXT, ...view, query: 'content-information', contentKeys };
  return (JSON.parse(shop.text(request)) as { items: ItemJson[] }).items;
}

function typed(shop: Shop, view: typeof BRITISH, q: string, contentLists: ContentListRequest[] = []) {
  const answer = shop.text(autocompleteRequest({ ...view, q, contentLists }));
  return JSON.parse(answer) as { contentSuggestions: Suggestion[]; contentLists: ListJson[] };
}

function article(title: string, data: Partial<ContentData> = {}, more: Partial<Content> = {}): Content {
  const url = `/${title.toLowerCase().replace(/ /g, '-')}`;
  return {
    markets: ['uk', 'se'],
    type: 'article',
    defaults: { title, url, dataLocale: 'en-GB', ...data },
    overrides: { 'se|sv-SE': { dataLocale: 'sv-SE' } },
    ...more,
  };
}

t.test('content lists hold what a look at every item finds, in the order of dates', async t => {
  const builder = new Builder(t);
  let found = 0;
  fc.assert(
    fc.property(catalogs, questions, fc.integer({ min: 1, max: 12 }), (catalog, asked, limit) => {
      builder.with(catalog, shop => {
        const views = shop.shared.manifest.views.map(({ market, locale }) => `${market}|${locale}`);
        for (const { view, q, filter } of asked) {
          if (!views.includes(`${view.market}|${view.locale}`)) continue;
          const oracle = new ContentOracle(catalog, view.market, view.locale);
          const expected = oracle.matching(filter, q);
          const [newest, top] = lists(shop, view, q, [
            list({ contentFilter: filter, limit }),
            list({ id: 'b', contentFilter: filter, algorithm: 'TOP_CONTENT' }),
          ]);
          const plain = newest!.items.map(({ ticket: _, ...item }) => item);
          assert.deepEqual(
            plain,
            expected.slice(0, limit).map(item => oracle.json(item)),
            JSON.stringify([q, filter]),
          );
          assert.equal(newest!.totalHits, expected.length);
          assert.equal(top!.totalHits, expected.length);
          if (q === '') assert.deepEqual(keysOf(top!.items), keysOf(expected), 'nothing is popular yet');
          else assert.deepEqual(new Set(keysOf(top!.items)), new Set(keysOf(expected)));
          const search = searchContent(shop, { ...view, q: '', contentFilter: filter, skip: 1, limit: 3 });
          const all = oracle.matching(filter, '');
          assert.deepEqual(keysOf(search.primaryList.items), keysOf(all.slice(1, 4)));
          assert.equal(search.primaryList.totalHits, all.length);
          const wanted = ['c2', 'nobody', '~0#', 'c1', '🙂'];
          const known = wanted.flatMap(key => oracle.items.filter(item => item.key === key));
          const told = information(shop, view, wanted);
          assert.deepEqual(
            told.map(({ ticket: _, ...item }) => item),
            known.map(item => oracle.json(item, true)),
          );
          found += q === '' ? 0 : expected.length;
        }
      });
    }),
    { seed, numRuns: 10 },
  );
  t.ok(found > 50, `texts have found ${found} items`);
});

t.test('every item has a ticket that says which it is and where it stood', async t => {
  const contents = { 'Å/4 "x"': article('Tents'), b: article('Boots', { releaseDate: '2026-01-01' }) };
  new Builder(t).with({ groups: {}, translations, contents }, shop => {
    const [{ items }] = lists(shop, SWEDISH, '', [list({ id: 'guides' })]) as [ListJson];
    const common = { ...SWEDISH, pageType: 'SEARCH', list: 'guides', q: '', kind: 'c' };
    t.match(decodeTicket(items[0]!.ticket, SECRET).ticket, { ...common, position: 0, key: 'b' });
    t.match(decodeTicket(items[1]!.ticket, SECRET).ticket, { ...common, position: 1, key: 'Å/4 "x"' });
    t.match(items[1]!.ticket, /^[\w.~-]+$/, 'nothing in it means something in a URL');
    const [second] = searchContent(shop, { ...BRITISH, q: '', skip: 1 }).primaryList.items;
    t.match(
      decodeTicket(second!.ticket, SECRET).ticket,
      { pageType: 'CONTENT_SEARCH', position: 1 },
      'the place in all hits',
    );
    const [told] = information(shop, BRITISH, ['x', 'b']);
    t.match(decodeTicket(told!.ticket, SECRET).ticket, { pageType: 'CONTENT_INFORMATION', position: 0, key: 'b' });
  });
});

const guides: Catalog = {
  groups: {},
  translations,
  contents: {
    returns: article(
      'How do I return something?',
      { description: 'Send unused things back within a month.' },
      {
        type: 'faq',
        overrides: {
          'se|sv-SE': {
            title: 'Hur returnerar jag en vara?',
            description: 'Skicka varor i retur.',
            dataLocale: 'sv-SE',
          },
        },
      },
    ),
    tents: article(
      'Choosing a tent',
      { releaseDate: '2026-02-01', customLabels: { season: ['Summer'] } },
      {
        overrides: { 'se|sv-SE': { title: 'Välja tält', dataLocale: 'sv-SE' } },
      },
    ),
    kitchen: article('Cooking outdoors', {
      releaseDate: '2026-04-01',
      description: 'One stove, one tent, five suppers.',
    }),
    wool: article('Washing wool', { customLabels: { season: ['Winter'] } }),
    stores: article('Our stores', {}, { type: 'link' }),
    sizes: article('Size guide', { description: 'Charts for tents and boots' }, { type: 'LINK' }),
    gifts: article('Gift cards', {}, { type: 'link' }),
  },
};

t.test('other forms of a word find it, in every language', async t => {
  new Builder(t).with(guides, shop => {
    t.same(keysIn(shop, BRITISH, 'returning things'), ['returns']);
    t.same(
      keysIn(shop, BRITISH, 'is it your tent'),
      ['kitchen', 'tents', 'sizes'],
      'words without meaning are not missed',
    );
    t.same(keysIn(shop, SWEDISH, 'tälten'), ['tents']);
    t.same(keysIn(shop, SWEDISH, 'varorna'), ['returns']);
    t.same(keysIn(shop, SWEDISH, 'vinter'), ['wool'], 'a label');
    t.same(keysIn(shop, SWEDISH, 'winter'), ['wool'], 'what it stands for');
    t.same(keysIn(shop, BRITISH, '!?'), [], 'signs without a word find nothing');
    t.same(keysIn(shop, BRITISH, 'tent nothing'), [], 'a list has every word');
  });
});

t.test('a title counts more than a description, and popularity decides among equals', async t => {
  new Builder(t).with(guides, shop => {
    t.equal(keysIn(shop, BRITISH, 'tents', { algorithm: 'TOP_CONTENT' })[0], 'tents');
    t.equal(keysIn(shop, BRITISH, 'tents')[0], 'kitchen', 'the newest');
    const none = { start: new Uint32Array(1), to: new Uint32Array(0), weight: new Float32Array(0) };
    const part = writeSignals({ popularity: new Float32Array(0), bought: none, seen: none, liked: none }, [
      ['gifts', 1],
      ['kitchen', 0.2],
      ['unknown', 1],
      ['wool', 0.5],
    ]);
    const bytes = part.encode();
    const shared = new SharedArrayBuffer(bytes.length);
    new Uint8Array(shared).set(bytes);
    const top = () => keysIn(shop, BRITISH, '', { algorithm: 'TOP_CONTENT' });
    t.same(top(), ['kitchen', 'tents', 'gifts', 'returns', 'sizes', 'stores', 'wool'], 'the newest first');
    shop.learn({ products: new Map([['uk', shared]]), phrases: new Map() });
    t.same(top(), ['gifts', 'wool', 'kitchen', 'tents', 'returns', 'sizes', 'stores']);
    t.equal(keysIn(shop, SWEDISH, '', { algorithm: 'TOP_CONTENT' })[0], 'kitchen', 'another market is as before');
    t.equal(keysIn(shop, BRITISH, 'tents', { algorithm: 'TOP_CONTENT' })[0], 'tents');
    t.same(keysOf(searchContent(shop, { ...BRITISH, q: '', limit: 2 }).primaryList.items), ['gifts', 'wool']);
    const { primaryList } = searchContent(shop, { ...BRITISH, q: '', sort: 'NEWEST_FIRST', limit: 2 });
    t.same(keysOf(primaryList.items), ['kitchen', 'tents']);
  });
});

t.test(
  'a content search that finds nothing is put right, and one that finds little says what may be meant',
  async t => {
    new Builder(t).with(guides, shop => {
      const corrected = searchContent(shop, { ...BRITISH, q: 'retrun' });
      t.match(corrected, { q: 'return', autoCorrect: { q: 'retrun', originalTotalHits: 0 } });
      t.same(keysOf(corrected.primaryList.items), ['returns']);
      const undone = searchContent(shop, { ...BRITISH, q: 'retrun', origin: 'UNDO_AUTO_CORRECT' });
      t.match(undone, { q: 'retrun', primaryList: { totalHits: 0, items: [] }, didYouMean: [{ q: 'return' }] });
      t.notOk(undone.autoCorrect);
      t.match(searchContent(shop, { ...SWEDISH, q: 'tält' }), { q: 'tält', primaryList: { totalHits: 1 } });
      t.match(searchContent(shop, { ...SWEDISH, q: 'tällt' }), { q: 'tält', autoCorrect: { q: 'tällt' } });
      t.match(searchContent(shop, { ...BRITISH, q: '!!' }), { primaryList: { totalHits: 0 } });
      const nearly = searchContent(shop, { ...BRITISH, q: 'wool tent' }).primaryList;
      const [first, ...others] = keysOf(nearly.items);
      t.equal(first, 'wool', 'where nothing has every word, what has the rarest');
      t.ok(others.includes('tents'), 'and behind it what has the other');
      const outside = searchContent(shop, { ...BRITISH, q: 'retrun', contentFilter: { type: ['article'] } });
      t.match(outside, { q: 'retrun', primaryList: { totalHits: 0 } }, 'no correction that the filter holds back');
      const { sort } = searchContent(shop, { ...SWEDISH, q: '', sort: 'NEWEST_FIRST' }).primaryList;
      t.equal(sort.selected, 'NEWEST_FIRST');
      t.same(sort.options, [
        { id: 'RELEVANCE', label: 'Relevans' },
        { id: 'NEWEST_FIRST', label: 'Nyast först' },
      ]);
    });
  },
);

t.test('links are suggested from the first letters on', async t => {
  new Builder(t).with(guides, shop => {
    const [size, ...others] = typed(shop, BRITISH, 'siz').contentSuggestions;
    t.match(size, { title: 'Size guide', highlightedTitle: '{{Siz}}e guide', link: '/size-guide' });
    t.same(others, []);
    t.match(decodeTicket(size!.ticket, SECRET).ticket, {
      list: 'contentSuggestions',
      kind: 'c',
      key: 'sizes',
      position: 0,
    });
    t.same(keysOf(typed(shop, BRITISH, 'guide si', [list()]).contentLists[0]!.items), ['sizes'], 'lists too');
    t.match(typed(shop, BRITISH, 'our stores').contentSuggestions, [{ highlightedTitle: '{{Our}} {{stores}}' }]);
    t.same(
      typed(shop, BRITISH, 'tent').contentSuggestions.map(({ title }) => title),
      ['Size guide'],
      'links alone',
    );
    t.same(typed(shop, BRITISH, '').contentSuggestions, []);
    t.same(typed(shop, BRITISH, 'xyz').contentSuggestions, []);
  });
  const many = Object.fromEntries(
    Array.from({ length: 15 }, (_, i) => [`l${i}`, article('Sale', {}, { type: 'link' })]),
  );
  new Builder(t).with({ groups: {}, translations: [], contents: many }, shop => {
    t.equal(typed(shop, BRITISH, 'sal').contentSuggestions.length, 10);
  });
});

const tent: Product = {
  markets: ['uk'],
  defaults: { title: 'Tent red', url: '/p', dataLocale: 'en-GB' },
  variants: { v1: { defaults: { listPrice: 10, stock: 1 } } },
};
const shirt: Product = {
  ...tent,
  defaults: { ...tent.defaults, title: 'Stories of wool' },
  variants: { v2: tent.variants['v1']! },
};
const withProducts: Catalog = { ...guides, groups: { g: { products: { p: tent, q: shirt } } } };

t.test('lists of content leave the products of their page as they are', async t => {
  new Builder(t).with(withProducts, shop => {
    const ask = (contentLists: ContentListRequest[]) =>
      JSON.parse(shop.text(searchRequest({ ...BRITISH, q: 'red tent', contentLists }), NOW)) as SearchJson;
    const { contentLists, ...beside } = ask([list(), list({ id: 'b' })]) as SearchJson & { contentLists: ListJson[] };
    const { contentLists: none, ...alone } = ask([]) as SearchJson & { contentLists: ListJson[] };
    t.same(beside, alone);
    t.same(none, []);
    t.match(contentLists, [{ id: 'a' }, { id: 'b' }]);
  });
});

t.test('content answers to what was typed where that finds some, else to what it was taken for', async t => {
  new Builder(t).with(withProducts, shop => {
    const { autoCorrect } = shop.search({ ...BRITISH, q: 'stores' });
    t.match(autoCorrect, { q: 'stores' }, 'no product has the word, but one has a word like it');
    t.same(keysIn(shop, BRITISH, 'stores'), ['stores']);
    t.same(keysIn(shop, BRITISH, 'tnet'), ['kitchen', 'tents', 'sizes']);
  });
});

t.test('a view without content has lists all the same', async t => {
  new Builder(t).with({ groups: { g: { products: { p: tent } } }, translations: [] }, shop => {
    t.same(lists(shop, BRITISH, 'tent', [list()]), [{ id: 'a', items: [], totalHits: 0 }]);
    t.match(typed(shop, BRITISH, 'tent', [list()]), {
      contentSuggestions: [],
      contentLists: [{ items: [], totalHits: 0 }],
    });
    t.same(information(shop, BRITISH, ['returns']), []);
    const answer = searchContent(shop, { ...BRITISH, q: 'tent' });
    t.match(answer, { q: 'tent', didYouMean: [], primaryList: { items: [], totalHits: 0 } });
    t.equal(answer.primaryList.sort.options.length, 2);
  });
});
