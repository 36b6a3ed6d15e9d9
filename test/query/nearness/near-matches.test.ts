/** Products that are near to a text by what words mean in a shop: where they are listed, and where they are not. */
import t from 'tap';
import type { ProductGroup } from '../../../src/catalog/records.js';
import { Deadline } from '../../../src/kernel/deadline.js';
import type { SearchPageRequest } from '../../../src/pages/shared/requests.js';
import { nearProducts } from '../../../src/query/nearness/near-products.js';
import { understand } from '../../../src/query/understanding/understand.js';
import { Snapshot } from '../../../src/snapshot/index.js';
import { themes, titles } from '../../build/vectors/themed-products.js';
import { type Asked, Builder, mainKeys, type SearchJson, searchRequest } from '../../pages/shop.js';

const view = { market: 'uk', locale: 'en-GB' };
const PRODUCTS = 1200;
const [first, second] = themes as [string[], string[]];

const shopTitles = titles(PRODUCTS, 3).map((title, i) => {
  // Of one word of the first theme there are few products, of another very many.
  const own = title.split(' ').filter(word => word !== first[0]);
  return [...own, ...(i < 120 && i % 40 === 0 ? [first[0]!] : []), ...(i % 2 === 0 ? ['common'] : [])].join(' ');
});
const keysOf = (products: readonly number[]) => products.map(i => `p${i}`);

/** No title has these: the first stands in descriptions of the first theme, the second in those of all themes. */
const DESCRIBED = 'velmaritz';
const SAID_BY_ALL = 'sundorump';
/** And one of two descriptions, which are no meaning. */
const SAID_TWICE = 'quillobrek';

function descriptionOf(title: string, i: number): string | undefined {
  const words = [
    ...(i % 3 === 0 && title.split(' ').some(word => first.includes(word)) ? [DESCRIBED] : []),
    ...(i % 37 === 0 ? [SAID_BY_ALL] : []),
    ...(i === 0 || i === themes.length ? [SAID_TWICE] : []),
  ];
  return words.length > 0 ? `made for ${words.join(' and ')}` : undefined;
}

const groups: Record<string, ProductGroup> = Object.fromEntries(
  shopTitles.map((title, i) => {
    const description = descriptionOf(title, i);
    const defaults = { title, url: `/${i}`, dataLocale: 'en-GB', ...(description && { description }) };
    const variants = { [`p${i}-v`]: { defaults: { listPrice: 10 + (i % 90), stock: 1 } } };
    return [`g${i}`, { products: { [`p${i}`]: { markets: ['uk'], defaults, variants } } }];
  }),
);

/** No product says these. Visitors chose products of the first theme for one, and products of all themes for the other. */
const ASKED = 'trevonask';
const ASKED_BY_CHANCE = 'plubberdam';
/** And one that was searched for once. */
const ASKED_ONCE = 'grimsoldeck';
const chosenFor = (text: string, chosen: readonly string[]) => ({ market: 'uk', locale: 'en-GB', text, chosen });
const ofFirstTheme = [...shopTitles.keys()].filter(i => shopTitles[i]!.split(' ').some(word => first.includes(word)));
const searched = [
  ...[0, 1, 2].map(n =>
    chosenFor([ASKED, 'of', 'gift'].slice(0, 1 + n).join(' '), keysOf(ofFirstTheme.slice(4 * n, 4 * n + 4))),
  ),
  chosenFor(ASKED_BY_CHANCE, keysOf([3, 210, 515, 811, 1022, 1154])),
  chosenFor(ASKED_ONCE, keysOf([ofFirstTheme[0]!])),
  { ...chosenFor(ASKED_ONCE, keysOf(ofFirstTheme.slice(0, 5))), locale: 'sv-SE' },
];
const shop = new Builder(t).open({ groups, translations: [] }, {}, searched);
t.teardown(() => shop.close());
const search = (q: string, more: Partial<Asked<SearchPageRequest>> = {}) => shop.search({ ...view, q, ...more });
const keys = (page: SearchJson) => mainKeys(page.primaryList.productGroups);
const titleOf = (key: string) => shopTitles[Number(key.slice(1))]!.split(' ');
interface Hit {
  key: string;
  score: number;
  parts: { kind: string; points: number; similarity?: number }[];
}
const relaxed = (page: SearchJson) => (page as { relaxed?: { dropped: string[]; totalHits: number } }).relaxed;

