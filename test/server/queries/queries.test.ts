import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import t from 'tap';
import { LATE_MS } from '../../../src/server/queries/batcher.js';
import { until } from '../../within.js';
import { startDaemon, VISITOR } from '../daemon.js';

interface Echo {
  q: string;
  snapshot: string;
  nonce: number;
  customerKey: string;
  budget: { queryMs: number; taskMs: number };
  /** Length of a body that the front end has not read. */
  unread?: number;
}

const echo = async (response: Promise<Response>) => (await (await response).json()) as Echo;

t.test('queries answer 503 until a snapshot with products is live, and readiness says why', async t => {
  const daemon = await startDaemon(t);
  const early = await daemon.search('shoes');
  t.equal(early.status, 503);
  t.ok(early.headers.get('retry-after'));
  t.match(await early.json(), { status: 503, error: 'UNAVAILABLE', message: /no products/ });
  const unready = await fetch(daemon.url('/readyz'));
  t.equal(unready.status, 503);
  t.match(await unready.json(), { reasons: [/no snapshot/] });

  t.equal((await daemon.importCatalog('snapshot empty-1')).status, 204);
  t.equal((await daemon.search('shoes')).status, 503);
  t.match(await (await fetch(daemon.url('/readyz'))).json(), { reasons: [/no products/] });

  t.equal((await daemon.importCatalog('snapshot s1')).status, 204);
  t.equal((await fetch(daemon.url('/readyz'))).status, 200);
  const answer = await daemon.search('shoes');
  t.equal(answer.status, 200);
  t.match(await answer.json(), { q: 'shoes', snapshot: 's1' });
  t.equal((await fetch(daemon.url('/healthz'))).status, 200);
});

