/** The load generator, asking a server of the test's own. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import t, { type Test } from 'tap';
import { load } from '../../../bench/harness/load-generator.js';

async function serve(t: Test, listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

t.test('each connection asks its requests in their order, the next one when the last is answered', async t => {
  const asked: string[] = [];
  const url = await serve(t, async (request, response) => {
    const body = await buffer(request);
    asked.push(`${request.method} ${request.url} ${request.headers['x-own']} ${body}`);
    // In two pieces, longer than a socket takes at once.
    response.writeHead(200, { 'Content-Length': 3_000_000 });
    response.write(Buffer.alloc(1_000_000));
    response.end(Buffer.alloc(2_000_000));
  });
  const headers = { 'X-Own': 'a' };
  const { requests, failed, bytes } = await load(
    url,
    [
      [
        { path: '/1', headers },
        { method: 'POST', path: '/2', headers, body: 'ä' },
      ],
    ],
    0.3,
    1,
  );
  t.equal(failed, 0);
  t.ok(requests > 1, `${requests} answers`);
  t.ok(bytes > 3_000_000 && bytes < 3_001_000, 'heads count');
  const both = ['GET /1 a ', 'POST /2 a ä'];
  t.same(
    asked,
    asked.map((_, i) => both[i % 2]),
  );
  t.ok(asked.length - requests <= 1, 'no request is sent ahead');
});

t.test('answers that are no 2xx and connections that break off have failed; those are made anew', async t => {
  const url = await serve(t, ({ url }, response) => {
    if (url === '/broken') response.socket!.destroy();
    else if (url === '/empty') response.writeHead(204).end();
    else response.writeHead(503, { 'Content-Length': 4 }).end('busy');
  });
  const [busy, empty, broken] = await Promise.all(
    ['/busy', '/empty', '/broken'].map(path => load(url, [[{ path }]], 0.3, 2)),
  );
  t.ok(busy!.requests > 0);
  t.equal(busy!.failed, busy!.requests);
  t.ok(empty!.requests > 0);
  t.equal(empty!.failed, 0);
  t.equal(broken!.requests, 0);
  t.ok(broken!.failed > 2, 'more than one for each connection');
});
