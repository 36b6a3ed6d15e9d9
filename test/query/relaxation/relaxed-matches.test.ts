/**
 * A query that finds little is matched with fewer words for its list, for related searches and for the secondary list.
 * What any of them has matched, the others do not match again, and they get what matching again would have found.
 */
import t from 'tap';
import type { ProductGroup } from '../../../src/catalog/records.js';
import type { Bitmap } from '../../../src/kernel/bitmap.js';
import { interpret } from '../../../src/query/correction/interpretation.js';
import { Matcher } from '../../../src/query/matching/matcher.js';
import type { Matches } from '../../../src/query/matching/matches.js';
import { RelaxedMatches } from '../../../src/query/relaxation/relaxed-matches.js';
import { complete } from '../../../src/query/search/search.js';
import { isKnown, type QueryTerm } from '../../../src/query/understanding/query-term.js';
import { understand } from '../../../src/query/understanding/understand.js';
import { Snapshot } from '../../../src/snapshot/index.js';
import { Builder } from '../../pages/shop.js';

const COLOURS = ['Red', 'Blue', 'Green'];
const MATERIALS = ['linen', 'silk', 'wool'];
const TYPES = ['Dresses', 'Shirts'];

/** Many products have two of these words, few have three. */
const groups: Record<string, ProductGroup> = {};
for (let p = 0; p < 360; p++) {
  const [color, material, type] = [COLOURS[p % 3]!, MATERIALS[Math.floor(p / 3) % 3]!, TYPES[p % 2]!];
  const defaults = {
    title: `${color} ${material} ${type}${p < 12 ? ' sample' : ''}`,
    productType: [type],
    url: `/${p}`,
    dataLocale: 'en-GB',
  };
  const variants = { [`v${p}`]: { defaults: { listPrice: 10, stock: 1 } } };
  groups[`g${p}`] = { products: { [`p${p}`]: { markets: ['uk'], defaults, variants } } };
}
const shop = new Builder(t).open({ groups, translations: [] });
const snapshot = new Snapshot(shop.shared);
t.teardown(() => {
  snapshot.close();
  shop.close();
});
const view = snapshot.view('uk', 'en-GB');

/** Records what it is asked to match. */
class RecordingMatcher extends Matcher {
  readonly asked: string[] = [];

  override match(...asked: Parameters<Matcher['match']>): Matches {
    this.record(asked[0].queryTerms, asked[2]);
    return super.match(...asked);
  }

  override countMatches(...asked: Parameters<Matcher['countMatches']>): number {
    this.record(asked[0], asked[2]);
    return super.countMatches(...asked);
  }

  private record(queryTerms: readonly QueryTerm[], within: Bitmap | undefined): void {
    const words = queryTerms.filter(({ optional }) => !optional).map(({ text }) => text);
    this.asked.push(`${words.join(' ')}${within ? ' (within)' : ''}`);
  }
}

const pairs = ({ docs, count, scores }: Matches) =>
  Array.from(docs.subarray(0, count), doc => [doc, scores[doc]] as const).sort(([a], [b]) => a - b);

for (const q of ['red linen dress', 'green wool shirt', 'blue silk purple dress', 'red wool dress 44']) {
  t.test(`no text is matched twice for "${q}"`, async t => {
    const matcher = new RecordingMatcher();
    const scope = { view, within: undefined };
    const found = complete(interpret(q, scope, matcher, false), scope, matcher);
    const { relaxations } = found;
    const { withoutOne, shorter } = relaxations.queries;
    t.ok(withoutOne.length > 1 && shorter.length > 0, 'there is something to give up');
    const forList = matcher.asked.length;
    for (const query of withoutOne) {
      const needed = query.understanding.queryTerms.filter(({ optional }) => !optional);
      const expected = needed.every(isKnown) ? new Matcher().countMatches(needed, view, undefined) : 0;
      t.equal(relaxations.count(query), expected, `count of "${query.q}"`);
    }
    for (const query of shorter) {
      const expected = pairs(new Matcher().match(query.understanding, view, undefined));
      t.same(pairs(relaxations.match(query)), expected, `products of "${query.q}"`);
    }
    t.comment(`${matcher.asked.length} matches, ${forList} for the list: ${matcher.asked.join(', ')}`);
    const relaxed = [...withoutOne, ...shorter].map(query => query.q);
    const again = matcher.asked.filter((text, i) => relaxed.includes(text) && matcher.asked.indexOf(text) !== i);
    t.same(again, [], 'matched again');
  });
}

t.test('a list that is long enough leaves relaxations to those who ask', async t => {
  const matcher = new RecordingMatcher();
  const understanding = understand('red dress', view);
  const found = complete(
    interpret('red dress', { view, within: undefined }, matcher, false),
    { view, within: undefined },
    matcher,
  );
  t.same(matcher.asked, ['red dress']);
  t.ok(found.matches.count >= 60);
  const relaxations = new RelaxedMatches(understanding, { view, within: undefined }, matcher);
  const [mildest] = relaxations.queries.shorter;
  t.equal(relaxations.match(mildest!).count, relaxations.count(mildest!));
  t.equal(matcher.asked.length, 2, 'its products are those that are counted');
});

t.test('a text with few hits is not matched again after its corrections were tried', async t => {
  const matcher = new RecordingMatcher();
  const found = interpret('red sample dress', { view, within: undefined }, matcher, true);
  t.ok(found.matches.count > 0 && found.matches.count < 5, 'so few that corrections are tried');
  t.equal(matcher.asked.filter(text => text === 'red sample dress').length, 1);
  t.same(pairs(found.matches), pairs(new Matcher().match(found.understanding, view, undefined)));
});
