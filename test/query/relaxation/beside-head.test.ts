/** Products that have the head of a text beside what they are, in lists that go on with products that lack words. */
import t from 'tap';
import type { ProductGroup } from '../../../src/catalog/records.js';
import { Builder, mainKeys, type SearchJson, searchRequest } from '../../pages/shop.js';

const view = { market: 'uk', locale: 'en-GB' };
const groups: Record<string, ProductGroup> = {};
function sell(key: string, title: string, type: string, listPrice: number, brand?: string): void {
  const defaults = { title, productType: [type], url: `/${key}`, dataLocale: 'en-GB', ...(brand && { brand }) };
  const variants = { [`${key}-v`]: { defaults: { listPrice, stock: 1 } } };
  groups[`g-${key}`] = { products: { [key]: { markets: ['uk'], defaults, variants } } };
}
sell('chair', 'Swivel chair for narrow rooms', 'Desk chairs', 5);
for (let i = 0; i < 3; i++) sell(`desk${i}`, `Oak desk ${i}`, 'Desks', 10 + i);
sell('lamp', 'Reading lamp for narrow rooms', 'Lamps', 20);
sell('fold', 'Folding desk for narrow rooms', 'Desks', 30);
sell('sheath', 'Deep pocket clip for knives', 'Knives', 5, 'Clip & Carry');
for (let i = 0; i < 3; i++) sell(`clip${i}`, `Steel clip ${i}`, 'Clips', 10 + i);
sell('cutter', 'Vinyl wrap cutter', 'Tool bags', 5);
for (let i = 0; i < 3; i++) sell(`tool${i}`, `Steel tool ${i}`, 'Tools', 10 + i);

const shop = new Builder(t).open({ groups, translations: [] });
t.teardown(() => shop.close());
const search = (q: string, more: object = {}) => shop.search({ ...view, q, ...more });
const keys = (page: SearchJson) => mainKeys(page.primaryList.productGroups);
const relaxed = (page: SearchJson) => (page as { relaxed?: { dropped: string[]; totalHits: number } }).relaxed;

t.test('a desk chair with all words of a text for desks stands behind the desks that lack some', async t => {
  const page = search('desk for narrow rooms');
  const found = keys(page);
  t.equal(found[0], 'fold');
  t.same(found.slice(1, 4).sort(), ['desk0', 'desk1', 'desk2']);
  t.ok(found.indexOf('chair') > 3, 'and is listed');
  t.equal(found.filter(key => key === 'chair').length, 1, 'once');
  t.equal(page.primaryList.totalHits, found.length);
  t.same(relaxed(page)?.totalHits, 1, 'the chair is no full match');
  t.ok(relaxed(page)?.dropped.includes('desk'), 'but lacks the desk');
});

t.test('its explanation says so, and adds up to its score', async t => {
  const { lists } = shop.explain(searchRequest({ ...view, q: 'desk for narrow rooms' }), ['chair']);
  const chair = lists.find(({ id }) => id === 'primaryList')!.hits.find(({ key }) => key === 'chair')!;
  const lacking = chair.parts!.filter(part => part.kind === 'lacking');
  t.same(
    lacking.map(({ words }) => words),
    [['desk']],
  );
  const sum = chair.parts!.reduce((sum, { points }) => Math.fround(sum + points), 0);
  t.ok(Math.abs(sum - chair.score!) < 0.01);
});

t.test('it stands behind full matches in explicit orders, too', async t => {
  t.equal(keys(search('desk for narrow rooms', { sort: 'PRICE_ASCENDING' }))[0], 'fold');
});

t.test('what a brand is called tells nothing', async t => {
  const page = search('deep pocket clip');
  t.equal(keys(page)[0], 'sheath');
  t.equal(relaxed(page)?.totalHits, 1);
});

t.test('a text that goes on behind its head may look for something else', async t => {
  t.equal(keys(search('tool wrap'))[0], 'cutter');
});

t.test('a text of the head alone, and one that lists enough, are as without', async t => {
  t.ok(keys(search('desk')).includes('chair'));
  t.equal(relaxed(search('desk')), undefined);
});
