import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import type { DiscoveryTopicRequest } from '../../../src/pages/shared/requests.js';
import { decodeTicket } from '../../../src/pages/shared/tickets/ticket.js';
import { ORDINARY, Oracle } from '../oracle.js';
import { ruleExpressions } from '../random-request.js';
import { listedCatalogs, SHARED_SEED, withShared } from '../shared-shops.js';
import { type Asked, Builder, type Catalog, CONTEXT, type GroupJson, mainKeys, SECRET, type Shop } from '../shop.js';

const builder = new Builder(t);

interface TopicJson {
  primaryList: { productGroups: GroupJson[]; totalHits: number };
}

function ask(shop: Shop, asked: Asked<DiscoveryTopicRequest>): TopicJson {
  const request: DiscoveryTopicRequest = {
    ...CONTEXT,
    query: 'discovery-agent-topic',
    q: '',
    rules: [],
    limit: 600,
    skip: 0,
    ...asked,
  };
  return JSON.parse(shop.text(request)) as TopicJson;
}

t.test('a topic of rules holds the products that match them, page by page', async () => {
  const keys = ['Q/#0c', 'B+.1c', 'gQ/#0'];
  const rules = fc.array(ruleExpressions(keys), { minLength: 5, maxLength: 5 });
  fc.assert(
    fc.property(listedCatalogs, rules, (catalog, expressions) => {
      withShared(catalog, shop => {
        for (const view of shop.views) {
          const oracle = new Oracle(catalog, view.market, view.locale);
          for (const expression of expressions) {
            const expected = oracle.hits(expression, [], ORDINARY).map(({ product }) => product.key);
            const { primaryList } = ask(shop, { ...view, rules: expression });
            const found = mainKeys(primaryList.productGroups);
            assert.deepEqual([...found].sort(), expected.sort());
            assert.equal(primaryList.totalHits, expected.length);
            const pages = [0, 2, 4].map(skip => ask(shop, { ...view, rules: expression, limit: 2, skip }));
            assert.deepEqual(
              pages.flatMap(page => mainKeys(page.primaryList.productGroups)),
              found.slice(0, 6),
            );
          }
        }
      });
    }),
    { seed: SHARED_SEED, numRuns: 12 },
  );
});

const product = (title: string, brand: string) => ({
  markets: ['se'],
  defaults: { title, brand, url: '/p', dataLocale: 'en-GB' },
  variants: { [`v-${title.replaceAll(' ', '-')}`]: { defaults: { listPrice: 100, stock: 1 } } },
});
const small: Catalog = {
  groups: {
    a: { products: { a: product('Garden lantern', 'Acme') } },
    b: { products: { b: product('Garden chair', 'Acme') } },
    c: { products: { c: product('Garden lantern large', 'Other') } },
  },
  translations: [],
};
const VIEW = { market: 'se', locale: 'en-GB' };
const acme = [
  {
    restrictions: [{ exclude: false, attribute: 'brand', condition: { kind: 'values' as const, values: ['Acme'] } }],
  },
];

t.test('text and rules narrow together', async t => {
  builder.with(small, shop => {
    const keys = (asked: Partial<DiscoveryTopicRequest>) =>
      mainKeys(ask(shop, { ...VIEW, ...asked }).primaryList.productGroups).sort();
    t.same(keys({ q: 'lantern' }), ['a', 'c']);
    t.same(keys({ q: 'lantern', rules: acme }), ['a']);
    t.same(keys({ rules: acme }), ['a', 'b']);
    t.same(keys({ q: 'lantren' }), ['a', 'c'], 'a slip of the pen does not matter');
    t.same(keys({ q: 'zzzzzz' }), []);
    t.same(keys({ q: '!' }), [], 'nothing that could be searched for');
  });
});

t.test('tickets say that a topic was shown', async t => {
  builder.with(small, shop => {
    const [, second] = ask(shop, { ...VIEW, q: 'lantern', limit: 2 }).primaryList.productGroups;
    t.match(decodeTicket(second!.products[0]!.ticket, SECRET).ticket, {
      pageType: 'DISCOVERY_TOPIC',
      list: 'primary',
      q: 'lantern',
      position: 1,
      kind: 'p',
      key: second!.products[0]!.key,
    });
  });
});
