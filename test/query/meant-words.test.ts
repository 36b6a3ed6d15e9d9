/** What words stand for beside what they are in the catalog: over small catalogs, written out here. */
import t from 'tap';
import { shopOf, type Thing } from './small-shop.js';

t.test('signs of trademarks are no letters of the word before them', async t => {
  const shop = shopOf('en-GB', { a: { title: 'Evercool™ pillow' }, b: { title: 'Evercool® pillow' } });
  t.same(shop.keys('evercool').sort(), ['a', 'b']);
  t.same(shop.keys('Evercool™ pillow').sort(), ['a', 'b']);
});

t.test(
  'a word has its synonyms before it is divided, and what is looked for is not taken for another thing',
  async t => {
    const shop = shopOf('en-GB', {
      a: { title: 'Crew neck tee', productType: ['Tees'], gender: ['Men'] },
      b: { title: 'Running shorts', productType: ['Shorts'], gender: ['Men'] },
    });
    for (const q of ['t-shirt', 't-shirts', 't-shirts for men']) t.same(shop.keys(q).slice(0, 1), ['a'], q);
    const shirts = shopOf('en-GB', {
      a: { title: 'Linen shirt', productType: ['Shirts'] },
      b: { title: 'Velvet shorts', productType: ['Shorts'] },
    });
    t.same(shirts.search('velvet shirt').didYouMean, []);
  },
);

t.test('a word without products stands for a wider one, and for that alone', async t => {
  const german = shopOf('de-DE', { a: { title: 'Uhr aus Stahl', productType: ['Uhren'] } });
  t.same(german.keys('Armbanduhr'), ['a']);
  const purses = shopOf('en-GB', { a: { title: 'Leather purse', productType: ['Purses'] } });
  t.same(purses.keys('handbag'), ['a']);
  const jackets = shopOf('en-GB', { a: { title: 'Light jacket', productType: ['Jackets'] } });
  t.same(jackets.keys('windcheater'), ['a']);
  const both = shopOf('en-GB', { a: { title: 'Leather purse' }, b: { title: 'Leather handbag' } });
  t.same(both.keys('handbag'), ['b'], 'where it has products');
});

t.test('words that share a stem by chance do not stand for each other', async t => {
  const shop = shopOf('en-GB', {
    a: { title: 'Hair extensions' },
    b: { title: 'External drive' },
    c: { title: 'Dish cloth', productType: ['Cloths'] },
    d: { title: 'Workout clothing', productType: ['Clothing'] },
  });
  t.same(shop.keys('extenal drive'), ['b']);
  t.same(shop.keys('clothes'), ['d']);
  t.same(shop.keys('cloths'), ['c']);
});

t.test('a colour of one product does not take a noun from all others', async t => {
  const products: Record<string, Thing> = {
    odd: { title: 'Adult puzzle', customLabels: { color: ['Mini cars'] } },
    mini: { title: 'Mini cars', productType: ['Cars'] },
  };
  for (let i = 0; i < 40; i++) products[`car${i}`] = { title: `Racing cars ${i}`, productType: ['Cars'] };
  const found = shopOf('en-GB', products).keys('mini cars adult');
  t.ok(found.includes('car0'), 'they are listed for the noun');
});

t.test('where a thing stands in the shop is not what it has', async t => {
  const category = ['Garden > Tables & accessories'];
  const shop = shopOf('en-GB', {
    a: { title: 'Picnic basket', category },
    b: { title: 'Picnic basket with accessories', category },
  });
  t.same(shop.keys('picnic basket without accessories'), ['a']);
});

t.test('a minus before a word says that it is not wanted', async t => {
  const colour = (color: string) => ({ title: `Shirt ${color}`, customLabels: { color: [color] } });
  const shop = shopOf('en-GB', { a: colour('Blue'), b: colour('Red') });
  t.same(shop.keys('shirt -blue'), ['b']);
  t.same(shop.keys('shirt - blue').slice(0, 1), ['a'], 'a dash between words is none');
  const bags = shopOf('en-GB', { a: { title: 'Sleeping bag -10' }, b: { title: 'Sleeping bag -5' } });
  t.same(bags.keys('sleeping bag -10').slice(0, 1), ['a'], 'before a number it is a sign');
});
