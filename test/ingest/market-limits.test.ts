/** Imports that may change some markets alone: what they refuse changes nothing. */
import t from 'tap';
import { harness } from './harness.js';

function product(markets: string[], price: number): object {
  const key = markets.join('');
  const variants = { [`v-${key}`]: { defaults: { listPrice: price } } };
  return { markets, defaults: { title: 'Lamp', url: '/l', dataLocale: 'en-GB' }, variants };
}

const group = (key: string, markets: string[], price = 10) => ({
  replace: { key, productGroup: { products: { [`p-${markets.join('')}`]: product(markets, price) } } },
});
/** Sold in Sweden, with an image that states a locale of Norway. */
const pictured = {
  replace: {
    key: 'swedish',
    productGroup: {
      products: {
        'p-se': {
          ...product(['se'], 10),
          images: { 'i-1': { limitedMarkets: ['no'], defaults: { dataLocale: 'nn-NO' } } },
        },
      },
    },
  },
};
const content = (key: string, markets: string[], title = 'How') => ({
  replace: { key, content: { markets, type: 'faq', defaults: { title, url: '/f' } } },
});
const prices = (markets: string, listPrice: number) => ({
  editAttributes: { key: `v-${markets}`, variant: { defaults: { listPrice } } },
});
const translation = { replace: { key: 't', translation: { locale: 'en-GB', values: { a: 'b' } } } };

const CATALOG = [
  group('swedish', ['se']),
  group('norwegian', ['no']),
  group('both', ['se', 'no']),
  content('faq-se', ['se']),
  content('faq-no', ['no']),
];

t.test('an import of a key of one market', async t => {
  const { run, dump } = harness(t);
  t.match(await run('replace', CATALOG), { status: 'SUCCESS' });
  const swedish = (...lines: object[]) => run('update', lines, { markets: ['se'] });

  t.test('changes nothing of other markets, by whatever instruction', async t => {
    const before = dump();
    const refused: [what: string, line: object][] = [
      ['a new group', group('new', ['no', 'dk'])],
      ['a group of another market', group('norwegian', ['no'], 11)],
      ['a group that it takes to its market', group('norwegian', ['se'], 11)],
      ['a group that it takes to another market', group('swedish', ['se', 'dk'])],
      ['a shared group', group('both', ['se', 'no'], 11)],
      ['a locale of another market, that an image states', pictured],
      ['prices', prices('no', 11)],
      ['prices of a shared product', prices('seno', 11)],
      ['an edit', { edit: { key: 'norwegian', productGroup: { suppressDuplicates: true } } }],
      ['a removal', { remove: { productGroup: 'norwegian' } }],
      ['a removal of a product', { remove: { product: 'p-no' } }],
      ['a removal from a market', { removePartial: { productGroup: 'both', market: 'no' } }],
      ['clearing a market', { clearProductGroups: { market: 'no' } }],
      ['clearing the content of a market', { clearContent: { market: 'no' } }],
      ['content', content('faq-no', ['no'], 'Why')],
      ['a translation', translation],
      ['clearing translations', { clearTranslations: { locale: 'en-GB' } }],
    ];
    for (const [what, line] of refused) {
      const outcome = await swedish(group('swedish', ['se'], 99), line);
      if (outcome.status !== 'FAILURE' || outcome.code !== 'catalog_refused') {
        t.match(outcome, { status: 'FAILURE', code: 'market_refused', message: /the Api-Key is for se$/ }, what);
      } else t.fail(`${what}: ${outcome.message}`);
      t.same(dump(), before, what);
    }
  });

  t.test('changes its own', async t => {
    const changes = [group('swedish', ['se'], 12), prices('se', 13), content('faq-se', ['se'], 'Why')];
    t.match(await swedish(...changes), { status: 'SUCCESS' });
    t.match(dump().groups, {
      swedish: { products: { 'p-se': { variants: { 'v-se': { defaults: { listPrice: 13 } } } } } },
    });
    t.match(await swedish(...CATALOG.slice(1)), { status: 'SUCCESS' }, 'what stays as it is is no change');
    t.match(await swedish({ removePartial: { productGroup: 'both', market: 'se' } }), { status: 'SUCCESS' });
    t.match(await swedish({ clearProductGroups: { market: 'se' } }), { status: 'SUCCESS' });
    t.same(Object.keys(dump().groups).sort(), ['both', 'norwegian']);
  });
});

t.test('a document of another market is refused', async t => {
  const { run } = harness(t);
  await run('replace', CATALOG);
  const pages = (market: string) =>
    run('update', [{ market, type: 'PARTIAL', addOrUpdate: [{ id: 'a', headings: { 'en-GB': 'A' } }] }], {
      kind: 'pages',
      markets: ['se'],
    });
  t.match(await pages('se'), { status: 'SUCCESS' });
  t.match(await pages('no'), {
    code: 'market_refused',
    message: '/market: found market "no", as the Api-Key is for se',
  });
});
