import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import type { FacetSelection, SortOrder } from '../../../../src/pages/shared/requests.js';
import { decodeTicket } from '../../../../src/pages/shared/tickets/ticket.js';
import { CardOracle, type CardQuestion, type CardSettings } from '../../card-oracle.js';
import { type Item, Oracle } from '../../oracle.js';
import { PRICE_IDS, SIZES } from '../../random-catalog.js';
import { offerSelections } from '../../random-request.js';
import { SHARED_SEED, sharedCatalogs, withShared } from '../../shared-shops.js';
import { Builder, type Catalog, type GroupJson, NOW, type ProductJson, SECRET, type Shop } from '../../shop.js';

const builder = new Builder(t);

interface Question extends CardQuestion {
  facets: FacetSelection[];
  sort: SortOrder;
  skip: number;
  limit: number;
}

const { constantFrom, record, uniqueArray } = fc;
const PRESENT = ['fit', 'badge', 'number.watt', 'length.heel', 'json.info', 'none', 'number.none'];
const PRESENT_OF_VARIANTS = ['variant.fit', 'variant.fabric', 'variant.number.volt', 'variant.json.more'];

const settings = record<CardSettings>({ outOfStockVariants: fc.boolean(), newDays: constantFrom(0, 7, 30) });

const question = record<Question>({
  offers: offerSelections,
  presentCustom: uniqueArray(constantFrom(...PRESENT, ...PRESENT_OF_VARIANTS), { maxLength: 4 }),
  presentPrices: uniqueArray(constantFrom(...PRICE_IDS, 'NOPE'), { maxLength: 2 }),
  facets: fc.oneof(
    { weight: 2, arbitrary: fc.constant<FacetSelection[]>([]) },
    record({
      id: fc.constant('size'),
      values: uniqueArray(constantFrom(...SIZES), { minLength: 1, maxLength: 2 }),
    }).map(size => [size]),
    constantFrom(...SIZES).map(size => [
      { id: 'size', values: [size] },
      { id: 'onlyInStock', checked: true },
    ]),
  ),
  sort: constantFrom('RELEVANCE', 'PRICE_ASCENDING'),
  skip: constantFrom(0, 0, 1, 2),
  limit: constantFrom(2, 600),
});

type View = { market: string; locale: string };

/** Links that a product may have: of a variant that a size filter finds, else its own. */
function allowedLinks(item: Item, isMain: boolean, oracle: Oracle, { facets, offers }: Question): string[] {
  const own = item.product.data.url!;
  // A market without any sizes ignores the filter.
  if (!facets.some(facet => facet.id === 'size' && oracle.restriction(facet))) return [own];
  const passing = oracle.passing(item, [], facets, offers);
  const ofSize = oracle.passing(item, [], facets.slice(0, 1), offers);
  if (isMain) return [passing[0]!.data.url ?? own];
  return [own, ...ofSize.map(({ data }) => data.url ?? own)];
}

/** Takes tickets out of a group and checks each: whose it is, where it was shown, and that it comes once. */
function withoutTickets(group: GroupJson, position: number, view: View, seen: Set<string>): GroupJson {
  const take = <T extends { key: string; ticket: string }>(of: T, kind: string): Omit<T, 'ticket'> => {
    const { ticket, ...rest } = of;
    const { ticket: read, proves } = decodeTicket(ticket, SECRET);
    assert.ok(proves(group.key), 'the tag is that of the group at its position');
    assert.ok(!proves(`${group.key}x`));
    assert.match(ticket, /^[\w.~-]+$/, 'nothing in a ticket means something in a URL');
    assert.deepEqual(
      { ...read, generation: 0 },
      {
        ...view,
        touchpoint: 'DESKTOP',
        pageType: 'SEARCH',
        pageReference: '',
        list: 'primary',
        q: '',
        generation: 0,
        minute: NOW / 60_000,
        position,
        kind,
        key: of.key,
      },
    );
    assert.ok(!seen.has(ticket), 'no ticket comes twice');
    seen.add(ticket);
    return rest;
  };
  const products = group.products.map(product => ({
    ...take(product, 'p'),
    variants: product.variants.map(variant => take(variant, 'v')),
  }));
  return { ...group, products: products as unknown as ProductJson[] };
}

