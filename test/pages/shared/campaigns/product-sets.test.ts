/** What campaigns sell: their rules against the planner of searches, and what is kept of them across imports. */
import fc from 'fast-check';
import t from 'tap';
import type { Campaign } from '../../../../src/catalog/site/campaign-document.js';
import { Part } from '../../../../src/index/part.js';
import { Site, writeSite } from '../../../../src/index/site.js';
import { emptyBitmap, fullBitmap, setBit } from '../../../../src/kernel/bitmap.js';
import { finish } from '../../../../src/kernel/steps.js';
import { CampaignIndexes } from '../../../../src/pages/shared/campaigns/campaign-index.js';
import { keptCampaigns, type ProductSet } from '../../../../src/pages/shared/campaigns/kept-campaigns.js';
import { marketPlan } from '../../../../src/pages/shared/campaigns/market-plan.js';
import { ProductSets } from '../../../../src/pages/shared/campaigns/product-sets.js';
import { DEFAULT_AUCTION } from '../../../../src/query/auction/auction-request.js';
import { passingProducts } from '../../../../src/query/filters/filter.js';
import { OfferContexts } from '../../../../src/query/filters/offer-context.js';
import { RulePlanner } from '../../../../src/query/filters/rule-planner.js';
import { Snapshot, type View } from '../../../../src/snapshot/index.js';
import { Builder, NOW } from '../../shop.js';

const seed = 20261124;
const PRODUCTS = 60;
const ONLINE = { channels: { online: true, store: false }, stores: [] };

/** @param changed products with another title, and with another brand */
function viewOf(changed: { title?: number; brand?: number } = {}): View {
  const groups = Object.fromEntries(
    Array.from({ length: PRODUCTS }, (_, p) => {
      const title = `${p === changed.title ? 'New' : 'Old'} thing ${p}`;
      const brand = p === changed.brand ? 'Zoe' : ['Ida', 'Max', 'Sol'][p % 3]!;
      const defaults = { title, brand, url: `/${p}`, dataLocale: 'en-GB', category: [`C${p % 4}`] };
      const variants = Object.fromEntries(
        Array.from({ length: 1 + (p % 3) }, (_, v) => {
          const price = 10 * (1 + ((p * 7 + v * 5) % 12));
          const sizes = { listPrice: price + 10, sellingPrice: price, stock: (p + v) % 3, size: 'SML'[v]! };
          return [`v${p}-${v}`, { defaults: { label: 'SML'[v]!, ...sizes } }];
        }),
      );
      return [`g${p}`, { products: { [`p${p}`]: { markets: ['uk'], defaults, variants } } }];
    }),
  );
  const shop = new Builder(t).open({ groups, translations: [] });
  const snapshot = new Snapshot(shop.shared);
  t.teardown(() => {
    snapshot.close();
    shop.close();
  });
  return snapshot.view('uk', 'en-GB');
}

function siteOf(rules: readonly string[]): Site {
  const documents = rules.map((rules, i) => ({
    key: `campaign|c${i}`,
    record: {
      name: 'C',
      advertiser: { id: `a${i}`, name: 'A' },
      markets: ['uk'],
      products: { rules },
      bid: { type: 'CPC', amount: 1, currency: 'GBP' },
      budget: { total: 10 },
    } satisfies Campaign,
    names: [],
  }));
  return new Site(new Part(writeSite(documents).share()));
}

const restriction = fc.constantFrom(
  ...['brand {"Ida"}', 'brand {"Max" "Sol"}', 'brand {"none"}', 'category {"C2"}', 'size {"M"}', 'size {"S" "L"}'],
  ...['price [20, 60]', 'price [0, 15]', 'price [90, 50]', 'list_price [30, 40]', 'discount [10, 40]'],
  ...['stock_number [1, 2]', 'in_stock {"true"}', 'newness 30d'],
);
const rule = fc
  .array(fc.tuple(fc.constantFrom('incl', 'incl', 'excl'), restriction), { minLength: 1, maxLength: 4 })
  .map(all => `rule ${all.map(one => one.join(' ')).join(' ')}`);
