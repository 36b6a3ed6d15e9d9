/** Search settings: imported, previewed, published and exported, and refused with every fault named. */
import t from 'tap';
import { exportSearchSettings, type LocaleSearchSettings } from '../../../src/catalog/site/search-settings-document.js';
import { type SiteBench, siteBench } from './site-bench.js';

const FULL: LocaleSearchSettings = {
  synonyms: [{ words: ['hoodie', 'hooded sweater'] }, { from: ['wellies'], to: ['rubber boots', 'boots'] }],
  stopWords: ['please'],
  redirects: [
    { phrases: ['returns', 'send back'], link: '/returns' },
    { phrases: ['jobs'], link: 'https://jobs.example.com/?from=shop' },
  ],
  rules: [
    { phrases: ['raincoat'], pin: ['p', 'unknown'] },
    {
      phrases: ['summer', 'beach'],
      match: 'CONTAINS',
      bury: { products: ['q'], rules: 'rule incl in_stock {"false"}' },
      boost: [{ rules: 'rule incl price [0, 100]', weight: -2.5 }],
    },
  ],
};

function bench(t: Parameters<typeof siteBench>[0]) {
  const { store, apply } = siteBench(t);
  return {
    store,
    put: (locales: Record<string, unknown>, previewOnly?: boolean) => {
      const { result, message } = apply('search-settings', { locales, ...(previewOnly && { previewOnly }) });
      if (!result) throw new Error(message);
      return result;
    },
    publish: (locales?: string[]) => apply('search-settings-publish', { ...(locales && { locales }) }),
    published: () => exportSearchSettings(store.documents, false).locales,
    previewed: () => exportSearchSettings(store.documents, true).locales,
    faults: (body: unknown, kind: Parameters<SiteBench['apply']>[0] = 'search-settings') => {
      const { result, errors = [] } = apply(kind, body);
      if (result) throw new Error('it was taken');
      return Object.fromEntries(errors.map(({ path, message }) => [path, message]));
    },
  };
}

t.test('what is imported comes back, and can be imported again', async t => {
  const { store, put, published } = bench(t);
  const all = { 'en-GB': FULL, sv: { stopWords: ['tack'] }, '*': { redirects: [] } };
  const { change, counts, warnings } = put(all);
  t.same([change, counts, warnings], [{ kind: 'site' }, { added: 3, changed: 0, removed: 0 }, []]);
  t.same(published(), all);
  t.same(exportSearchSettings(store.documents, true), { locales: all });
  t.same(put(published()).change, { kind: 'none' });
});

t.test('a locale that is named is replaced as a whole, an empty one goes, others stay', async t => {
  const { put, published } = bench(t);
  put({ 'en-GB': FULL, sv: { stopWords: ['tack'] }, '*': { stopWords: ['x'] } });
  const { counts } = put({ 'en-GB': { stopWords: ['thanks'] }, sv: {} });
  t.same(counts, { added: 0, changed: 1, removed: 1 });
  t.same(published(), { '*': { stopWords: ['x'] }, 'en-GB': { stopWords: ['thanks'] } });
  t.same(put({ sv: {} }).change, { kind: 'none' }, 'nothing to empty');
});

t.test('a preview stands beside what is published, until it is', async t => {
  const { put, publish, published, previewed } = bench(t);
  put({ en: { stopWords: ['a'] }, sv: { stopWords: ['b'] } });
  put({ en: { stopWords: ['c'] }, sv: {}, de: FULL }, true);
  t.same(published(), { en: { stopWords: ['a'] }, sv: { stopWords: ['b'] } });
  t.same(previewed(), { de: FULL, en: { stopWords: ['c'] }, sv: {} });
  t.same(publish(['en', 'en']).result?.counts, { added: 0, changed: 1, removed: 0 });
  t.same(published(), { en: { stopWords: ['c'] }, sv: { stopWords: ['b'] } });
  t.same(publish().result?.counts, { added: 1, changed: 0, removed: 1 });
  t.same(published(), { de: FULL, en: { stopWords: ['c'] } });
  t.same(previewed(), published());
  t.same(publish().result?.change, { kind: 'none' });
});

t.test('an import of a locale discards its preview, and says so', async t => {
  const { put, published, previewed } = bench(t);
  put({ en: { stopWords: ['a'] }, sv: { stopWords: ['b'] } }, true);
  t.same(put({ en: { stopWords: ['c'] } }).warnings, ['1 previews were discarded, the first is en']);
  t.same(previewed(), { en: { stopWords: ['c'] }, sv: { stopWords: ['b'] } });
  t.same(put({ sv: {} }).change, { kind: 'site' }, 'the preview alone went');
  t.same(previewed(), published());
});

t.test('only previews can be published', async t => {
  const { put, publish, faults } = bench(t);
  put({ en: { stopWords: ['a'] } });
  t.match(publish(['en']).message, /^\/locales\/0: found "en", expected a locale that has a preview$/);
  t.same(Object.keys(faults({ locales: 'en', more: 1 }, 'search-settings-publish')).sort(), ['/locales', '/more']);
});

