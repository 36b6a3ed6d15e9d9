/** Who wins the sponsored places of a page, and for how much, against loops over all campaigns and products. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { CampaignStanding, campaignsGeneration, priorClickThrough } from '../../../src/behaviour/campaigns/standing.js';
import type { Campaign } from '../../../src/catalog/site/campaign-document.js';
import { Part } from '../../../src/index/part.js';
import { Site, writeSite } from '../../../src/index/site.js';
import { CampaignIndexes } from '../../../src/pages/shared/campaigns/campaign-index.js';
import { fitAt } from '../../../src/query/auction/auction.js';
import { type AuctionRequest, DEFAULT_AUCTION } from '../../../src/query/auction/auction-request.js';
import { categoriesNamed, leadingCategories } from '../../../src/query/auction/categories.js';
import type { LossReason } from '../../../src/query/auction/losers.js';
import { OfferContexts } from '../../../src/query/filters/offer-context.js';
import { Snapshot } from '../../../src/snapshot/index.js';
import { Builder, NOW } from '../../pages/shop.js';

const seed = 20261124;
const PRODUCTS = 40;
const BRANDS = ['Ida', 'Max', 'Sol'];
const CATEGORIES = ['Shoes > Boots', 'Shoes > Clogs', 'Bags'];
const SECOND = Math.floor(NOW / 1000);

const groups = Object.fromEntries(
  Array.from({ length: PRODUCTS }, (_, i) => [
    `g${i % 25}`,
    {
      products: Object.fromEntries(
        Array.from({ length: PRODUCTS }, (_, p) => p)
          .filter(p => p % 25 === i % 25)
          .map(p => [
            `p${p}`,
            {
              markets: ['uk'],
              defaults: {
                title: `Thing ${p}`,
                url: `/${p}`,
                dataLocale: 'en-GB',
                brand: BRANDS[p % 3]!,
                category: [CATEGORIES[p % 4 === 3 ? 2 : p % 4]!],
              },
              variants: { [`v${p}`]: { defaults: { listPrice: 10 + p, stock: 1 } } },
            },
          ]),
      ),
    },
  ]),
);
const shop = new Builder(t).open({ groups, translations: [] });
t.teardown(() => shop.close());
const snapshot = new Snapshot(shop.shared);
t.teardown(() => snapshot.close());
const view = snapshot.view('uk', 'en-GB');
const { structure } = view;

function indexOf(campaigns: Record<string, Campaign>, standing?: CampaignStanding, currency?: string) {
  const documents = Object.entries(campaigns).map(([id, record]) => ({ key: `campaign|${id}`, record, names: [] }));
  const site = new Site(new Part(writeSite(documents).share()));
  const offers = new OfferContexts(view);
  const indexes = new CampaignIndexes({ site, view, offers, currency, standing });
  // A query alone would leave it when it takes too long.
  for (const _ of indexes.prepare('PRODUCTION', NOW));
  return indexes;
}

function request(more: Partial<AuctionRequest> = {}): AuctionRequest {
  const products = Uint32Array.from({ length: structure.productCount }, (_, p) => p);
  return {
    nowMs: NOW,
    touchpoint: 'DESKTOP',
    phrase: '',
    ranked: { products, count: products.length },
    seen: new Set(),
    ...more,
  };
}

/** A value, and now and then another one. */
const mostly = <T>(value: T, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 7, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: other });
const some = <T>(...values: T[]) => fc.subarray(values, { maxLength: 2 });
const campaign: fc.Arbitrary<Campaign> = fc.record(
  {
    name: fc.constant('C'),
    advertiser: fc.constantFrom('a', 'b', 'c', 'd').map(id => ({ id, name: id })),
    markets: fc.constant(['uk']),
    products: fc.oneof(
      fc.constantFrom(...BRANDS).map(brand => ({ rules: `rule incl brand {"${brand}"}` })),
      fc.array(fc.nat(PRODUCTS + 5), { minLength: 1, maxLength: 6 }).map(keys => ({ keys: keys.map(k => `p${k}`) })),
      fc.nat(24).map(group => ({ groups: [`g${group}`], keys: ['p0'] })),
    ),
    bid: fc.record({
      type: fc.constantFrom('CPC' as const, 'CPM' as const),
      amount: fc.constantFrom(0.005, 0.01, 0.2, 0.25, 0.5, 4, 8),
      currency: fc.constant('GBP'),
    }),
    budget: fc.constant({ total: 100 }),
    enabled: mostly(true, fc.constant(false)),
    from: mostly('2026-01-01T00:00:00Z', fc.constant('2026-10-01T00:00:00Z')),
    until: mostly('2027-01-01T00:00:00Z', fc.constant('2026-08-01T00:00:00Z')),
    targeting: fc.oneof(
      fc.constant({}),
      fc.record(
        {
          categories: some('Shoes', ...CATEGORIES),
          phrases: fc.record(
            { exact: some('red boots', 'bag'), containing: some('boot', 'red') },
            { requiredKeys: [] },
          ),
          pages: some('home', 'sale'),
          touchpoints: some('DESKTOP' as const, 'MOBILE' as const),
        },
        { requiredKeys: [] },
      ),
    ),
    exclusions: fc.record({ phrases: some('clogs', 'bag'), categories: some(...CATEGORIES) }, { requiredKeys: [] }),
    frequencyCap: fc.constant(1),
  },
  { requiredKeys: ['name', 'advertiser', 'markets', 'products', 'bid', 'budget'] },
);

