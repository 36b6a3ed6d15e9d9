import t from 'tap';
import { ConfiguredViews } from '../../src/catalog/configured-views.js';

const of = (markets: Record<string, string[]>): ConfiguredViews | undefined =>
  ConfiguredViews.from({
    markets: Object.fromEntries(Object.entries(markets).map(([market, locales]) => [market, { locales }])),
  });
const views = of({ uk: ['en-GB'], se: ['sv-SE', 'en-GB'] })!;

t.test('without a market nothing is configured', async t => {
  t.same([of({}), ConfiguredViews.from(undefined)], [undefined, undefined]);
});

t.test('markets and their locales come sorted', async t => {
  t.same(
    [...views.markets()],
    [
      ['se', ['en-GB', 'sv-SE']],
      ['uk', ['en-GB']],
    ],
  );
  t.same(views.locales(), new Set(['en-GB', 'sv-SE']));
});

t.test('only what is configured is known, and no market is open', async t => {
  t.same([views.hasMarket('se'), views.hasMarket('no'), views.acceptsAnyLocale('se')], [true, false, false]);
  const accepted = (market: string): boolean[] =>
    ['sv-SE', 'en-GB', 'fi'].map(name => views.acceptsLocale(market, name));
  t.same(
    [accepted('se'), accepted('uk'), accepted('no')],
    [
      [true, true, false],
      [false, true, false],
      [false, false, false],
    ],
  );
});

t.test('an override speaks of something when any market of its record has the locale', async t => {
  const accepted = (markets: string[], key: string): boolean => {
    const [market, locale] = key.split('|');
    return views.acceptsOverride(markets, market, locale);
  };
  t.same(
    ['se|sv-SE', 'uk|*', '*|sv-SE', '*|en-GB'].map(key => accepted(['se', 'uk'], key)),
    [true, true, true, true],
  );
  t.same(
    ['uk|sv-SE', 'no|*', '*|fi'].map(key => accepted(['se', 'uk', 'no'], key)),
    [false, false, false],
  );
  t.equal(accepted(['uk'], '*|sv-SE'), false);
});
