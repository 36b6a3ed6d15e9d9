/** Search by vectors that a shop brings, against looking at every product. */
import fc from 'fast-check';
import t from 'tap';
import { DEFAULT_INDEX_SETTINGS } from '../../../src/index/index-settings.js';
import { encodeVector } from '../../../src/index/product-vectors.js';
import { Deadline } from '../../../src/kernel/deadline.js';
import { draws } from '../../../src/kernel/draws.js';
import type { RequestedVector, SearchPageRequest } from '../../../src/pages/shared/requests.js';
import { MOST_NEAREST, nearestProducts } from '../../../src/query/nearness/nearest-products.js';
import { ALWAYS, Importer } from '../../build/importer.js';
import { testFolder } from '../../folder.js';
import { type Asked, type FacetJson, mainKeys, type SearchJson, Shop, searchRequest, share } from '../shop.js';

const seed = 20261123;
const view = { market: 'uk', locale: 'en-GB' };
/** No product has vectors of the last at first. */
const embeddings = { image: 5, text: 20, sound: 3 };
const PRODUCTS = 1400;
const COLORS = ['red', 'blue', 'green'];
const draw = draws(7);
const drawn = (size: number) => Array.from({ length: size }, () => draw() - 0.5);
type Vectors = Partial<Record<keyof typeof embeddings, number[]>>;

/** By product; some have none, or those of one space. */
const own: Vectors[] = Array.from({ length: PRODUCTS }, (_, i) => ({
  ...(i % 7 !== 0 && { image: drawn(5) }),
  ...(i % 11 === 0 && { text: drawn(20) }),
}));

function line(i: number, vectors: Vectors): object {
  const title = `${['plain', 'fancy'][i % 2]} ${i % 100 === 0 ? 'oak lamp' : i % 50 === 0 ? 'lamp' : 'chair'}`;
  const customLabels = { color: [COLORS[i % 3]!] };
  const defaults = { title, url: `/${i}`, dataLocale: 'en-GB', customLabels, embeddings: vectors };
  const variants = { [`p${i}-v`]: { defaults: { listPrice: 10 + (i % 90), stock: 1 } } };
  const productGroup = { products: { [`p${i}`]: { markets: ['uk'], defaults, variants } } };
  return { replace: { key: `g${i}`, productGroup } };
}

interface Answer extends SearchJson {
  vector?: { space: string; nearest: number; most: number };
  relaxed?: { dropped: string[]; totalHits: number };
}

/** What is nearest by the rounded numbers, of a similarity above 0, at most so many. */
function nearest(vectors: readonly Vectors[], { space, values }: RequestedVector, isAllowed = (_: number) => true) {
  const rounded = (numbers: readonly number[]) => {
    const most = Math.max(...numbers.map(Math.abs));
    return numbers.map(number => Math.round((number / most) * 127));
  };
  const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, d) => sum + x * b[d]!, 0);
  const wanted = rounded(values);
  const found = vectors.flatMap((of, i) => {
    const numbers = of[space as keyof Vectors];
    if (!numbers || !isAllowed(i)) return [];
    const row = rounded(numbers);
    return [{ key: `p${i}`, similarity: dot(row, wanted) / Math.sqrt(dot(row, row) * dot(wanted, wanted)) }];
  });
  return found
    .filter(({ similarity }) => similarity > 0)
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, MOST_NEAREST);
}

async function opened(test: typeof t) {
  const importer = new Importer(testFolder(test), ALWAYS, { ...DEFAULT_INDEX_SETTINGS, embeddings });
  test.teardown(() => importer.close());
  await importer.import(
    'replace',
    own.map((vectors, i) => line(i, vectors)),
  );
  return importer;
}

let importer: Importer;
let shop: Shop;
const open = () => new Shop(share(importer.dataDir, importer.manifest.id));
t.before(async () => {
  importer = await opened(t);
  shop = open();
  t.teardown(() => shop.close());
});
const search = (of: Shop, vector: RequestedVector, more: Partial<Asked<SearchPageRequest>> = {}) =>
  JSON.parse(of.text(searchRequest({ ...view, vector, ...more }))) as Answer;
