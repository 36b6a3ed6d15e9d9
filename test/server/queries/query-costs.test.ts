/** How long queries are thought to take: as long as those of their kind have. */
import t from 'tap';
import type { CartPageRequest } from '../../../src/pages/shared/requests.js';
import { QueryCosts } from '../../../src/server/queries/query-costs.js';
import { searchRequest } from '../requests.js';

const rule = {
  restrictions: [{ exclude: false, attribute: 'price', condition: { kind: 'range', min: 1, max: 2 } }],
} as const;
const list = (limit: number, rules: number) =>
  ({ limit, rules: Array.from({ length: rules }, () => rule) }) as unknown as CartPageRequest['recommendationLists'][0];
const cartPage = (lists: CartPageRequest['recommendationLists']) =>
  ({ query: 'cart-page', recommendationLists: lists }) as unknown as CartPageRequest;

t.test('what has not been seen is thought to take longer the more it asks for', async t => {
  const costs = new QueryCosts();
  const asked = [
    cartPage([]),
    cartPage([list(100, 0)]),
    cartPage([list(100, 99)]),
    cartPage(Array(10).fill(list(100, 99))),
  ].map(request => costs.of(request).costMs);
  t.same(
    asked,
    asked.toSorted((a, b) => a - b),
  );
  t.equal(new Set(asked).size, asked.length);
  t.ok(costs.of(cartPage([]), 1_000_000).costMs > asked[1]!, 'a long body that has not been read');
});

t.test('what has been seen is thought to take as long as the last of its kind', async t => {
  const costs = new QueryCosts();
  const [search, other] = [searchRequest({ q: 'a' }), cartPage([list(100, 99)])];
  const before = costs.of(other).costMs;
  for (let i = 0; i < 100; i++) costs.learn(costs.of(search), 0.5);
  t.ok(Math.abs(costs.of(search).costMs - 0.5) < 0.01);
  t.equal(costs.of(other).costMs, before, 'others are of another kind');
  const vector = { space: 'image', values: [1, 0], weight: 1 };
  for (const near of [costs.of(searchRequest({ q: 'a', vector })), costs.of(search, 64)]) {
    costs.learn(near, 8 * near.costMs);
    t.ok(Math.abs(costs.of(search).costMs - 0.5) < 0.01, 'a search by a vector is another kind, however short');
  }
  costs.learn(costs.of(search), 5000);
  t.ok(costs.of(search).costMs < 1, 'one that took very long says little');
  for (let i = 0; i < 100; i++) costs.learn(costs.of(search), 50);
  t.ok(costs.of(search).costMs > 45, 'many of them do');
});
