/** How `@vitrine/client` repeats requests, ends them and gives up, against a server that refuses as it is told. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { storefront } from '@vitrine/client';
import t from 'tap';

type Refusal = [status: number, headers?: Record<string, string>];
const BUSY = { status: 503, error: 'UNAVAILABLE', code: 'overloaded', message: 'too many requests wait' };

/** Answers with each refusal in turn, then well. */
async function serverOf(t: { teardown(fn: () => unknown): void }, refusals: Refusal[], listener?: RequestListener) {
  let requests = 0;
  const answer: RequestListener = (_, response) => {
    const [status, headers] = refusals[requests++] ?? [200];
    response.writeHead(status, headers).end(JSON.stringify(status === 200 ? { tree: {} } : BUSY));
  };
  const server = createServer(listener ?? answer).listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  t.teardown(() => server.close().closeAllConnections());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const shop = storefront({ url, market: 'uk', locale: 'en-GB', maxPauseMs: 50, timeoutMs: 60_000 });
  return { shop, url, server, count: () => requests };
}

const NOW = { 'Retry-After': '0' };

t.test('what is refused for a time is asked again', async t => {
  const { shop, count } = await serverOf(t, [
    [503, NOW],
    [429, NOW],
  ]);
  t.same(await shop.navigationTree(), { tree: {} });
  t.equal(count(), 3);
});

t.test('within bounds: how often, and how long to wait', async t => {
  const often = await serverOf(t, [
    [503, NOW],
    [503, NOW],
    [503, NOW],
  ]);
  await t.rejects(often.shop.navigationTree(), { status: 503, code: 'overloaded', retryAfterMs: 0 });
  t.equal(often.count(), 3);
  const long = await serverOf(t, [[503, { 'Retry-After': '60' }]]);
  await t.rejects(long.shop.navigationTree(), { status: 503, retryAfterMs: 60_000, message: BUSY.message });
  t.equal(long.count(), 1, 'not earlier than it asks for');
});

t.test('what is wrong is not asked again', async t => {
  for (const status of [400, 404, 500]) {
    const { shop, count } = await serverOf(t, [[status]]);
    await t.rejects(shop.navigationTree(), { name: 'VitrineError', status });
    t.equal(count(), 1);
  }
});

t.test('without a reply it is asked again, and then says so', async t => {
  let cut = 0;
  const { shop } = await serverOf(t, [], request => {
    cut++;
    request.socket.destroy();
  });
  await t.rejects(shop.navigationTree(), { status: 0, message: /^no reply: / });
  t.equal(cut, 3);
});

t.test('an abort ends the request, and what is left of its repetitions', async t => {
  const ending = new AbortController();
  const reason = new Error('not wanted any more');
  const { shop } = await serverOf(t, [], () => ending.abort(reason));
  await t.rejects(shop.navigationTree({}, undefined, { signal: ending.signal }), reason);
  let requests = 0;
  const never = await serverOf(t, [], () => requests++);
  await t.rejects(never.shop.navigationTree({}, undefined, { signal: ending.signal }), reason);
  t.equal(requests, 0);
});

t.test('a reply that takes too long counts as none', async t => {
  const { url } = await serverOf(t, [], () => {});
  const shop = storefront({ url, market: 'uk', locale: 'en-GB', timeoutMs: 20, retries: 0 });
  await t.rejects(shop.navigationTree(), { status: 0, message: 'no reply within 20 ms' });
});