const keysOf = (of: Shop, vector: RequestedVector, more: Partial<Asked<SearchPageRequest>> = {}) =>
  [0, 600].flatMap(skip => mainKeys(search(of, vector, { skip, ...more }).primaryList.productGroups));
const image = (values: number[], weight = 1): RequestedVector => ({ space: 'image', values, weight });
const under = (most: number) => [
  { restrictions: [{ attribute: 'price', condition: { kind: 'range' as const, min: 0, max: most }, exclude: false }] },
];

t.test('a vector alone lists the nearest products, with exact totals and facets, within filters', async t => {
  for (const space of ['image', 'text'] as const) {
    for (const most of [1000, 30]) {
      const vector = { space, values: drawn(embeddings[space]), weight: 0.5 };
      const expected = nearest(own, vector, i => 10 + (i % 90) <= most);
      const keys = keysOf(shop, vector, { rules: under(most) });
      const page = search(shop, vector, { rules: under(most) });
      t.same(
        keys,
        expected.map(({ key }) => key),
        `${space} under ${most}`,
      );
      t.equal(page.primaryList.totalHits, expected.length);
      t.same(page.vector, { space, nearest: expected.length, most: MOST_NEAREST });
      t.equal(page.relaxed, undefined);
      const facet = page.primaryList.facets.find(({ id }) => id === 'custom.color') as FacetJson & {
        values: { id: string; count: number }[];
      };
      const counted = COLORS.map(
        color => expected.filter(({ key }) => COLORS[Number(key.slice(1)) % 3] === color).length,
      );
      t.same(
        COLORS.map(color => facet.values.find(({ id }) => id === color)?.count ?? 0),
        counted,
      );
      const blue = keysOf(shop, vector, { rules: under(most), facets: [{ id: 'custom.color', values: ['blue'] }] });
      t.same(
        blue,
        keys.filter(key => Number(key.slice(1)) % 3 === 1),
      );
    }
  }
});

t.test('words and a vector: full matches stay before partial ones, and explain tells what each gets', async t => {
  const vector = image(drawn(5), 0.4);
  const q = 'fancy lamp';
  const page = search(shop, vector, { q });
  const near = new Map(nearest(own, vector).map(({ key, similarity }) => [key, similarity]));
  t.equal(page.vector?.nearest, near.size);
  t.equal(page.relaxed?.totalHits, 0, 'no product has both words');
  const words = JSON.parse(shop.text(searchRequest({ ...view, q }))) as Answer;
  t.ok(page.primaryList.totalHits >= words.primaryList.totalHits);
  const request = searchRequest({ ...view, q, vector });
  const { lists } = shop.explain(request) as unknown as {
    lists: { hits: { key: string; score: number; parts: { kind: string; points: number; similarity?: number }[] }[] }[];
  };
  const [{ hits }] = lists as [(typeof lists)[number]];
  t.ok(hits.length > 0);
  for (const { key, score, parts } of hits) {
    const sum = parts.reduce((all, { points }) => all + points, 0);
    t.ok(Math.abs(sum - score) < 0.1, `${key}: ${sum}, ${score}`);
    const part = parts.find(({ kind }) => kind === 'near');
    const similarity = near.get(key);
    t.equal(part !== undefined, similarity !== undefined, key);
    if (part) t.ok(Math.abs(part.points - 1000 * 0.4 * similarity!) < 0.1, key);
  }
  const full = search(shop, image(drawn(5), 0.9), { q: 'plain lamp', sort: 'PRICE_ASCENDING' });
  const keys = mainKeys(full.primaryList.productGroups);
  const isLamp = (key: string) => Number(key.slice(1)) % 50 === 0;
  t.equal(full.relaxed?.totalHits, keys.filter(isLamp).length);
  t.ok(keys.slice(0, full.relaxed!.totalHits).every(isLamp), 'in every order');
});

