import t from 'tap';
import { namesOfContent, namesOfGroup, namesOfTranslation, ObservedViews } from '../../src/catalog/observed-views.js';
import type { Content, Product } from '../../src/catalog/records.js';

const variants = { v: { defaults: { listPrice: 1 } } };
const item = (markets: string[], more: Partial<Product> = {}): Product => ({
  markets,
  defaults: {},
  variants,
  ...more,
});

function observe(products: Product[], locales: string[] = [], contents: Content[] = []): ObservedViews {
  const all = ObservedViews.from({});
  for (const product of products) all.count(namesOfGroup({ products: { p: product } }), 1);
  for (const content of contents) all.count(namesOfContent(content), 1);
  for (const locale of locales) all.count(namesOfTranslation({ locale, values: {} }), 1);
  return all;
}

const markets = (all: ObservedViews): Record<string, string[]> => Object.fromEntries(all.markets());

t.test('data blocks and override keys name locales where they apply', async t => {
  const all = observe([
    item(['se', 'uk'], { defaults: { dataLocale: 'en-GB' }, overrides: { 'se|sv-SE': {}, '*|da': {} } }),
    item(['no'], { overrides: { 'no|*': { dataLocale: 'nb-NO' } } }),
  ]);
  t.same(markets(all), { no: ['nb-NO'], se: ['da', 'en-GB', 'sv-SE'], uk: ['da', 'en-GB'] });
});

t.test('variants and images name locales within their limits', async t => {
  const all = observe([
    item(['se', 'uk'], {
      variants: { v: { defaults: { listPrice: 1, dataLocale: 'sv-SE' }, limitedMarkets: ['se'] } },
      images: { i: { overrides: { '*|en': {} }, limitedMarkets: ['uk'] } },
    }),
  ]);
  t.same(markets(all), { se: ['sv-SE'], uk: ['en'] });
});

t.test('content has markets and locales too', async t => {
  const content = { markets: ['se'], type: 'x', defaults: { dataLocale: 'sv' }, image: { overrides: { 'se|en': {} } } };
  t.same(markets(observe([], [], [content])), { se: ['en', 'sv'] });
});

t.test('a locale that only translations name belongs to every market', async t => {
  t.same(markets(observe([item(['se']), item(['uk'])], ['fi'])), { se: ['fi'], uk: ['fi'] });
  const placed = observe([item(['se'], { defaults: { dataLocale: 'sv-SE' } }), item(['uk'])], ['sv-SE', 'fi']);
  t.same(markets(placed), { se: ['fi', 'sv-SE'], uk: ['fi'] }, 'one that data places stays there');
});

t.test('any well-formed locale is accepted while no data block states its own', async t => {
  const all = observe([item(['se'], { overrides: { '*|sv': {} } }), item(['uk'], { defaults: { dataLocale: 'en' } })]);
  t.same([all.acceptsAnyLocale('se'), all.acceptsAnyLocale('uk'), all.acceptsAnyLocale('xx')], [true, false, false]);
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
  const all = observe([product, product]);
  const names = namesOfGroup({ products: { p: product } });
  all.count(names, -1);
  t.same(markets(all), { se: ['sv'] });
  all.count(names, -1);
  t.same(markets(all), {});
  t.same(all.toCounts(), {});
});
