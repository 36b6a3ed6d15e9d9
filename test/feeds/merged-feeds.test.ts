/** Feeds of several markets and locales become groups that all of them have a part in. */
import t from 'tap';
import { convertAll, findings } from './convert.js';

interface Row {
  id: string;
  group?: string;
  title: string;
  price: string;
  color?: string;
  description?: string;
  image?: string;
}

function rss(...rows: Row[]): string {
  const items = rows.map(({ id, group, title, price, color, description, image }) => {
    const more = [
      group && `<g:item_group_id>${group}</g:item_group_id>`,
      color && `<g:color>${color}</g:color>`,
      description && `<g:description>${description}</g:description>`,
      image && `<g:image_link>https://s.example/${image}</g:image_link>`,
    ];
    return `<item><g:id>${id}</g:id><title>${title}</title><link>https://s.example/${id}</link><g:price>${price}</g:price>${more.filter(Boolean).join('')}</item>`;
  });
  return `<rss xmlns:g="http://base.google.com/ns/1.0"><channel>${items.join('')}</channel></rss>`;
}

const SE = { markets: ['se'], locale: 'sv-SE' };
const UK = { markets: ['uk'], locale: 'en-GB' };

t.test('products and variants are those of the first feed, what others say overrides by market and locale', async t => {
  const { groups, summary } = await convertAll(
    [
      rss(
        { id: '1', group: 'G', title: 'Blå jacka', price: '900 SEK', color: 'Blå', description: 'Varm' },
        { id: '2', group: 'G', title: 'Röd jacka', price: '900 SEK', color: 'Röd' },
      ),
      rss({ id: '1', group: 'G', title: 'Blue jacket', price: '80 GBP', color: 'Blue' }),
    ],
    [SE, UK],
  );
  t.equal(groups.length, 1);
  const { products } = groups[0]!.group;
  t.equal(Object.keys(products).length, 2);
  const [blue, red] = Object.values(products);
  t.match(blue, {
    markets: ['se', 'uk'],
    defaults: { title: 'Blå jacka', customLabels: { color: ['Blå'] } },
    overrides: {
      'se|sv-SE': { dataLocale: 'sv-SE' },
      'uk|en-GB': { title: 'Blue jacket', description: '', customLabels: { color: ['Blue'] }, dataLocale: 'en-GB' },
    },
    variants: { '1': { defaults: { listPrice: 900 }, overrides: { 'uk|*': { listPrice: 80, sellingPrice: 80 } } } },
  });
  t.notOk('dataLocale' in blue!.defaults, 'a locale is of the markets that have it');
  t.match(red, { markets: ['se'], defaults: { dataLocale: 'sv-SE' } }, 'what a feed lacks is not sold there');
  t.notOk(red!.overrides);
  t.match(summary, { read: 3, groups: 1, products: 2, variants: 2 });
});

t.test('variants that one market lacks are limited to the others, and those that it alone has to it', async t => {
  const { groups } = await convertAll(
    [
      rss(
        { id: '1', group: 'G', title: 'Sko', price: '9 SEK', image: 'a.jpg' },
        { id: '2', group: 'G', title: 'Sko', price: '9 SEK' },
      ),
      rss(
        { id: '2', group: 'G', title: 'Shoe', price: '1 GBP', image: 'b.jpg' },
        { id: '3', group: 'G', title: 'Shoe', price: '1 GBP' },
        { id: '4', title: 'Hat', price: '2 GBP' },
      ),
    ],
    [SE, UK],
  );
  t.same(
    groups.map(({ key }) => key),
    ['G', '4.g'],
  );
  const [shoe] = Object.values(groups[0]!.group.products);
  t.match(shoe!.variants, {
    '1': { limitedMarkets: ['se'] },
    '3': { defaults: { listPrice: 1 }, limitedMarkets: ['uk'] },
  });
  t.notOk(shoe!.variants['2']!.limitedMarkets);
  t.match(shoe!.images, { 'se-main': { limitedMarkets: ['se'] }, 'uk-main': { limitedMarkets: ['uk'] } });
  t.match(Object.values(groups[1]!.group.products)[0], { markets: ['uk'], defaults: { dataLocale: 'en-GB' } });
});

t.test('a second locale of a market has texts of its own, and the prices of the first', async t => {
  const { groups } = await convertAll(
    [rss({ id: '1', title: 'Hatt', price: '9 SEK' }), rss({ id: '1', title: 'Hat', price: '8 SEK' })],
    [SE, { markets: ['se'], locale: 'en-GB' }],
  );
  const [hat] = Object.values(groups[0]!.group.products);
  t.match(hat, { markets: ['se'], overrides: { 'se|en-GB': { title: 'Hat' } } });
  t.same(hat!.variants['1']!.overrides, undefined);
});

t.test('a variant that another feed has in another group is left out there, with its feed', async t => {
  const { groups, summary } = await convertAll(
    [
      rss({ id: '1', group: 'G', title: 'Hatt', price: '9 SEK' }),
      rss({ id: '1', group: 'H', title: 'Hat', price: '1 GBP' }),
    ],
    [SE, UK],
  );
  t.same(
    groups.map(({ key }) => key),
    ['G'],
  );
  t.same(findings(summary.leftOut), [[1, 'group: expected that of the feed before, "G"']]);
  t.equal(summary.leftOut[0]!.source, 'feed 2');
});
