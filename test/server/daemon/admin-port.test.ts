import { connect } from 'node:net';
import t from 'tap';
import { KEY, startDaemon, VISITOR } from '../daemon.js';

t.test('administration with a port of its own', async t => {
  const { server, raw } = await startDaemon(t, { VITRINE_ADMIN_PORT: '0' });
  const { url, adminUrl } = server;
  t.not(adminUrl, url);
  const status = async (at: string, init?: RequestInit) => (await fetch(at, init)).status;
  const init = { headers: { 'Api-Key': KEY } };
  const query = `/api/storefront/v3/queries/search-page?${VISITOR}&q=a`;

  t.test('is not answered on that of shops, and shops are not on it', async t => {
    for (const path of ['/metrics', '/api/admin/v4/snapshots', '/api/admin/v4/export/catalog']) {
      t.equal(await status(`${url}${path}`, init), 404, path);
      t.not(await status(`${adminUrl}${path}`, init), 404, path);
    }
    t.equal(await status(`${url}${query}`), 503, 'there are no products yet');
    for (const path of [query, '/', '/api/preview/views']) t.equal(await status(`${adminUrl}${path}`), 404, path);
  });

  t.test('tells health on both', async t => {
    for (const at of [url, adminUrl]) {
      t.equal(await status(`${at}/healthz`), 200);
      t.equal(await status(`${at}/readyz`), 503);
      t.equal(await status(`${at}/openapi.json`), 200);
    }
  });

  t.test('takes imports', async t => {
    const headers = { 'Api-Key': KEY, 'Content-Type': 'application/jsonlines', 'Content-Encoding': 'gzip' };
    const request = { method: 'PUT', body: 'not looked at', headers };
    t.equal(await status(`${adminUrl}/api/admin/v4/import/catalog?name=snapshot+s1`, request), 204);
    t.equal(await status(`${url}${query}`), 200);
    t.equal(await status(`${adminUrl}/readyz`), 200);
  });

  t.test('answers checks in HTTP/1.0', async t => {
    const text = await new Promise<string>(resolve => {
      const socket = connect(Number(new URL(adminUrl).port), '127.0.0.1', () => {
        socket.write('GET /readyz HTTP/1.0\r\n\r\n');
      });
      let received = '';
      socket.on('data', chunk => {
        received += chunk.toString('latin1');
      });
      socket.on('close', () => resolve(received));
    });
    t.match(text, /^HTTP\/1\.1 200 .*\{"status":"ready"/s);
    t.match(await raw('GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n', some => some.includes('}')), /^HTTP\/1\.1 200/);
  });
});

t.test('without one, one port answers everything', async t => {
  const { server } = await startDaemon(t, {}, undefined, 'no imports');
  t.equal(server.adminUrl, server.url);
  t.equal((await fetch(`${server.url}/metrics`)).status, 200);
});