t.test('a locale that no market has is taken with a warning, where markets say which they have', async t => {
  const { store, put } = bench(t);
  t.same(put({ 'fi-FI': { stopWords: ['a'] } }).warnings, [], 'one market takes any locale');
  store.transaction(() => {
    const { p } = store.getGroup('g')!.products;
    store.putGroup('g', { products: { p: p! } });
  });
  const settings = { stopWords: ['b'] };
  t.same(put({ fi: settings, sv: settings, 'en-GB': settings, '*': settings, 'en-US': settings }).warnings, [
    '2 locales are of no market, the first is fi',
  ]);
});

t.test('all faults are named by their path, and nothing is imported', async t => {
  const { store, put, faults } = bench(t);
  put({ en: { stopWords: ['a'] } });
  const found = faults({
    locales: {
      en: {
        synonyms: [{ words: ['one'] }, { words: ['a', 'b'], to: ['c'] }, { from: ['a'] }, {}, { words: ['a', '!'] }],
        stopWords: ['two words', '--'],
        redirects: [
          { phrases: ['a'], link: 'returns' },
          { phrases: [], link: '/' },
          { phrases: ['b'], link: '//x' },
        ],
        rules: [
          { phrases: ['?'], pin: ['a b'] },
          { phrases: ['a'] },
          { phrases: ['a'], match: 'LIKE', bury: { rules: 'rule incl' } },
          {
            phrases: ['a'],
            boost: [
              { rules: 'rule incl brand {"x"}', weight: 0 },
              { rules: 'x', weight: 11 },
            ],
          },
        ],
      },
    },
  });
  t.match(found, {
    '/locales/en/synonyms/0/words': /expected a list of 2 to 50 words/,
    '/locales/en/synonyms/1': /found to and words, expected either words, or from and to/,
    '/locales/en/synonyms/2': /found from, expected/,
    '/locales/en/synonyms/3': /found nothing, expected/,
    '/locales/en/synonyms/4/words/1': /found "!", expected text with a letter or digit/,
    '/locales/en/stopWords/0': /expected a single word/,
    '/locales/en/stopWords/1': /expected text with a letter or digit/,
    '/locales/en/redirects/0/link': /expected a link: an http or https URL, or a path/,
    '/locales/en/redirects/1/phrases': /expected a list of 1 to 20 phrases/,
    '/locales/en/redirects/2/link': /expected a link/,
    '/locales/en/rules/0/pin/0': /expected a product key/,
    '/locales/en/rules/0/phrases/0': /found "\?", expected text with a letter or digit/,
    '/locales/en/rules/1': /found none of pin, bury and boost/,
    '/locales/en/rules/2/match': /expected one of EXACT, CONTAINS/,
    '/locales/en/rules/2/bury/rules': /line 1, column 10/,
    '/locales/en/rules/3/boost/0/weight': /found 0, expected a weight other than 0/,
    '/locales/en/rules/3/boost/1/rules': /line 1, column 1/,
    '/locales/en/rules/3/boost/1/weight': /expected a number from -10 to 10/,
  });
  t.equal(Object.keys(found).length, 18, Object.keys(found).join());
  t.same(exportSearchSettings(store.documents, true).locales, { en: { stopWords: ['a'] } });
});

t.test('a phrase leads to one place in a locale, however it is written', async t => {
  const { put, faults } = bench(t);
  const redirects = [
    { phrases: ['gift card', 'T-shirts'], link: '/a' },
    { phrases: ['t shirt', 'Gift  Cards!'], link: '/b' },
  ];
  t.same(faults({ locales: { en: { redirects } } }), {
    '/locales/en/redirects/1/phrases/0':
      'found "t shirt", which is the phrase /locales/en/redirects/0/phrases/1 too, expected another',
    '/locales/en/redirects/1/phrases/1':
      'found "Gift  Cards!", which is the phrase /locales/en/redirects/0/phrases/0 too, expected another',
  });
  put({ en: { redirects: redirects.slice(0, 1) }, 'en-GB': { redirects: redirects.slice(1) } });
});

t.test('what is no settings at all, and keys that are no locale', async t => {
  const { faults } = bench(t);
  t.same(Object.keys(faults([])), ['/']);
  t.same(Object.keys(faults({})), ['/locales']);
  t.same(Object.keys(faults({ locales: { en: 5, sv: [] }, more: 1, previewOnly: 'yes' })).sort(), [
    '/locales/en',
    '/locales/sv',
    '/more',
    '/previewOnly',
  ]);
  const keys = JSON.parse('{"english": {}, "EN": {}, "en_GB": {}, "__proto__": {}, "a/b": {}}') as object;
  const found = faults({ locales: { ...keys, ['__proto__']: {} } });
  t.same(Object.keys(found).sort(), [
    '/locales/EN',
    '/locales/__proto__',
    '/locales/a~1b',
    '/locales/en_GB',
    '/locales/english',
  ]);
  t.match(found['/locales/english'], 'expected a locale like en-GB, a language like en, or *');
  const many = Array.from({ length: 30 }, () => 7);
  t.equal(Object.keys(faults({ locales: { en: { synonyms: many } } })).length, 20, 'no more than can be read');
});