const keys = fc.constantFrom('rule incl product_key {"p1" "p2"}', 'rule incl variant_key {"v2-1"}');
const several = fc.array(rule, { minLength: 1, maxLength: 2 }).map(all => all.join(' '));
const rules = fc.oneof({ weight: 9, arbitrary: several }, { weight: 1, arbitrary: keys });
const ranges = Array.from({ length: 8 }, (_, i) =>
  ['price', 'list_price', 'discount', 'stock_number'].map(id => `rule incl ${id} [${i}, ${i * i}]`),
).flat();

t.test('products of rules are those that the planner of searches finds', async t => {
  const view = viewOf();
  const { structure } = view;
  const offers = new OfferContexts(view).of(ONLINE);
  const check = (texts: readonly string[]) => {
    const plan = finish(marketPlan(siteOf(texts), 'PRODUCTION', { market: 'uk', currency: undefined }));
    const kept = { sets: new Map<string, ProductSet>(), attributes: new Set<string>() };
    const sets: ProductSet[] = [];
    finish(new ProductSets(view, new RulePlanner(view), offers, kept).all(plan, NOW, set => sets.push(set)));
    for (const [i, { rules, named }] of plan.sets.entries()) {
      const filter = new RulePlanner(view).expression(rules!, offers, NOW);
      const expected = passingProducts(filter, structure) ?? fullBitmap(structure.productCount);
      const found = sets[i]!.bits ?? emptyBitmap(structure.productCount);
      for (const product of sets[i]!.listed ?? []) setBit(found, product);
      t.strictSame(found, expected, named.rules!);
    }
  };
  // With orders of prices and stock from some ranges on, and without.
  fc.assert(
    fc.property(fc.array(rules, { minLength: 1, maxLength: 4 }), fc.boolean(), (texts, isOrdered) => {
      check(isOrdered ? [...texts, ...ranges] : texts);
    }),
    { seed, numRuns: 60 },
  );
  t.comment(`seed ${seed}`);
});

t.test('an import that changes no value that campaigns name leaves what is compiled', async t => {
  const site = siteOf(['rule incl brand {"Ida"} incl category {"C1"}', 'rule incl brand {"Zoe"}']);
  const compiled = (view: View) => {
    const indexes = new CampaignIndexes({
      site,
      view,
      offers: new OfferContexts(view),
      currency: 'GBP',
      standing: undefined,
    });
    finish(indexes.prepare('PRODUCTION', NOW));
    const index = indexes.of('PRODUCTION', NOW)!;
    const products = Uint32Array.from({ length: view.structure.productCount }, (_, p) => p);
    const request = { nowMs: NOW, touchpoint: 'DESKTOP', phrase: '', seen: new Set<number>() } as const;
    const ranked = { products, count: products.length };
    const settings = { ...DEFAULT_AUCTION, mostPlaces: PRODUCTS };
    const won = index.auction({ ...request, ranked }, Array.from(products), settings);
    const sold = won.map(({ id, product }) => `${id} ${view.structure.products.at(product)}`).sort();
    return { sold, auctions: [...keptCampaigns(view).auctions.values()].map(({ auction }) => auction) };
  };
  const before = compiled(viewOf());
  t.same(before.sold, ['c0 p21', 'c0 p33', 'c0 p45', 'c0 p57', 'c0 p9']);
  const titled = compiled(viewOf({ title: 9 }));
  t.equal(titled.auctions[0], before.auctions[0]);
  t.same(titled.sold, before.sold);
  const branded = compiled(viewOf({ brand: 9 }));
  t.not(branded.auctions[0], before.auctions[0]);
  t.same(branded.sold, ['c0 p21', 'c0 p33', 'c0 p45', 'c0 p57', 'c1 p9']);
  const back = compiled(viewOf({ title: 1 }));
  t.same(back.sold, before.sold);
});