t.test('with a live snapshot', async t => {
  const daemon = await startDaemon(t);
  await daemon.importCatalog('snapshot s1');

  t.test('every answer, errors too, tells its time and may be read by any origin', async t => {
    const paths = [`search-page?${VISITOR}&q=a`, 'search-page', 'nonsense', `autocomplete?${VISITOR}`];
    const statuses = [200, 400, 404, 200];
    for (const [i, path] of paths.entries()) {
      const answer = await fetch(daemon.url(`/api/storefront/v3/queries/${path}`));
      t.equal(answer.status, statuses[i], path);
      t.match(answer.headers.get('x-response-time'), /^\d+$/);
      t.equal(answer.headers.get('access-control-allow-origin'), '*');
      t.equal(answer.headers.get('access-control-expose-headers'), 'X-Response-Time, Retry-After');
      t.match(answer.headers.get('content-type'), /^application\/json/);
      if (answer.status !== 200) t.type(((await answer.json()) as { message: unknown }).message, 'string');
    }
  });

  t.test('a preflight is answered 204 for a day', async t => {
    const answer = await fetch(daemon.url('/api/storefront/v3/queries/search-page'), { method: 'OPTIONS' });
    t.equal(answer.status, 204);
    t.equal(answer.headers.get('access-control-max-age'), '86400');
    t.match(answer.headers.get('access-control-allow-methods'), /POST/);
    t.match(answer.headers.get('access-control-allow-headers'), /Content-Type/i);
    t.equal(answer.headers.get('access-control-allow-origin'), '*');
  });

  t.test('GET and POST share an answer, whoever asks', async t => {
    const get = await echo(daemon.search('shared'));
    const post = await echo(daemon.search('shared', '', { method: 'POST' }));
    const withBody = await echo(daemon.search('shared', '', { method: 'POST', body: '{}' }));
    const reordered = await echo(
      fetch(daemon.url(`/api/storefront/v3/queries/search-page?q=shared&${VISITOR.replace('c-1', 'another')}`)),
    );
    t.equal(get.customerKey, undefined, 'what is shared is made for nobody');
    t.same([post.nonce, withBody.nonce, reordered.nonce], [get.nonce, get.nonce, get.nonce]);
    t.not((await echo(daemon.search('shared', '&limit=5'))).nonce, get.nonce);
    t.not((await echo(daemon.search('shared', '&priceId=vip'))).nonce, get.nonce);
  });

  t.test('a POST without a body is no GET where a parameter counts on that alone', async t => {
    const url = daemon.url(`/api/storefront/v3/queries/landing-page?${VISITOR}&pageReference=a&includeNavigation=true`);
    const get = await echo(fetch(url));
    const post = await echo(fetch(url, { method: 'POST' }));
    t.not(post.nonce, get.nonce);
    t.equal((await echo(fetch(url))).nonce, get.nonce);
    t.equal((await echo(fetch(url, { method: 'POST' }))).nonce, post.nonce);
  });

  t.test('questions asked at once are executed once', async t => {
    const before = await daemon.metric('vitrine_answer_cache_misses_total');
    const answers = await Promise.all(Array.from({ length: 20 }, () => echo(daemon.search('together'))));
    t.equal(new Set(answers.map(answer => answer.nonce)).size, 1);
    t.ok((await daemon.metric('vitrine_answer_cache_misses_total')) > before);
  });

  t.test('an answer from the cache does not excuse a request from being valid', async t => {
    t.equal((await daemon.search('valid')).status, 200);
    const url = daemon.url(`/api/storefront/v3/queries/search-page?${VISITOR.replace('c-1', '')}&q=valid`);
    t.equal((await fetch(url)).status, 400);
  });

  t.test('the media type and the encoding of a body are judged', async t => {
    const status = async (init: RequestInit) => (await daemon.search('a', '', { method: 'POST', ...init })).status;
    t.equal(await status({ body: '{}', headers: { 'Content-Type': 'text/plain;charset=UTF-8' } }), 200);
    t.equal(await status({ body: '{}', headers: { 'Content-Type': 'application/json' } }), 200);
    t.equal(await status({ body: '{}', headers: { 'Content-Type': 'text/html' } }), 415);
    t.equal(await status({ body: '{' }), 400);
    t.equal(await status({ body: new Uint8Array([0x22, 0xff, 0x22]), headers: { 'Content-Type': 'text/plain' } }), 415);
  });

  t.test('a long body is left to the query threads; equal ones share an answer', async t => {
    const init = (body: string) => ({ method: 'POST', body, headers: { 'Content-Type': 'application/json' } });
    const ask = (body: string) => echo(daemon.search('long body', '', init(body)));
    const noJson = `{${'x'.repeat(5000)}`;
    const first = await ask(noJson);
    t.equal(first.unread, noJson.length, 'also where it is no JSON');
    t.equal(first.customerKey, undefined);
    t.equal((await ask(noJson)).nonce, first.nonce);
    const longer = `{${'x'.repeat(70_000)}`;
    const alone = await ask(longer);
    t.equal(alone.unread, longer.length);
    t.not((await ask(longer)).nonce, alone.nonce, 'for longer ones nothing is hashed');
    t.not((await ask(noJson.replace('x', 'y'))).nonce, first.nonce);
    t.equal((await ask(`{${' '.repeat(4000)}}`)).unread, undefined, 'one that is not long is read at once');
    t.equal((await daemon.search('a', '&limit=x', init(noJson))).status, 400, 'parameters are judged before');
  });

  t.test('a body or an address that is too long is refused', async t => {
    const large = await daemon.search('a', '', { method: 'POST', body: `"${'x'.repeat(1_100_000)}"` });
    t.equal(large.status, 413);
    t.match(await large.json(), { error: 'PAYLOAD_TOO_LARGE', message: /^body: longer than the 1048576 bytes/ });
    const long = await daemon.search('x'.repeat(17_000));
    t.equal(long.status, 400);
    t.match(await long.json(), { message: /^url: / });
  });

  t.test('answers of at least 1 KiB are compressed for those who accept it', async t => {
    const request = (encoding: string, q: string) =>
      daemon.raw(
        `GET /api/storefront/v3/queries/search-page?${VISITOR}&q=${q} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: ${encoding}\r\nConnection: close\r\n\r\n`,
        text =>
          text.includes('\r\n\r\n') &&
          text.split('\r\n\r\n')[1]!.length >= Number(/content-length: (\d+)/i.exec(text)?.[1]),
      );
    const zipped = await request('gzip', 'large+5000');
    t.match(zipped, /content-encoding: gzip/i);
    t.match(zipped, /vary: accept-encoding/i);
    const body = Buffer.from(zipped.slice(zipped.indexOf('\r\n\r\n') + 4), 'latin1');
    t.match(JSON.parse(gunzipSync(body).toString()), { q: 'large 5000' });
    const brotli = await request('gzip, deflate, br', 'large+5000');
    t.match(brotli, /content-encoding: br\r/i);
    const smaller = Buffer.from(brotli.slice(brotli.indexOf('\r\n\r\n') + 4), 'latin1');
    t.match(JSON.parse(brotliDecompressSync(smaller).toString()), { q: 'large 5000' });
    t.match(await request('gzip', 'large+5000'), /content-encoding: gzip/i, 'also when that in Brotli is cached');
    t.notMatch(await request('gzip;q=0', 'large+5000'), /content-encoding/i);
    t.notMatch(await request('gzip', 'small'), /content-encoding/i);
  });

  t.test('a large answer arrives whole', async t => {
    const answer = await daemon.search('large 5000000', '', { headers: { 'Accept-Encoding': 'identity' } });
    t.equal(((await answer.json()) as { filler: string }).filler.length, 5_000_000);
  });

  t.test('HEAD answers like GET, without the body', async t => {
    const answer = await daemon.search('headed', '', { method: 'HEAD' });
    t.equal(answer.status, 200);
    t.ok(Number(answer.headers.get('content-length')) > 0);
    t.equal(await answer.text(), '');
  });

  t.test('what no query knows is 404 in JSON', async t => {
    const put = await daemon.search('a', '', { method: 'PUT' });
    t.equal(put.status, 404);
    t.match(await put.json(), { error: 'NOT_FOUND', message: /PUT \/api\/storefront/ });
    t.equal((await fetch(daemon.url('/api/storefront/v3/queries/'))).status, 404);
    t.equal((await fetch(daemon.url('/nothing'))).status, 404);
    t.equal((await fetch(daemon.url('/..%2f..%2fetc/passwd'))).status, 404);
  });

  t.test('an error of a query reaches its caller; a defect is 500 with an id and no stack', async t => {
    const wrong = await daemon.search('wrong');
    t.equal(wrong.status, 400);
    t.match(await wrong.json(), { message: 'market: not in the catalog' });
    const defect = await daemon.search('defect');
    t.equal(defect.status, 500);
    const text = await defect.text();
    t.match(JSON.parse(text), { error: 'INTERNAL', id: /./ });
    t.notMatch(text, /secret|\bat /);
  });

  t.test('a thread that dies takes only the query at fault with it', async t => {
    const answers = await Promise.all(['1', 'crash', '2', '3'].map(q => daemon.search(`${q}`)));
    t.same(
      answers.map(answer => answer.status),
      [200, 500, 200, 200],
    );
    t.equal((await daemon.search('after')).status, 200);
  });

  t.test('searches are counted but for synthetic ones and those that ask not to be', async t => {
    const before = await daemon.metric('vitrine_searches_zero_hit_total');
    await daemon.search('nothing');
    await daemon.search('nothing');
    await daemon.search('nothing', '&notify=false');
    await daemon.search('nothing', '&userContext=SYNTHETIC');
    t.equal(await daemon.metric('vitrine_searches_zero_hit_total'), before + 2);
  });

  t.test('look-ups in the caches of query threads are counted by cache and result', async t => {
    const read = (cache: string, result: string) =>
      daemon.metric(`vitrine_view_cache_lookups_total{cache="${cache}",result="${result}"}`);
    const readAll = () => Promise.all([read('query_terms', 'hit'), read('query_terms', 'miss'), read('words', 'hit')]);
    const before = await readAll();
    for (const q of ['one', 'two', 'three']) await daemon.search(q);
    const after = await readAll();
    t.equal(after[0]! - before[0]!, 6);
    t.equal(after[1]! - before[1]!, 3);
    t.equal(after[2]! - before[2]!, 0);
  });

  t.test('answers that were cut short are counted by query and not kept', async t => {
    const degraded = (query: string) => daemon.metric(`vitrine_degraded_answers_total{query="${query}"}`);
    const before = await Promise.all([degraded('search-page'), degraded('autocomplete')]);
    const whole = [await echo(daemon.search('whole')), await echo(daemon.search('whole'))];
    t.equal(whole[0]!.nonce, whole[1]!.nonce, 'a whole answer is kept');
    const cut = [await echo(daemon.search('degraded')), await echo(daemon.search('degraded'))];
    t.not(cut[0]!.nonce, cut[1]!.nonce);
    const after = await Promise.all([degraded('search-page'), degraded('autocomplete')]);
    t.equal(after[0]! - before[0]!, 2);
    t.equal(after[1]! - before[1]!, 0);
  });

  t.test('queries have the time that the settings give by default', async t => {
    t.same((await echo(daemon.search('a'))).budget, { queryMs: 2000, taskMs: 8000 });
  });

  t.test('the metrics name routes and statuses', async t => {
    const text = await (await fetch(daemon.url('/metrics'))).text();
    t.match(text, /vitrine_http_request_duration_seconds_bucket\{le="0.005",route="search-page",status="200"\} \d+/);
    t.match(text, /vitrine_http_request_duration_seconds_count\{route="search-page",status="400"\} \d+/);
    t.match(text, /vitrine_build_info\{version="[^"]+",node="[^"]+",transport="[^"]+"\} 1/);
    t.match(text, /vitrine_imports_total\{kind="catalog",outcome="success"\} \d/);
    t.match(text, /vitrine_event_loop_lag_seconds\{shorter="0.99"\} \d/);
    t.match(text, /vitrine_snapshot_generation 1/);
  });
});

t.test('queries always have less time than their thread', async t => {
  const timeouts = { VITRINE_LIMITS_QUERY_TIMEOUT_MS: '1000', VITRINE_LIMITS_QUERY_DEADLINE_MS: '5000' };
  const short = await startDaemon(t, timeouts);
  await short.importCatalog('snapshot s1');
  t.same((await echo(short.search('a'))).budget, { queryMs: 800, taskMs: 800 });
});

t.test('with little time and a short queue', async t => {
  const daemon = await startDaemon(t, { VITRINE_LIMITS_QUERY_TIMEOUT_MS: '800', VITRINE_LIMITS_QUEUE: '2' });
  await daemon.importCatalog('snapshot s1');

  t.test('a query that never ends is ended, and the thread replaced', async t => {
    t.equal((await daemon.search('hang')).status, 500);
    t.equal((await daemon.search('after')).status, 200);
  });

  t.test('what cannot be queued is shed with 503 and Retry-After', async t => {
    const misses = () => daemon.metric('vitrine_answer_cache_misses_total');
    const before = await misses();
    const hanging = daemon.search('hang');
    await until('a query', async () => (await misses()) > before);
    const begunMs = performance.now();
    await until('it takes long', async () => performance.now() > begunMs + LATE_MS);
    const statuses: number[] = [];
    const waiting = ['1', '2', '3'].map(async q => {
      const answer = await daemon.search(q);
      statuses.push(answer.status);
      return answer;
    });
    const answers = await Promise.all(waiting);
    t.same(statuses, [503, 200, 200], 'the one that is shed is told at once');
    const shed = answers.find(answer => answer.status === 503)!;
    t.ok(shed.headers.get('retry-after'));
    t.match(await shed.json(), { error: 'UNAVAILABLE', message: /busy/ });
    t.equal(await daemon.metric('vitrine_shed_requests_total{reason="queue_full"}'), 1);
    t.equal((await hanging).status, 500);
  });
});

t.test('where too many wait for a while, further queries are refused before they are read', async t => {
  const daemon = await startDaemon(t, {
    VITRINE_LIMITS_QUERY_TIMEOUT_MS: '2000',
    VITRINE_LIMITS_QUEUE: '2',
    VITRINE_LIMITS_QUEUE_DEADLINE_MS: '10000',
  });
  await daemon.importCatalog('snapshot s1');
  await (await daemon.search('cached')).arrayBuffer();
  const misses = () => daemon.metric('vitrine_answer_cache_misses_total');
  const before = await misses();
  const hanging = daemon.search('hang');
  await until('a query', async () => (await misses()) > before);
  const begunMs = performance.now();
  await until('it takes long', async () => performance.now() > begunMs + LATE_MS);
  const waiting = ['1', '2'].map(q => daemon.search(q));
  await until('they wait', async () => (await daemon.metric('vitrine_queue_depth')) === 2);
  const wrong = () => fetch(daemon.url('/api/storefront/v3/queries/search-page?market=se'));
  const posted = () => daemon.search('1', '', { method: 'POST', body: 'no JSON' });
  for (const ask of [wrong, posted]) {
    let answer: Response | undefined;
    await until('a refusal', async () => (answer = await ask()).status === 503, { longestMs: 1500 });
    t.ok(answer!.headers.get('retry-after'));
    t.match(answer!.headers.get('x-response-time'), /^\d+$/);
    t.equal(answer!.headers.get('access-control-allow-origin'), '*');
    t.match(await answer!.json(), { status: 503, error: 'UNAVAILABLE', code: 'overloaded', message: /^busy/ });
  }
  t.ok((await daemon.metric('vitrine_shed_requests_total{reason="queue_full"}')) >= 2);
  t.equal((await daemon.search('cached')).status, 200, 'what is cached is answered');
  t.equal((await fetch(daemon.url('/healthz'))).status, 200);
  t.equal((await hanging).status, 500);
  for (const answer of await Promise.all(waiting)) t.equal(answer.status, 200);
  t.equal((await wrong()).status, 400, 'afterwards queries are read');
});

t.test('one client cannot have all places, others get theirs', async t => {
  const daemon = await startDaemon(t, {
    VITRINE_BEHAVIOUR_ADDRESS_HEADER: 'x-forwarded-for',
    VITRINE_LIMITS_QUERY_TIMEOUT_MS: '1500',
    VITRINE_LIMITS_QUEUE: '4',
    VITRINE_LIMITS_QUEUE_DEADLINE_MS: '10000',
  });
  await daemon.importCatalog('snapshot s1');
  const ask = (q: string, address: string) => daemon.search(q, '', { headers: { 'X-Forwarded-For': address } });
  const misses = () => daemon.metric('vitrine_answer_cache_misses_total');
  const before = await misses();
  const hanging = ask('hang', '192.0.2.1');
  const waiting = ask('waits', '192.0.2.1');
  await until('both', async () => (await misses()) === before + 2);
  for (const [address, why] of [
    ['192.0.2.1', 'two of four places are its share while another client asks'],
    ['203.0.113.9, 192.0.2.1', 'what stands before may be forged'],
  ] as const) {
    const headers = { 'X-Forwarded-For': '198.51.100.1' };
    t.equal((await daemon.search('1', '&limit=no', { headers })).status, 400);
    t.equal((await ask('more', address)).status, 503, why);
  }
  t.same(
    await Promise.all([ask('a', '198.51.100.1'), ask('b', '198.51.100.1')].map(async one => (await one).status)),
    [200, 200],
  );
  t.equal((await hanging).status, 500);
  t.equal((await waiting).status, 200);
  t.equal((await ask('more', '192.0.2.1')).status, 200, 'when it has been answered');
});

t.test('without a cache, and with few origins and host names', async t => {
  const daemon = await startDaemon(t, {
    VITRINE_ANSWER_CACHE_MB: '0',
    VITRINE_CORS_ORIGIN: 'https://shop.example',
    VITRINE_HOSTS: '127.0.0.1,localhost',
  });
  await daemon.importCatalog('snapshot s1');

  t.test('without a cache every query is computed', async t => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => echo(daemon.search('same'))));
    t.equal(new Set(answers.map(answer => answer.nonce)).size, 5);
  });

  t.test('origins and host names can be limited', async t => {
    const from = (origin: string) => daemon.search('a', '', { headers: { Origin: origin } });
    const allowed = await from('https://shop.example');
    t.equal(allowed.headers.get('access-control-allow-origin'), 'https://shop.example');
    t.match(allowed.headers.get('vary'), /Origin/);
    t.equal((await from('https://evil.example')).headers.get('access-control-allow-origin'), null);
    const elsewhere = await daemon.raw(
      `GET /api/storefront/v3/queries/search-page?${VISITOR}&q=a HTTP/1.1\r\nHost: other.example:80\r\n\r\n`,
      text => text.includes('}'),
    );
    t.match(elsewhere, /^HTTP\/1.1 404/);
    t.match(elsewhere, /cluster not found/);
  });
});
