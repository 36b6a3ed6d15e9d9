/** Suggested phrases are remembered by text, and are what they would be if they were not. */
import t from 'tap';
import type { ProductGroup } from '../../../src/catalog/records.js';
import { writeLearnedPhrases } from '../../../src/index/learned-phrases.js';
import { analyzerFor } from '../../../src/text/index.js';
import { Builder } from '../shop.js';

const VIEW = { market: 'uk', locale: 'en-GB' };
const TYPES = ['Dresses', 'Shirts', 'Shoes'];

const groups: Record<string, ProductGroup> = {};
for (let p = 0; p < 60; p++) {
  const type = TYPES[p % 3]!;
  const title = `${p % 2 === 0 ? 'Linen' : 'Cotton'} ${type}`;
  const defaults = { title, productType: [type], brand: `Brand ${p % 4}`, url: `/${p}`, dataLocale: 'en-GB' };
  const variants = { [`v${p}`]: { defaults: { listPrice: 10 + p, stock: 1 } } };
  groups[`g${p}`] = { products: { [`p${p}`]: { markets: ['uk'], defaults, variants } } };
}
const shop = new Builder(t).open({ groups, translations: [] });
t.teardown(() => shop.close());

/** Learned phrases with nothing but their frequency. */
function learned(weights: [string, number][]): Map<string, SharedArrayBuffer> {
  const { locale } = VIEW;
  const analyzer = analyzerFor(locale);
  const input = { weights: new Map(weights), trending: [], entries: [] };
  const bytes = writeLearnedPhrases(input, text => analyzer.normalize(text)).encode();
  const memory = new SharedArrayBuffer(bytes.length);
  new Uint8Array(memory).set(bytes);
  return new Map([[`${VIEW.market}|${locale}`, memory]]);
}

t.test('a text has the same suggestions when it is typed again', async t => {
  for (const q of ['sh', 'Sh', 'linen sh', 'cotton dr', '']) {
    const first = shop.autocomplete({ ...VIEW, q }).phraseSuggestions;
    t.same(shop.autocomplete({ ...VIEW, q }).phraseSuggestions, first, q);
  }
  const [first] = shop.autocomplete({ ...VIEW, q: 'shi' }).phraseSuggestions;
  t.same(first, { q: 'shirts', highlighted: '{{shi}}rts' });
});

t.test('products that are not allowed suggest nothing, whatever was suggested before', async t => {
  const dresses = { kind: 'values' as const, values: ['dresses'] };
  const rules = [{ restrictions: [{ exclude: false, attribute: 'product_type', condition: dresses }] }];
  const phrases = (q: string) => shop.autocomplete({ ...VIEW, q, rules }).phraseSuggestions.map(({ q }) => q);
  t.ok(shop.autocomplete({ ...VIEW, q: 'shir' }).phraseSuggestions.length > 0);
  t.same(phrases('shir'), []);
  t.ok(phrases('dress').length > 0);
});

t.test('phrases learned since then are suggested', async t => {
  const phrases = (q: string) => shop.autocomplete({ ...VIEW, q }).phraseSuggestions.map(({ q }) => q);
  phrases('lin');
  shop.learn({ products: new Map(), phrases: learned([['linen shirts', 9]]) });
  t.equal(phrases('lin')[0], 'linen shirts');
  shop.learn({ products: new Map(), phrases: learned([['linen shoes', 9]]) });
  t.equal(phrases('lin')[0], 'linen shoes');
});