t.test('few products with the word are followed by others of its theme', async t => {
  const page = search(first[0]!);
  const found = keys(page);
  const having = found.filter(key => titleOf(key).includes(first[0]!));
  t.equal(having.length, 3);
  t.same(found.slice(0, 3).sort(), having.sort(), 'those with the word stand first');
  t.same(relaxed(page), { dropped: [], totalHits: 3 });
  t.equal(page.primaryList.totalHits, found.length);
  t.ok(found.length > 10 && found.length <= 63, `${found.length}`);
  const ofTheme = found.filter(key => titleOf(key).some(word => first.includes(word)));
  t.ok(ofTheme.length > found.length * 0.8, `${ofTheme.length} of ${found.length}`);
});

t.test('a word that only descriptions have leads to what products these are of', async t => {
  const page = search(DESCRIBED);
  const found = keys(page);
  t.ok(found.length > 10, `${found.length}`);
  const ofTheme = found.filter(key => titleOf(key).some(word => first.includes(word)));
  t.ok(ofTheme.length > found.length * 0.8, `${ofTheme.length} of ${found.length}`);
  t.same(relaxed(page), { dropped: [], totalHits: 0 });
  t.equal(page.q, DESCRIBED, 'and is not corrected');
  const beside = keys(search(`${DESCRIBED} ${SAID_BY_ALL}`));
  t.same(beside.sort(), found.sort(), 'a word that says nothing changes nothing');
});

t.test('a word of the descriptions of all kinds of products, and of two, means nothing', async t => {
  for (const q of [SAID_BY_ALL, SAID_TWICE]) t.equal(search(q).primaryList.totalHits, 0, q);
});

t.test('a word that only visitors use lists what is like the products that they chose for it', async t => {
  const found = keys(search(ASKED));
  t.ok(found.length > 10, `${found.length}`);
  const ofTheme = found.filter(key => titleOf(key).some(word => first.includes(word)));
  t.ok(ofTheme.length > found.length * 0.8, `${ofTheme.length} of ${found.length}`);
  t.ok(
    ofTheme.some(key => !searched.some(({ chosen }) => chosen.includes(key))),
    'others than those as well',
  );
  t.equal(search(ASKED).q, ASKED, 'and is not corrected');
});

t.test('a word that was chosen for all kinds of products, or too rarely, means nothing', async t => {
  for (const q of [ASKED_BY_CHANCE, ASKED_ONCE]) t.equal(search(q).primaryList.totalHits, 0, q);
});

t.test('an order by price holds among those with the word, and among the others', async t => {
  const page = search(first[0]!, { sort: 'PRICE_ASCENDING' });
  const prices = keys(page).map(key => 10 + (Number(key.slice(1)) % 90));
  const sorted = (some: number[]) => [...some].sort((a, b) => a - b);
  t.same(prices, [...sorted(prices.slice(0, 3)), ...sorted(prices.slice(3))]);
});

t.test('filters hold for products that are near', async t => {
  const bound = { kind: 'range', min: 10, max: 30 } as const;
  const rules = [{ restrictions: [{ attribute: 'price', condition: bound, exclude: false }] }];
  const found = keys(search(first[0]!, { rules }));
  t.ok(found.length > 3);
  t.ok(found.every(key => Number(key.slice(1)) % 90 <= 20));
  const priced = keys(search(`${first[0]} under 30`));
  t.ok(priced.length > 3 && priced.every(key => Number(key.slice(1)) % 90 <= 20));
});

t.test('pages of a list follow each other, and tell of the same products', async t => {
  const whole = search(first[3]!);
  const all = keys(whole);
  t.ok(all.length > 25 && relaxed(whole), `${all.length}`);
  for (const sort of ['RELEVANCE', 'PRICE_ASCENDING'] as const) {
    const sorted = keys(search(first[3]!, { sort }));
    t.same([...sorted].sort(), [...all].sort());
    for (const skip of [0, 10, 20, 30, 600]) {
      const page = search(first[3]!, { sort, skip, limit: 10 });
      t.same(keys(page), sorted.slice(skip, skip + 10), `${sort} from ${skip}`);
      t.same([page.primaryList.totalHits, relaxed(page)], [all.length, relaxed(whole)]);
    }
  }
});