const asked = fc.record({
  touchpoint: fc.constantFrom('DESKTOP' as const, 'MOBILE' as const),
  phrase: fc.constantFrom('', 'bags', 'Red Boot', 'cheap red clogs'),
  pageId: fc.constantFrom(undefined, 'home', 'sale'),
  category: fc.constantFrom(undefined, 'Shoes', ...CATEGORIES),
  ranked: fc.shuffledSubarray(Array.from({ length: structure.productCount }, (_, p) => p)),
  capped: fc.subarray(['c0', 'c1', 'c2']),
  positions: fc.shuffledSubarray([0, 2, 5, 9], { minLength: 1 }),
});

/** Words as the analyzer of the language would compare them: these texts have no other forms. */
const words = (text: string) =>
  text
    .toLowerCase()
    .split(' ')
    .map(word => word.replace(/s$/, ''));
const has = (text: string, phrase: string) => ` ${words(text).join(' ')} `.includes(` ${words(phrase).join(' ')} `);

interface Odds {
  closed: number[];
  rates: number[];
}

function isIn(campaign: Campaign, product: number): boolean {
  const { keys = [], groups: ofGroups = [], rules } = campaign.products!;
  const key = structure.products.at(product);
  if (keys.includes(key) || ofGroups.includes(structure.groups.at(structure.groupOf[product]!))) return true;
  return rules?.includes(`"${BRANDS[Number(key.slice(1)) % 3]}"`) ?? false;
}

function competes(campaign: Campaign, id: string, at: AuctionRequest, categories: readonly number[]): boolean {
  const { targeting = {}, exclusions = {}, enabled = true, from, until, bid } = campaign;
  const { exact = [], containing = [] } = targeting.phrases ?? {};
  const named = (names: readonly string[] = []) =>
    names.some(name =>
      categories.some(c => {
        const path = view.attributes.get('category')!.values.at(c);
        return path === name || (name === 'Shoes' && path === 'Shoes');
      }),
    );
  if (!enabled || bid.amount < 0.01) return false;
  if ((from && Date.parse(from) > NOW) || (until && Date.parse(until) <= NOW)) return false;
  if (targeting.touchpoints?.length && !targeting.touchpoints.includes(at.touchpoint)) return false;
  if (targeting.pages?.length && !targeting.pages.includes(at.pageId ?? '')) return false;
  if (targeting.categories?.length && !named(targeting.categories)) return false;
  const isAimed =
    exact.some(phrase => words(phrase).join(' ') === words(at.phrase).join(' ')) ||
    containing.some(phrase => has(at.phrase, phrase));
  if (exact.length + containing.length > 0 && !isAimed) return false;
  if (exclusions.phrases?.some(phrase => has(at.phrase, phrase)) || named(exclusions.categories)) return false;
  return !(campaign.frequencyCap && at.visitorCapped?.has(id));
}

