/** What is searched for: the lines of a file, and what visitors search for most. */
import t from 'tap';
import { commonViews, narrowViews, viewLabel } from '../../../src/cli/diff/common-views.js';
import { recordedSearches, searchesOf } from '../../../src/cli/diff/searches.js';
import type { ViewManifest } from '../../../src/snapshot/index.js';
import { learned, START, search } from '../../behaviour/learning/shop.js';

const UK = { market: 'uk', locale: 'en-GB' };
const SE = { market: 'se', locale: 'sv-SE' };
const SE_ENGLISH = { market: 'se', locale: 'en-GB' };
const ALL = { market: 'no', locale: '*' };

function views(...names: { market: string; locale: string }[]): { views: ViewManifest[] } {
  return { views: names as ViewManifest[] };
}

t.test('a line of text is searched for in every view, one of JSON where it says', async t => {
  const text =
    '\uFEFF# what the shop asked about\r\n\r\n  rain jacket \r\n{"q": " jacka ", "market": "se", "locale": "sv-SE"}';
  t.strictSame(searchesOf(text, 'f', [UK, SE]), {
    searches: [
      { ...UK, q: 'rain jacket', weight: 1 },
      { ...SE, q: 'rain jacket', weight: 1 },
      { ...SE, q: 'jacka', weight: 1 },
    ],
    total: 3,
  });
});

t.test('a market alone stands for all its locales, and a locale alone for all markets that have it', async t => {
  const of = (line: string) =>
    searchesOf(line, 'f', [UK, SE, SE_ENGLISH]).searches.map(({ market, locale }) => `${market} ${locale}`);
  t.strictSame(of('{"q": "x", "market": "se"}'), ['se sv-SE', 'se en-GB']);
  t.strictSame(of('{"q": "x", "locale": "en-GB"}'), ['uk en-GB', 'se en-GB']);
});

t.test('a query that comes several times weighs as much', async t => {
  const { searches, total } = searchesOf('jacka\nskor\njacka\n{"q": "jacka"}', 'f', [SE]);
  t.strictSame(
    searches.map(({ q, weight }) => [q, weight]),
    [
      ['jacka', 3],
      ['skor', 1],
    ],
  );
  t.equal(total, 4);
});

t.test('a wrong line is told by its number, and what was expected there', async t => {
  const cases: [line: string, message: RegExp][] = [
    ['{"q": "x"', /^f: line 2: found "\{"q": "x"", expected a text, or JSON such as/],
    ['{"q": 5}', /^f: line 2: q: found "5", expected a text$/],
    ['{"q": " "}', /line 2: q: found .* expected a text/],
    ['{"market": "se"}', /line 2: q: missing/],
    ['{"q": "x", "Market": "se"}', /line 2: found the member "Market", expected q, market, locale/],
    ['{"q": "x", "market": "dk"}', /line 2: found "dk", expected a market and locale of se sv-SE/],
    ['{"q": "x", "locale": "da-DK"}', /line 2: found "da-DK", expected a market and locale of se sv-SE/],
  ];
  for (const [line, message] of cases) {
    t.throws(() => searchesOf(`skor\n${line}`, 'f', [SE]), { name: 'CommandFailure', message }, line);
  }
  t.throws(() => searchesOf('# nothing\n\n', 'f', [SE]), { message: /no query found/ });
});

t.test('the views of both are those that both can answer in', async t => {
  t.strictSame(commonViews(views(UK, SE), views(SE, SE_ENGLISH)), [SE]);
  t.strictSame(commonViews(views(ALL), views({ market: 'no', locale: 'nb-NO' })), [{ market: 'no', locale: 'nb-NO' }]);
  t.strictSame(commonViews(views(ALL), views(ALL)), [ALL]);
  t.strictSame(commonViews(views(UK), views(SE)), []);
  t.strictSame(narrowViews([UK, ALL], { locale: 'nb-NO' }), [{ market: 'no', locale: 'nb-NO' }]);
  t.strictSame([UK, ALL].map(viewLabel), ['uk en-GB', 'no']);
});

t.test('recorded searches come by how often visitors make them, as they usually write them', async t => {
  const learner = learned([
    ...['1', '2', '3'].map(session => search('Rain  jacket', { session })),
    ...['1', '2'].map(session => search('boots', { session })),
    search('jacka', { session: '4', market: 'se' }, { locale: 'sv-SE' }),
    search('jacka', { session: '5', market: 'dk' }, { locale: 'da-DK' }),
    search('tester', { userContext: 'SYNTHETIC' }),
  ]);
  t.strictSame(recordedSearches(learner, [UK, SE], 2, START), {
    searches: [
      { ...UK, q: 'Rain jacket', weight: 3 },
      { ...UK, q: 'boots', weight: 2 },
    ],
    total: 6,
  });
  t.strictSame(recordedSearches(learner, [SE], 10, START).searches, [{ ...SE, q: 'jacka', weight: 1 }]);
});

t.test('where nobody has searched, that is said, and where', async t => {
  const learner = learned([search('jacka', { market: 'se' }, { locale: 'sv-SE' })]);
  t.throws(() => recordedSearches(undefined, [UK], 10, START), { message: /^no searches are recorded; .*--queries/ });
  t.throws(() => recordedSearches(learner, [UK], 10, START), { message: /^no searches are recorded in uk en-GB;/ });
});