t.test(
  'the vector of the text lists what is near where few products have its words, and never for numbers',
  async t => {
    const values = drawn(5);
    const ofText = (leastSimilarity: number): RequestedVector => ({ ...image(values, 0.4), leastSimilarity });
    const plain = (q: string) => search(shop, undefined as unknown as RequestedVector, { q });
    const near = new Map(nearest(own, image(values)).map(({ key, similarity }) => [key, similarity]));
    const q = 'wooden table';
    t.equal(plain(q).primaryList.totalHits, 0);
    const listed = keysOf(shop, ofText(0.7), { q });
    const expected = nearest(own, image(values)).filter(({ similarity }) => similarity >= 0.7);
    t.ok(expected.length > 60);
    t.same(
      listed,
      expected.slice(0, 60).map(({ key }) => key),
    );
    t.same(keysOf(shop, ofText(1), { q }), []);
    t.same(keysOf(shop, ofText(0.7), { q: 'AB-12345' }), []);
    const chairs = search(shop, ofText(0.7), { q: 'chair' });
    t.equal(chairs.primaryList.totalHits, plain('chair').primaryList.totalHits, 'many have the word');
    const [first] = mainKeys(chairs.primaryList.productGroups);
    t.ok(near.get(first!)! >= 0.7, 'which are ordered by nearness, too');
    const unknown = { space: 'smell', values: [1, 2], weight: 0.5, leastSimilarity: 0.5 };
    t.same(search(shop, unknown, { q: 'lamp' }), plain('lamp'), 'a snapshot of before the encoder');
  },
);

t.test('a text without its vector is searched by its words, and the answer and its explanation say so', async t => {
  const words = { ...view, q: 'lamp' };
  const late = { ...words, unencoded: 'late' as const };
  const degraded = JSON.parse(shop.text(searchRequest(late))) as Answer & { degraded?: true };
  t.same(degraded, { ...JSON.parse(shop.text(searchRequest(words))), degraded: true });
  t.match(shop.explain(searchRequest(late)), { degraded: true, unencoded: 'late' });
});

t.test('a weight of 0 leaves words alone, one of 1 the vector', async t => {
  const values = drawn(5);
  const plain = shop.text(searchRequest({ ...view, q: 'fancy lamp' }));
  t.equal(shop.text(searchRequest({ ...view, q: 'fancy lamp', vector: image(values, 0) })), plain);
  const expected = nearest(own, image(values)).map(({ key }) => key);
  t.same(keysOf(shop, image(values), { q: 'fancy lamp' }), expected);
});

t.test('a space that the settings do not name, and other dimensions, are refused, whatever the weight', async t => {
  const refused = (vector: RequestedVector) => () => search(shop, vector);
  for (const weight of [0, 0.5, 1]) {
    t.throws(refused({ space: 'smell', values: [1], weight }), /\/vector\/space: .*"smell".*image, sound, text/);
    t.throws(refused(image([1, 2], weight)), /\/vector\/values: expected 5 numbers, found 2/);
  }
});

t.test('a space that no product has lists nothing, until one gets a vector, and again when it has lost it', async t => {
  const vector = { space: 'sound', values: [1, 2, 3], weight: 0.5 };
  const nothing = search(shop, vector);
  t.equal(nothing.primaryList.totalHits, 0);
  t.same(nothing.vector, { space: 'sound', nearest: 0, most: MOST_NEAREST });
  const listed = (of: Shop, asked: RequestedVector | undefined) =>
    mainKeys(search(of, asked as RequestedVector, { q: 'lamp' }).primaryList.productGroups);
  t.same(listed(shop, vector), listed(shop, undefined), 'words find what they find');
  const found: string[][] = [];
  for (const vectors of [{ ...own[3], sound: [3, 2, 1] }, own[3]!]) {
    await importer.import('update', [line(3, vectors)]);
    const shop = open();
    found.push(keysOf(shop, vector));
    shop.close();
  }
  t.same(found, [['p3'], []]);
});

t.test('an answer that is cut short says so', async t => {
  const cut = JSON.parse(shop.text(searchRequest({ ...view, vector: image(drawn(5)) }), undefined, 0)) as Answer;
  t.equal((cut as { degraded?: boolean }).degraded, true);
});