function naive(campaigns: [string, Campaign][], at: AuctionRequest, positions: number[], odds: Odds) {
  const categories = at.categories ?? leadingCategories(at.ranked.products, at.ranked.count, view);
  const seen = new Set(at.seen);
  const won = new Map<string, number>();
  const winners = [];
  const passed = new Set<number>();
  for (const position of positions) {
    for (const product of at.organic?.subarray(0, position) ?? []) passed.add(structure.groupOf[product]!);
    const relative = Math.fround(priorClickThrough(position)) / Math.fround(priorClickThrough(0));
    const offers = campaigns.flatMap(([id, campaign], slot) => {
      const { bid, advertiser } = campaign;
      if (odds.closed[slot] || (won.get(id) ?? 0) >= DEFAULT_AUCTION.mostPlaces) return [];
      if (!competes(campaign, id, at, categories)) return [];
      const micros = Math.round(bid.amount * 1e6);
      const rank = at.ranked.products
        .subarray(0, at.ranked.count)
        .findIndex(p => isIn(campaign, p) && ![seen, passed].some(groups => groups.has(structure.groupOf[p]!)));
      if (rank < 0) return [];
      const earned = bid.type === 'CPC' ? micros * Math.fround(odds.rates[slot]!) * relative : micros / 1000;
      return [
        { id, product: at.ranked.products[rank]!, score: earned * fitAt(rank), micros, advertiser: advertiser.id },
      ];
    });
    offers.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
    const [best] = offers;
    if (!best) break;
    const next = offers.find(({ advertiser }) => advertiser !== best.advertiser)?.score ?? 0;
    const price = Math.min(best.micros, Math.max(10_000, Math.ceil((best.micros * next) / best.score)));
    winners.push({ id: best.id, product: best.product, position, priceMicros: price });
    seen.add(structure.groupOf[best.product]!);
    won.set(best.id, (won.get(best.id) ?? 0) + 1);
  }
  return winners;
}

t.test(`winners and prices are those of loops over all campaigns (seed ${seed})`, async t => {
  let places = 0;
  const odds = fc.record({
    closed: fc.array(fc.constantFrom(0, 0, 0, 1, 2, 4), { minLength: 14, maxLength: 14 }),
    rates: fc.array(fc.constantFrom(0.001, 0.02, 0.021, 0.3), { minLength: 14, maxLength: 14 }),
  });
  const given = fc.array(campaign, { maxLength: 14, size: 'large' });
  const property = fc.property(
    given,
    fc.array(fc.tuple(asked, odds), { minLength: 1, maxLength: 4 }),
    (list, seconds) => {
      const named = list.map((one, i) => [`c${i}`, one] as [string, Campaign]).sort(([a], [b]) => (a < b ? -1 : 1));
      const standing = new CampaignStanding();
      const index = indexOf(Object.fromEntries(named), standing).of('PRODUCTION', NOW);
      assert.equal(index === undefined, list.length === 0);
      if (!index) return;
      seconds.forEach(([{ category, ranked, capped, positions, ...rest }, { closed, rates }], later) => {
        standing.publish({
          generation: campaignsGeneration(named),
          second: SECOND + later,
          closed: Uint8Array.from(closed),
          clickThrough: Float32Array.from(rates),
          byPosition: Float32Array.from({ length: 64 }, (_, position) => priorClickThrough(position)),
        });
        const at = request({
          ...rest,
          nowMs: NOW + later * 1000,
          ...(category !== undefined && { categories: categoriesNamed(category, view) }),
          ranked: { products: Uint32Array.from(ranked), count: ranked.length },
          visitorCapped: new Set(capped),
          organic: later % 2 === 0 ? Uint32Array.from(ranked) : undefined,
        });
        const expected = naive(named, at, positions, { closed, rates });
        const again = { ...at, seen: new Set(at.seen) };
        const found = index.auction(at, positions, DEFAULT_AUCTION);
        assert.deepEqual(
          found.map(({ id, product, position, priceMicros }) => ({ id, product, position, priceMicros })),
          expected,
        );
        assert.deepEqual(index.auction(again, positions, DEFAULT_AUCTION), found);
        const losers = index.losers({ ...at, seen: new Set() }, { positions, winners: found }, DEFAULT_AUCTION);
        assert.equal(losers.length, list.length - new Set(found.map(({ id }) => id)).size);
        places += found.length;
      });
    },
  );
  fc.assert(property, { seed, numRuns: 400 });
  t.ok(places > 400, `${places} places were sold`);
});

const plain: Campaign = {
  name: 'C',
  advertiser: { id: 'a', name: 'A' },
  markets: ['uk'],
  products: { rules: 'rule incl brand {"Ida"}' },
  bid: { type: 'CPC', amount: 0.5, currency: 'GBP' },
  budget: { total: 100 },
};

