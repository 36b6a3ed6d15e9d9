import t from 'tap';
import type { Content, Product } from '../../src/catalog/records.js';
import { contentNames, groupNames, translationNames, ViewCensus } from '../../src/catalog/view-census.js';

const variants = { v: { defaults: { listPrice: 1 } } };
const item = (markets: string[], more: Partial<Product> = {}): Product => ({
  markets,
  defaults: {},
  variants,
  ...more,
});

function census(products: Product[], locales: string[] = [], contents: Content[] = []): ViewCensus {
  const all = ViewCensus.from({});
  for (const product of products) all.count(groupNames({ products: { p: product } }), 1);
  for (const content of contents) all.count(contentNames(content), 1);
  for (const locale of locales) all.count(translationNames({ locale, values: {} }), 1);
  return all;
}

const markets = (all: ViewCensus): Record<string, string[]> => Object.fromEntries(all.markets());

t.test('data blocks and override keys name locales where they apply', async t => {
  const all = census([
    item(['se', 'uk'], { defaults: { dataLocale: 'en-GB' }, overrides: { 'se|sv-SE': {}, '*|da': {} } }),
    item(['no'], { overrides: { 'no|*': { dataLocale: 'nb-NO' } } }),
  ]);
  t.same(markets(all), { no: ['nb-NO'], se: ['da', 'en-GB', 'sv-SE'], uk: ['da', 'en-GB'] });
});

t.test('variants and images name locales within their limits', async t => {
  const all = census([
    item(['se', 'uk'], {
      variants: { v: { defaults: { listPrice: 1, dataLocale: 'sv-SE' }, limitedMarkets: ['se'] } },
      images: { i: { overrides: { '*|en': {} }, limitedMarkets: ['uk'] } },
    }),
  ]);
  t.same(markets(all), { se: ['sv-SE'], uk: ['en'] });
});

t.test('content has markets and locales too', async t => {
  const content = { markets: ['se'], type: 'x', defaults: { dataLocale: 'sv' }, image: { overrides: { 'se|en': {} } } };
  t.same(markets(census([], [], [content])), { se: ['en', 'sv'] });
});

t.test('a locale that only translations name belongs to every market', async t => {
  t.same(markets(census([item(['se']), item(['uk'])], ['fi'])), { se: ['fi'], uk: ['fi'] });
  const placed = census([item(['se'], { defaults: { dataLocale: 'sv-SE' } }), item(['uk'])], ['sv-SE', 'fi']);
  t.same(markets(placed), { se: ['fi', 'sv-SE'], uk: ['fi'] }, 'one that data places stays there');
});

t.test('any well-formed locale is accepted while no data block states its own', async t => {
  const all = census([item(['se'], { overrides: { '*|sv': {} } }), item(['uk'], { defaults: { dataLocale: 'en' } })]);
  t.same([all.isOpen('se'), all.isOpen('uk'), all.isOpen('xx')], [true, false, false]);
  t.same(
    ['sv', 'de-AT', 'es-419', 'SE', 'sv_SE', 'svenska'].map(locale => all.acceptsLocale('se', locale)),
    [true, true, true, false, false, false],
  );
  t.same(
    [all.acceptsLocale('uk', 'en'), all.acceptsLocale('uk', 'sv'), all.acceptsLocale('xx', 'sv')],
    [true, false, false],
  );
});

t.test('names go with the last record that bears them', async t => {
  const product = item(['se'], { defaults: { dataLocale: 'sv' } });
  const all = census([product, product]);
  const names = groupNames({ products: { p: product } });
  all.count(names, -1);
  t.same(markets(all), { se: ['sv'] });
  all.count(names, -1);
  t.same(markets(all), {});
  t.same(all.toCounts(), {});
});
