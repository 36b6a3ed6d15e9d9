/**
 * The personal order of a real daemon: strangers share their answers, a visitor has an own one and loses it when it is
 * forgotten, and who must not be told apart never has one.
 */
import t from 'tap';
import { startDaemon } from '../daemon.js';
import { catalogFile } from './demo.js';
import { groupLines } from './shop.js';

const daemon = await startDaemon({
  catalog: catalogFile(t, groupLines(30, { title: 'Plain lamp', stock: 1 })),
  env: { VITRINE_WORKERS: '1', VITRINE_PAGES_PERSONAL_ORDER: 'true' },
});
t.teardown(() => daemon.stop());

const customer = (key: string) => ({ customerKey: key, sessionKey: `${key}-session` });

async function search(visitor: Record<string, string>, more: Record<string, string> = {}): Promise<string> {
  const parameters = { market: 'uk', locale: 'en-GB', touchpoint: 'DESKTOP', q: 'plain lamp', ...visitor, ...more };
  const query = new URLSearchParams(parameters);
  const answer = await fetch(`${daemon.url}/api/storefront/v3/queries/search-page?${query}`);
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.text();
}

async function post(path: string, body: object, headers: Record<string, string> = {}): Promise<void> {
  const answer = await fetch(`${daemon.url}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
}

interface Page {
  primaryList: { productGroups: { products: { key: string }[] }[] };
}

function keysOf(answer: string): string[] {
  return (JSON.parse(answer) as Page).primaryList.productGroups.map(({ products }) => products[0]!.key);
}

/** The products of a brand, as `shop.ts` gives them out. */
const brandOf = (key: string) => Number(key.slice(2)) % 3;

t.test('a visitor has an own order until it is forgotten, and strangers the same answer all along', async t => {
  const anna = customer('anna');
  const alike = await search(customer('bo'));
  t.strictSame(keysOf(await search(anna)), keysOf(alike), 'as long as nothing is known');
  for (const n of [2, 5, 8]) {
    const query = new URLSearchParams({ market: 'uk', ...anna });
    await post(`storefront/v3/notifications/add-favorite?${query}`, { productKey: `p-${n}` });
  }
  const own = keysOf(await search(anna));
  const first = (keys: string[]) => keys.slice(0, 10).filter(key => brandOf(key) === 2).length;
  t.ok(first(own) > first(keysOf(alike)), 'more of her brand');
  t.not(own.join(), keysOf(alike).join());
  t.equal(await search(customer('cleo')), alike, 'a stranger: the answer that was given before');
  t.equal(await search({ userContext: 'ANONYMOUS' }), alike);
  t.equal(await search({ userContext: 'UNPERSONALIZED', sessionKey: 'anna-session' }), alike);
  const sort = { sort: 'TITLE' };
  t.strictSame(keysOf(await search(anna, sort)), keysOf(await search(customer('dan'), sort)));
  await post(
    'admin/v4/visitors/erase',
    { customerKey: 'anna' },
    { 'Api-Key': daemon.key, 'Content-Type': 'application/json' },
  );
  t.strictSame(keysOf(await search(anna)), keysOf(alike), 'forgotten');
});
