/** Misspelt words that stand in some titles: over a small catalog, made here. */
import t from 'tap';
import { searchRequest } from '../pages/shop.js';
import { shopOf, type Thing } from './small-shop.js';

const many = (count: number, thing: (i: number) => Thing, name: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`${name}${i}`, thing(i)]));

const { shop, search, keys } = shopOf('en-GB', {
  ...many(12, i => ({ title: `Marshmallows vanilla ${i} g`, productType: ['Sweets'] }), 'sweet'),
  misspelt: { title: 'Marshmellow, sugar free marshmallows', productType: ['Sweets'] },
  ...many(12, i => ({ title: `Diving mask with snorkel number ${i}`, category: ['Sport > Diving'] }), 'dive'),
  tube: { title: 'Dry top snorkle tube, blue', category: ['Sport > Diving'] },
  ...many(12, i => ({ title: `Weekly planner for year ${i}`, category: ['Office > Calendars'] }), 'year'),
  pot: { title: 'Balcony planter in blue', category: ['Garden > Pots'] },
  ...many(12, i => ({ title: `Linen shirts model ${i}`, category: ['Men'] }), 'shirt'),
  shorts: { title: 'Linen shorts', category: ['Men'] },
  ...many(12, i => ({ title: `Tinted lens cleaner ${i}`, brand: 'Optik', category: ['Eyes'] }), 'lens'),
  brand: { title: 'Box of cloths', brand: 'Cleanar', category: ['Eyes'] },
});

t.test('a misspelt word of a title finds what is spelt otherwise, too', async t => {
  t.equal(search('marshmellow').primaryList.totalHits, 13);
  t.equal(search('marshmellow').q, 'marshmellow', 'it is no correction');
  t.same(keys('snorkle tube')[0], 'tube');
  t.equal(search('snorkle').primaryList.totalHits, 13);
  t.equal(keys('snorkle')[0], 'tube', 'as typed before as meant');
});

t.test('the parts of what is spelt otherwise add up to its score', async t => {
  const request = searchRequest({ market: 'm', locale: 'en-GB', q: 'snorkle', limit: 50 });
  const { hits } = shop.explain(request).lists.find(({ id }) => id === 'primaryList')!;
  const terms = hits.map(({ score, parts }) => {
    const sum = parts!.reduce((all, { points }) => all + points, 0);
    t.ok(Math.abs(sum - score!) <= Math.max(1, Math.abs(score!)) * 2e-6, `${sum} is ${score}`);
    return parts!.flatMap(part => (part.kind === 'word' ? part.terms.map(({ term }) => term) : []));
  });
  t.same(terms[0], ['snorkle']);
  t.equal(terms.filter(([term]) => term === 'snorkel').length, 12);
});

t.test('another word of other products is no misspelling, and neither is one of the language, or a brand', async t => {
  t.same(keys('planter'), ['pot']);
  t.same(keys('shorts'), ['shorts']);
  t.same(keys('cleanar'), ['brand']);
  t.equal(search('marshmallow').primaryList.totalHits, 13, 'the frequent word does not stand for the rare one');
});
