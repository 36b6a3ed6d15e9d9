/** Types of products as related searches, by what the words of a text mean in a shop. */
import t from 'tap';
import type { ProductGroup } from '../../../src/catalog/records.js';
import { parseRules } from '../../../src/catalog/rules/parse-rules.js';
import { themes, titles } from '../../build/vectors/themed-products.js';
import { Builder } from '../../pages/shop.js';

const PRODUCTS = 1200;
const [first, second] = themes as [string[], string[]];
/** Of each theme a type of its own. */
const typeOf = (theme: number) => `Ki${'bcdfghjklm'[theme % 10]}a${'npqrst'[Math.floor(theme / 10)]}on`;
const groups: Record<string, ProductGroup> = Object.fromEntries(
  titles(PRODUCTS, 11).map((title, i) => {
    const productType = [typeOf(i % themes.length)];
    const defaults = { title, url: `/${i}`, dataLocale: 'en-GB', productType };
    const variants = { [`p${i}-v`]: { defaults: { listPrice: 10, stock: 1 } } };
    return [`g${i}`, { products: { [`p${i}`]: { markets: ['uk'], defaults, variants } } }];
  }),
);
const shop = new Builder(t).open({ groups, translations: [] });
t.teardown(() => shop.close());
const related = (q: string, more = {}) =>
  shop.search({ market: 'uk', locale: 'en-GB', q, ...more }).relatedSearches as { q: string }[];
const types = (q: string, more = {}) =>
  related(q, more)
    .map(({ q }) => q)
    .filter(q => q.startsWith('Ki'));

t.test('a text that few products have the words of is followed by the type that its words are about', async t => {
  for (const [theme, words] of [first, second].entries()) {
    const found = related(`${words[1]} ${words[2]}`).map(({ q }) => q);
    t.ok([words[1], words[2]].includes(found[0]), 'behind what the text lacks a word of');
    t.same(found.slice(1), [typeOf(theme)]);
  }
});

t.test(
  'types that the text names, that the request allows nothing of, and of texts that mean nothing, are left out',
  async t => {
    t.same(types(`${first[1]} ${first[2]} ${typeOf(0)}`), []);
    t.same(types(`${first[1]} ${first[2]}`, { rules: parseRules(`rule excl product_type {"${typeOf(0)}"}`) }), []);
    t.same(types('quibberflax'), []);
    t.same(types(`quibberflax ${Array.from({ length: 4 }, (_, i) => themes[i * 7]![0]).join(' ')}`), []);
  },
);