t.test('what a text excludes is not near to it', async t => {
  const left = keys(search(`${first[0]} -${first[1]}`));
  t.ok(left.length > 10);
  t.notOk(left.some(key => titleOf(key).includes(first[1]!)));
  t.ok(keys(search(first[0]!)).some(key => titleOf(key).includes(first[1]!)));
});

t.test('an answer that is cut short says so, and the next one is whole', async t => {
  const q = `${second[0]} ${second[1]} ${second[2]}`;
  const cut = JSON.parse(shop.text(searchRequest({ ...view, q }), undefined, 0)) as SearchJson;
  const found = keys(search(q));
  t.ok(found.length > 20);
  t.ok(keys(cut).length < found.length);
  t.equal((cut as { degraded?: boolean }).degraded, true);
});

t.test('a scan that is cut short has what it found, which is not kept for the next search', async t => {
  const snapshot = new Snapshot(shop.shared);
  t.teardown(() => snapshot.close());
  const scope = { view: snapshot.view('uk', 'en-GB'), within: undefined, examples: [] };
  const understanding = understand(first[4]!, scope.view);
  // The clock is read at the start and before each of two pieces.
  const times = [0, 0, 9];
  const deadline = new Deadline(() => times.shift()!);
  deadline.start(5);
  const found = (deadline: Deadline) =>
    nearProducts(understanding, scope, deadline, true).map(({ product }) => product);
  const cut = found(deadline);
  const whole = found(new Deadline());
  t.ok(deadline.cut && cut.length > 0 && cut.every(product => product < 1024), `${cut.length}`);
  t.ok(whole.some(product => product >= 1024));
  t.equal(found(new Deadline()).length, whole.length);
});

t.test('nothing is near to what the shop does not know, to numbers and keys, and to strangers', async t => {
  t.equal(search('qwzzkp').primaryList.totalHits, 0);
  t.equal(search('qwzzkp vrrktt').primaryList.totalHits, 0);
  t.equal(relaxed(search(`${first[0]} xk7731b`))?.totalHits, 0);
  for (const q of ['P17', '12345', `${first[0]} xk7731b`]) {
    const found = keys(search(q));
    t.ok(
      found.every(key => titleOf(key).includes(first[0]!) || key === q.toLowerCase()),
      q,
    );
  }
});

t.test('a page that words fill has nothing else', async t => {
  const found = keys(search('common'));
  t.ok(found.every(key => titleOf(key).includes('common')));
  t.equal(relaxed(search('common')), undefined);
  t.equal(shop.autocomplete({ ...view, q: first[0]! }).totalHits, 3, 'suggestions are those of words');
});

t.test('the first of a list are those of words, and nearness orders what follows', async t => {
  const q = `${first[1]} ${first[2]} ${second[3]}`;
  const explained = shop.explain(searchRequest({ ...view, q }));
  const hits = explained.lists[0]!.hits as Hit[];
  for (const { key, score, parts } of hits) {
    const sum = parts.reduce((all, { points }) => all + points, 0);
    t.ok(Math.abs(sum - score) < 0.01, `${key}: ${sum} and ${score}`);
  }
  const kinds = hits.map(({ parts }) => parts.map(({ kind }) => kind));
  t.ok(kinds.slice(0, 10).every(own => !own.includes('near')));
  t.ok(kinds.slice(0, 10).some(own => own.includes('lead')));
  const near = hits.flatMap(({ parts }) => parts.filter(({ kind }) => kind === 'near'));
  t.ok(near.length > 5);
  t.ok(near.every(({ similarity = 0 }) => similarity >= 0.5 && similarity <= 1.02));
});

t.test('a setting leaves partial matches, and what is near, out of the primary list', async t => {
  const secondary = new Builder(t).open({ groups, translations: [] }, { partialMatches: 'secondary' });
  t.teardown(() => secondary.close());
  t.equal(secondary.search({ ...view, q: first[0]! }).primaryList.totalHits, 3);
});
