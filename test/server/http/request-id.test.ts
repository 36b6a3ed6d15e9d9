import t from 'tap';
import { startDaemon } from '../daemon.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

t.test('a request goes by the name that it was given', async t => {
  const daemon = await startDaemon(t);
  await daemon.importCatalog('snapshot s1');
  const idOf = async (headers: Record<string, string>, q = 'a') => {
    const answer = await daemon.search(q, '', { headers });
    return answer.headers.get('x-request-id');
  };

  t.test('in answers, from the cache too', async t => {
    t.equal(await idOf({ 'X-Request-Id': 'shop-1/a:b' }), 'shop-1/a:b');
    t.equal(await idOf({ 'X-Request-Id': 'shop-2' }), 'shop-2');
    t.equal(await idOf({}), null, 'and in none that was not given one');
  });

  t.test('by its trace where it has no other', async t => {
    const traceparent = `00-${TRACE}-00f067aa0ba902b7-01`;
    t.equal(await idOf({ traceparent }), TRACE);
    t.equal(await idOf({ traceparent, 'X-Request-Id': 'mine' }), 'mine');
    for (const wrong of ['', 'x', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, `00-${TRACE.toUpperCase()}-x-01`]) {
      t.equal(await idOf({ traceparent: wrong }), null, wrong);
    }
  });

  t.test('not by one that is no name', async t => {
    for (const wrong of ['a b', '<script>', 'x'.repeat(129), 'a\tb'])
      t.equal(await idOf({ 'X-Request-Id': wrong }), null);
  });

  t.test('in errors and in replies of other routes', async t => {
    const headers = { 'X-Request-Id': 'named' };
    for (const path of ['/healthz', '/metrics', '/nothing', '/api/admin/v3/snapshots', '/openapi.json']) {
      t.equal((await fetch(daemon.url(path), { headers })).headers.get('x-request-id'), 'named', path);
    }
    const defect = await daemon.search('defect', '', { headers });
    t.equal(defect.status, 500);
    t.match(await defect.json(), { id: 'named' }, 'the id of a defect is that of its line in the log');
  });

  t.test('and tells its time to browsers', async t => {
    t.match((await daemon.search('a')).headers.get('server-timing'), /^total;dur=\d+$/);
  });
});
