/** Products that are the same under other keys do not fill the beginning of a search, as far as others are about as good. */
import t from 'tap';
import { shopOf, type Thing } from '../../query/small-shop.js';
import { mainKeys, NOW, Shop, searchRequest } from '../shop.js';

const size = (amount: string, rating: number): Thing => ({
  title: `Cloudrest gel mattress, ${amount}`,
  brand: 'Dormo',
  productType: ['Mattress'],
  rating,
});
const other = (name: string, rating: number): Thing => ({
  ...size('90 cm', rating),
  title: `Cloudrest ${name} mattress, 90 cm`,
});
const { shop } = shopOf('en-GB', {
  best: size('90 cm', 5),
  wide: size('140 cm', 4.9),
  wider: size('160 cm', 4.8),
  latex: other('latex', 4.7),
  spring: other('spring', 4.6),
  partial: { ...size('180 cm', 5), title: 'Dormo gel mattress' },
});
const alone = new Shop(shop.shared, { spreadSameProducts: false });
t.teardown(() => alone.close());

const asked = { market: 'm', locale: 'en-GB', q: 'cloudrest mattress' };
const keysOf = (of: Shop, more = {}) => mainKeys(of.search({ ...asked, ...more }).primaryList.productGroups);

t.test('they stand behind what is about as good, in the order that they had, and before what lacks a word', async t => {
  t.same(keysOf(alone), ['best', 'wide', 'wider', 'latex', 'spring', 'partial']);
  t.same(keysOf(shop), ['best', 'latex', 'spring', 'wide', 'wider', 'partial']);
  const paged = [0, 1, 2, 3, 4, 5].flatMap(skip => keysOf(shop, { skip, limit: 1 }));
  t.same(paged, keysOf(shop), 'page by page');
  t.same(
    keysOf(shop, { sort: 'RATING' }).slice(0, 4),
    keysOf(alone, { sort: 'RATING' }).slice(0, 4),
    'in no other order',
  );
});

t.test('an explanation says what they lose', async t => {
  const { lists } = shop.explain(searchRequest(asked), [], NOW);
  const lost = lists[0]!.hits!.map(({ key, score, parts = [] }) => {
    const sum = parts.reduce((sum, { points }) => sum + points, 0);
    t.ok(Math.abs(sum - score!) < 0.01, `${key}: parts add up`);
    return parts.find(({ kind }) => kind === 'repeated')?.points ?? 0;
  });
  t.same(lost, [0, 0, 0, -1, -2, 0]);
});