t.test('a bid in another currency than that of the market does not compete, and is told', async t => {
  const euro: Campaign = { ...plain, bid: { ...plain.bid, currency: 'EUR' } };
  const index = indexOf({ euro, pound: plain }, undefined, 'GBP').of('PRODUCTION', NOW)!;
  const winners = index.auction(request(), [0, 1], DEFAULT_AUCTION);
  t.same([...new Set(winners.map(({ id }) => id))], ['pound']);
  t.same(index.losers(request(), { positions: [0, 1], winners }, DEFAULT_AUCTION), [
    { id: 'euro', reason: 'other-currency' },
  ]);
});

t.test('an advertiser does not pay for what another campaign of its own bids', async t => {
  const index = indexOf({ one: plain, two: { ...plain, bid: { ...plain.bid, amount: 0.4 } } }).of('PRODUCTION', NOW)!;
  const [winner] = index.auction(request(), [0], DEFAULT_AUCTION);
  t.equal(winner!.id, 'one');
  t.equal(winner!.priceMicros, DEFAULT_AUCTION.reserveMicros);
  t.equal(winner!.contested, false);
});

t.test('a campaign does not pay for a place behind the one that its product has without it', async t => {
  const index = indexOf({ one: { ...plain, products: { keys: ['p3', 'p9'] } } }).of('PRODUCTION', NOW)!;
  const organic = Uint32Array.from(['p3', 'p1', 'p2', 'p9', 'p4'], key => structure.products.find(key));
  const at = () => request({ ranked: { products: organic, count: organic.length }, organic });
  const sold = (positions: number[]) => index.auction(at(), positions, DEFAULT_AUCTION).map(({ product }) => product);
  t.same(sold([1]), [organic[3]]);
  t.same(sold([4]), []);
  const [loser] = index.losers(at(), { positions: [4], winners: [] }, DEFAULT_AUCTION);
  t.equal(loser!.reason, 'stands-before');
});

t.test('each campaign that wins no place is told with its reason', async t => {
  const lost: Record<Exclude<LossReason, 'too-many-products' | 'no-image' | 'already-on-page'>, Partial<Campaign>> = {
    'other-currency': { bid: { ...plain.bid, currency: 'EUR' } },
    disabled: { enabled: false },
    'not-started': { from: '2026-10-01T00:00:00Z' },
    ended: { until: '2026-08-01T00:00:00Z' },
    'below-reserve': { bid: { ...plain.bid, amount: 0.01 } },
    'total-budget-spent': {},
    'daily-budget-spent': {},
    paced: {},
    'accounts-unread': {},
    touchpoint: { targeting: { touchpoints: ['MOBILE'] } },
    page: { targeting: { pages: ['sale'] } },
    category: { targeting: { categories: ['Bags'] } },
    phrase: { targeting: { phrases: { exact: ['boots'] } } },
    'excluded-phrase': { exclusions: { phrases: ['red'] } },
    'excluded-category': { exclusions: { categories: ['Shoes > Boots'] } },
    'frequency-cap': { frequencyCap: 1 },
    'no-product': { products: { keys: ['p1'] } },
    'stands-before': { products: { keys: ['p3'] } },
    outbid: { bid: { ...plain.bid, amount: 0.4 }, advertiser: { id: 'b', name: 'B' } },
  };
  const closed: Partial<Record<string, number>> = {
    'total-budget-spent': 1,
    'daily-budget-spent': 2,
    paced: 4,
    'accounts-unread': 8,
  };
  const named = Object.fromEntries(Object.entries(lost).map(([reason, more]) => [reason, { ...plain, ...more }]));
  const all: Record<string, Campaign> = { ...named, winner: plain };
  const ids = Object.keys(all).sort();
  const standing = new CampaignStanding();
  standing.publish({
    generation: campaignsGeneration(ids.map(id => [id, all[id]!] as const)),
    second: SECOND,
    closed: Uint8Array.from(ids, id => closed[id] ?? 0),
    clickThrough: new Float32Array(ids.length).fill(0.02),
    byPosition: new Float32Array(64).fill(0.02),
  });
  const index = indexOf(all, standing, 'GBP').of('PRODUCTION', NOW)!;
  const products = Uint32Array.from(['p3', 'p0', 'p12'], key => structure.products.find(key));
  const at = request({
    phrase: 'red shoes',
    pageId: 'home',
    categories: categoriesNamed('Shoes > Boots', view),
    ranked: { products, count: products.length },
    organic: products,
    visitorCapped: new Set(['frequency-cap', 'winner']),
  });
  const settings = { reserveMicros: 20_000, mostPlaces: 2 };
  const winners = index.auction(at, [1], settings);
  t.match(winners, [{ id: 'winner', product: products[1], contested: true }]);
  const told = index.losers(at, { positions: [1], winners }, settings);
  t.same(
    Object.fromEntries(told.map(({ id, reason }) => [id, reason])),
    Object.fromEntries(Object.keys(lost).map(id => [id, id])),
  );

  // The same page sells another list, of a product that is sponsored by now.
  const next = { ...at, ranked: { products: products.subarray(1, 2), count: 1 } };
  t.same(index.auction(next, [0], settings), []);
  const losers = index.losers(next, { positions: [0], winners: [] }, settings);
  for (const id of ['winner', 'outbid']) t.equal(losers.find(one => one.id === id)?.reason, 'already-on-page', id);
});

