/** What descriptions say: it raises products that lack words of a text, and has no other effect. */
import t from 'tap';
import { shopOf } from '../small-shop.js';

const BOOTS = { productType: ['Boots'] };
const { search, keys } = shopOf('en-GB', {
  full: { ...BOOTS, title: 'Waterproof hiking boots' },
  lacking: { ...BOOTS, title: 'Apex hiking boots', description: 'Light, with a hood for the tongue.' },
  described: { ...BOOTS, title: 'Zenith hiking boots', description: 'Stay dry: <b>waterproofed</b> seams.' },
  other: {
    title: 'Umbrella',
    productType: ['Umbrellas'],
    description: 'For boots and hiking: waterproof, glimmerstone.',
  },
  apart: { title: 'Teapot', description: 'Hand made in a village where glazing of all kinds has always been painted.' },
  near: { title: 'Teapot', description: 'Painted by hand, after glazing.' },
  following: { title: 'Teapot', description: 'The best of hand painted ware, without glazing.' },
});

t.test('a product with the word in its description stands between those that have and those that lack it', async t => {
  t.same(keys('waterproof hiking boots'), ['full', 'described', 'lacking']);
  const { primaryList, relaxed } = search('waterproof hiking boots');
  t.equal(primaryList.totalHits, 3);
  t.equal(relaxed?.totalHits, 1, 'it is no full match');
  t.same(relaxed?.dropped, ['waterproof']);
});

t.test('words that follow each other in a description, or are near to each other, count more', async t => {
  t.same(keys('hand painted teapot'), ['following', 'near', 'apart']);
});

t.test('nothing is listed for its description alone', async t => {
  t.same(keys('glimmerstone'), []);
  t.same(keys('qwerty glimmerstone'), []);
  t.notOk(keys('waterproof hiking boots').includes('other'), 'what is looked for is not read in descriptions');
});

t.test('descriptions exclude nothing, and correct no spelling', async t => {
  t.ok(keys('hiking boots without hood').includes('lacking'));
  t.same(keys('glimmerston'), []);
  t.equal(search('glimmerston').didYouMean?.length ?? 0, 0);
});