function check(shop: Shop, catalog: Catalog, view: View, asked: Question, having: CardSettings): void {
  const oracle = new Oracle(catalog, view.market, view.locale, undefined, !having.outOfStockVariants);
  const cards = new CardOracle(oracle, asked, having);
  const { offers, presentCustom, presentPrices, facets, sort, skip, limit } = asked;
  const request = { ...view, ...offers, presentCustom, presentPrices, facets, sort, skip, limit };
  const seen = new Set<string>();
  shop.search(request).primaryList.productGroups.forEach((written, i) => {
    const group = withoutTickets(written, skip + i, view, seen);
    const [main] = group.products;
    const members = oracle.items.filter(({ group }) => group === written.key);
    // The hit stands first, the others follow in the order of the record.
    const order = [oracle.item(main!.key), ...members.filter(({ product }) => product.key !== main!.key)];
    const about = `${JSON.stringify(view)} ${JSON.stringify(asked)}`;
    assert.deepEqual(
      group.products.map(({ key }) => key),
      order.map(({ product }) => product.key),
      about,
    );
    assert.equal(group.remaining, 0);
    order.forEach((item, k) => {
      const product = group.products[k]!;
      const links = allowedLinks(item, k === 0, oracle, asked);
      assert.ok(links.includes(product.link), `${item.product.key} links to ${product.link}, not ${links}: ${about}`);
      assert.deepEqual(product, JSON.parse(JSON.stringify(cards.card(item, product.link))), about);
    });
  });
}

const plain: Question = {
  offers: { channels: { online: true, store: true }, stores: [] },
  presentCustom: [],
  presentPrices: [],
  facets: [],
  sort: 'RELEVANCE',
  skip: 0,
  limit: 600,
};

t.test('the cards of a page are what the records say', async () => {
  const questions = fc.array(question, { minLength: 10, maxLength: 10 });
  fc.assert(
    fc.property(sharedCatalogs, settings, questions, (catalog, having, asked) => {
      withShared(
        catalog,
        shop => {
          // Requests without wishes are written another way than those with some.
          for (const one of [plain, ...asked]) for (const view of shop.views) check(shop, catalog, view, one, having);
        },
        having,
      );
    }),
    { seed: SHARED_SEED, numRuns: 12 },
  );
});

t.test('under a size filter a product links to the variant that meets all that was asked for', async t => {
  const variant = (key: string, size: string, stock: number) => ({
    defaults: { listPrice: 100, stock, size, url: `/v/${key}` },
  });
  const variants = {
    a: variant('a', 'S', 3),
    b: variant('b', 'M', 0),
    c: variant('c', 'M', 2),
    d: variant('d', 'L', 0),
  };
  const product = { markets: ['se'], defaults: { title: 'Shirt', url: '/p', dataLocale: 'en-GB' }, variants };
  builder.with({ groups: { g: { products: { p: product } } }, translations: [] }, shop => {
    const link = (...facets: FacetSelection[]) =>
      shop.search({ market: 'se', locale: 'en-GB', facets }).primaryList.productGroups[0]!.products[0]!.link;
    const inStock = { id: 'onlyInStock', checked: true };
    t.equal(link(), '/p');
    t.equal(link(inStock), '/p');
    t.equal(link({ id: 'size', values: ['M'] }), '/v/b');
    t.equal(link({ id: 'size', values: ['M'] }, inStock), '/v/c');
    t.equal(link({ id: 'size', values: ['L', 'M'] }, inStock), '/v/c');
  });
});