t.test('a standing that is published ahead is in effect from its second on', async t => {
  const standing = new CampaignStanding();
  const index = indexOf({ one: plain }, standing).of('PRODUCTION', NOW)!;
  const generation = campaignsGeneration([['one', plain]]);
  const rates = { clickThrough: new Float32Array(1).fill(0.02), byPosition: new Float32Array(64).fill(0.02) };
  standing.publish({ generation, second: SECOND, closed: Uint8Array.of(0), ...rates });
  standing.publish({ generation, second: SECOND + 1, closed: Uint8Array.of(4), ...rates });
  t.equal(index.auction(request(), [0], DEFAULT_AUCTION).length, 1);
  const later = request({ nowMs: NOW + 1000 });
  t.same(index.auction(later, [0], DEFAULT_AUCTION), []);
  t.same(index.losers(later, { positions: [0], winners: [] }, DEFAULT_AUCTION)[0]!.reason, 'paced');
});

t.test('nothing competes before an awaited ledger has published', async t => {
  const standing = new CampaignStanding();
  standing.awaitLedger();
  const index = indexOf({ one: plain }, standing).of('PRODUCTION', NOW)!;
  const generation = campaignsGeneration([['one', plain]]);
  const rates = { clickThrough: new Float32Array(1).fill(0.02), byPosition: new Float32Array(64).fill(0.02) };
  const shown = (nowMs: number) => index.auction(request({ nowMs }), [0], DEFAULT_AUCTION).length;
  t.equal(shown(NOW), 0);
  t.equal(index.losers(request(), { positions: [0], winners: [] }, DEFAULT_AUCTION)[0]!.reason, 'accounts-unread');
  standing.publish({ generation, second: SECOND + 1, closed: Uint8Array.of(0), ...rates });
  t.equal(shown(NOW), 0, 'not before the second for which it is published');
  t.equal(shown(NOW + 1000), 1);
});

t.test('a list competes again when what campaigns are worth has changed, and not before', async t => {
  const standing = new CampaignStanding();
  const index = indexOf({ one: plain }, standing).of('PRODUCTION', NOW)!;
  const generation = campaignsGeneration([['one', plain]]);
  const rates = { clickThrough: new Float32Array(1).fill(0.02), byPosition: new Float32Array(64).fill(0.02) };
  const steeper = { ...rates, byPosition: Float32Array.from({ length: 64 }, (_, at) => 0.02 / (1 + at)) };
  const winners = [rates, rates, steeper].map((published, later) => {
    standing.publish({ generation, second: SECOND + later, closed: Uint8Array.of(0), ...published });
    return index.auction(request({ nowMs: NOW + later * 1000 }), [1], DEFAULT_AUCTION);
  });
  t.equal(winners[1], winners[0]);
  t.same(
    winners.map(([winner]) => winner!.clickRate),
    [0.02, 0.02, 0.01].map(Math.fround),
  );
  const dearer = index.auction(request({ nowMs: NOW + 2000 }), [1], { ...DEFAULT_AUCTION, reserveMicros: 600_000 });
  t.same(dearer, [], 'nor has a reserve been overlooked');
});

t.test('places of banners go to one campaign of each advertiser, at the price of the next', async t => {
  const other: Campaign = { ...plain, advertiser: { id: 'b', name: 'B' }, bid: { ...plain.bid, amount: 0.3 } };
  const index = indexOf({ a: plain, a2: plain, b: other }).of('PRODUCTION', NOW)!;
  const winners = index.banners(request(), 3, () => true, DEFAULT_AUCTION);
  t.same(
    winners.map(({ id, priceMicros }) => [id, priceMicros]),
    [
      ['a', 300_000],
      ['b', 10_000],
    ],
  );
});
