/** The contract of a matcher: how long its results stay valid, and what its unions hold. */
import t from 'tap';
import type { ProductGroup } from '../../../src/catalog/records.js';
import { Matcher } from '../../../src/query/matching/matcher.js';
import type { Matches } from '../../../src/query/matching/matches.js';
import { understand } from '../../../src/query/understanding/understand.js';
import { Snapshot } from '../../../src/snapshot/index.js';
import { Builder } from '../../pages/shop.js';

const TITLES = { r1: 'Red lamp', r2: 'Red chair', b1: 'Blue lamp', g1: 'Green table' };

const groups: Record<string, ProductGroup> = Object.fromEntries(
  Object.entries(TITLES).map(([key, title]) => {
    const defaults = { title, url: `/${key}`, dataLocale: 'en-GB' };
    const variants = { [`${key}-1`]: { defaults: { listPrice: 10, stock: 1 } } };
    return [key, { products: { [key]: { markets: ['uk'], defaults, variants } } }];
  }),
);
const shop = new Builder(t).open({ groups, translations: [] });
const snapshot = new Snapshot(shop.shared);
t.teardown(() => {
  snapshot.close();
  shop.close();
});
const view = snapshot.view('uk', 'en-GB');
const read = (q: string) => understand(q, view);
const keys = ({ docs, count }: Matches) => Array.from(docs.subarray(0, count), doc => view.structure.products.at(doc));

t.test('a result is gone once the matcher is used again; its numbers stay', async t => {
  const matcher = new Matcher();
  const again: Record<string, () => unknown> = {
    match: () => matcher.match(read('table'), view, undefined),
    nothing: () => matcher.nothing(view),
    countMatches: () => matcher.countMatches(read('table').queryTerms, view, undefined),
  };
  for (const [call, use] of Object.entries(again)) {
    const matches = matcher.match(read('lamp'), view, undefined);
    t.same(keys(matches).sort(), ['b1', 'r1']);
    use();
    t.equal(matches.count, 2, `the number stays after ${call}`);
    t.throws(() => matches.docs, /used again/, `products after ${call}`);
    t.throws(() => matches.scores, /used again/, `scores after ${call}`);
    t.throws(() => matches.add(0, 1), /used again/, `adding after ${call}`);
  }
});

t.test('looking whether anything matches leaves a result valid', async t => {
  const matcher = new Matcher();
  const matches = matcher.match(read('lamp'), view, undefined);
  t.ok(matcher.matchesAny(read('red chair').queryTerms, view, undefined));
  t.notOk(matcher.matchesAny(read('blue chair').queryTerms, view, undefined));
  t.same(keys(matches).sort(), ['b1', 'r1']);
});

t.test('results of two matchers do not touch each other', async t => {
  const [one, other] = [new Matcher(), new Matcher()];
  const lamps = one.match(read('lamp'), view, undefined);
  other.match(read('red'), view, undefined);
  t.same(keys(lamps).sort(), ['b1', 'r1']);
});

t.test('a union holds each product once, with its best score, as long as its last match', async t => {
  const matcher = new Matcher();
  const score = (q: string, key: string) => {
    return matcher.match(read(q), view, undefined).scores[view.structure.products.find(key)]!;
  };
  const [asLamp, asRed] = [score('lamp', 'r1'), score('red', 'r1')];
  for (const [points, best] of [
    [-100, asLamp],
    [100, asRed + 100],
  ] as const) {
    const union = matcher.union(matcher.match(read('lamp'), view, undefined), view);
    t.equal(union.count, 2);
    union.add(matcher.match(read('red'), view, undefined), points);
    const matches = union.matches();
    t.same(keys(matches).sort(), ['b1', 'r1', 'r2']);
    t.equal(matches.scores[view.structure.products.find('r1')], Math.fround(best));
    matcher.match(read('table'), view, undefined);
    t.throws(() => matches.docs, /used again/);
  }
});

t.test('a product that is added is one of the result', async t => {
  const matches = new Matcher().nothing(view);
  const table = view.structure.products.find('g1');
  matches.add(table, 7);
  t.same(keys(matches), ['g1']);
  t.equal(matches.scores[table], 7);
});