t.test('overlays and edits change vectors, until they are rolled back', async t => {
  const now = [...own];
  const lines: object[] = [];
  for (let i = 0; i < 40; i++) {
    now[i] = i % 3 === 0 ? {} : { ...own[i], image: drawn(5) };
    lines.push(
      i % 2 === 0
        ? line(i, now[i]!)
        : { editAttributes: { key: `p${i}`, product: { defaults: { embeddings: now[i] } } } },
    );
  }
  const before = importer.manifest.id;
  const vector = image(drawn(5));
  const keys = () => {
    const shop = open();
    const found = keysOf(shop, vector);
    shop.close();
    return found;
  };
  await importer.import('update', lines);
  t.ok(importer.manifest.changed, 'an overlay');
  t.same(
    keys(),
    nearest(now, vector).map(({ key }) => key),
  );
  await importer.import('update', [{ editAttributes: { key: 'p5-v', variant: { defaults: { listPrice: 11 } } } }]);
  t.same(
    keys(),
    nearest(now, vector).map(({ key }) => key),
  );
  importer.buildBase();
  t.ok(importer.takeUpBase());
  t.same(
    keys(),
    nearest(now, vector).map(({ key }) => key),
    'in a new base',
  );
  await importer.rollback(before);
  t.same(
    keys(),
    nearest(own, vector).map(({ key }) => key),
  );
});

t.test('the nearest are found as by looking at each, in WebAssembly and without, whatever the numbers', async t => {
  const number = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ min: -1e15, max: 1e15, noNaN: true }));
  const vectorOf = (size: number) =>
    fc.array(number, { minLength: size, maxLength: size }).filter(v => v.some(Boolean));
  const cases = fc.integer({ min: 2, max: 40 }).chain(size =>
    fc.record({
      rows: fc.array(fc.option(vectorOf(size), { nil: undefined }), { minLength: 1, maxLength: 60 }),
      values: vectorOf(size),
      within: fc.option(fc.integer({ min: 0, max: 0x7fffffff }), { nil: undefined }),
    }),
  );
  fc.assert(
    fc.property(cases, ({ rows, values, within }) => {
      const dimensions = values.length;
      const size = encodeVector(values).bytes.length;
      const vectors = new Int8Array(rows.length * size);
      const scale = new Float32Array(rows.length);
      rows.forEach((row, i) => {
        if (!row) return;
        const encoded = encodeVector(row);
        vectors.set(encoded.bytes, i * size);
        scale[i] = encoded.scale;
      });
      const wanted = encodeVector(values);
      const isAllowed = (i: number) => within === undefined || (i < 31 && (within & (1 << i)) !== 0);
      const expected = rows
        .flatMap((row, product) => {
          const dot = wanted.bytes.reduce((sum, x, d) => sum + x * vectors[product * size + d]!, 0);
          const similarity = Math.min(1, dot * scale[product]! * wanted.scale);
          return row && isAllowed(product) && dot > 0 ? [{ product, similarity }] : [];
        })
        .sort((a, b) => b.similarity - a.similarity || a.product - b.product);
      const keyRank = Uint32Array.from(rows, (_, i) => i);
      const bits = within === undefined ? undefined : Uint32Array.of(within, 0);
      const column = { name: 's', dimensions, vectors, scale };
      for (const assembly of [true, false]) {
        const found = nearestProducts({ column, values, within: bits, keyRank }, new Deadline(), assembly);
        t.same(
          found.map(({ product }) => product),
          expected.map(({ product }) => product),
        );
      }
    }),
    { seed, numRuns: 150 },
  );
});

t.test('what a text excludes is not near, and who asks why is told by the vector', async t => {
  const vector = image(drawn(5), 0.4);
  const q = 'lamp without oak';
  const { lists } = shop.explain(searchRequest({ ...view, q, vector, limit: 600 })) as unknown as {
    lists: { hits: { key: string; parts: { kind: string }[] }[] }[];
  };
  const excluded = lists[0]!.hits.filter(({ key }) => Number(key.slice(1)) % 100 === 0);
  t.equal(excluded.length, PRODUCTS / 100, 'they are listed behind the others');
  for (const { key, parts } of excluded)
    t.notOk(
      parts.some(({ kind }) => kind === 'near'),
      key,
    );
  const none = shop.explain(searchRequest({ ...view, vector: image(drawn(5)) }), ['p0']).asked[0]!;
  t.match(none.lists[0]!.reasons, [{ code: 'NOT_NEAR', message: /vectors are nearest, or has none/ }]);
});
