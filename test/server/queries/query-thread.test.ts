/** The real query threads, over a snapshot that was built: how answers leave them, and that they keep to deadlines. */
import { gunzipSync } from 'node:zlib';
import t from 'tap';
import type { AnswerEncoding } from '../../../src/server/http/encoding.js';
import type { Answer } from '../../../src/server/queries/answer-cache.js';
import { capacityFor } from '../../../src/server/queries/buffer-pool.js';
import type { Outcome } from '../../../src/server/queries/outcomes.js';
import type { QueryService } from '../../../src/server/queries/query-service.js';
import { Builder } from '../../pages/shop.js';
import { within } from '../../within.js';
import { searchRequest } from '../requests.js';
import { startService } from './real-threads.js';

const GROUPS = 50;
const lamp = (i: number) => ({
  markets: ['se'],
  defaults: { title: `Lamp ${i}`, brand: `Brand ${i % 3}`, url: `/${i}`, dataLocale: 'sv-SE' },
  variants: { [`v${i}`]: { defaults: { listPrice: 10 + i, stock: 1 } } },
});
const groups = Object.fromEntries(
  Array.from({ length: GROUPS }, (_, i) => [`g${i}`, { products: { [`p${i}`]: lamp(i) } }]),
);
const shop = new Builder(t).open({ groups, translations: [] });
t.teardown(() => shop.close());

/** Answers of equal queries are shared and cached under `key`. */
function ask(
  service: QueryService,
  key: string,
  limit: number,
  encoding: AnswerEncoding = 'identity',
): Promise<Answer> {
  const outcome = new Promise<Outcome>((settle, reject) => {
    const request = searchRequest({ q: 'lamp', limit });
    const shed = (reason: string) => reject(new Error(reason));
    service.enqueue(service.current!, { request, encoding, key, own: false }, { gone: false, settle, shed });
  });
  return within(key, outcome).then(outcome => {
    if ('failure' in outcome) throw new Error(JSON.stringify(outcome.failure));
    return outcome.answer;
  });
}

t.test('an answer is copied once: it is cached and sent in the memory that its thread has given it', async t => {
  const { service } = await startService(t, shop.shared);
  // Asked at once, they are answered as one batch.
  const asked = ['one', 'two', 'compressed', 'three'];
  const answers = await Promise.all(
    asked.map((key, i) => ask(service, key, 10 + i, key === 'compressed' ? 'gzip' : 'identity')),
  );
  for (const [i, answer] of answers.entries()) {
    const { body, encoding } = answer;
    const key = asked[i]!;
    t.equal(encoding, key === 'compressed' ? 'gzip' : 'identity');
    const json = Buffer.from(encoding === 'gzip' ? gunzipSync(body) : body).toString();
    const { primaryList } = JSON.parse(json) as { primaryList: { totalHits: number; productGroups: unknown[] } };
    t.same([primaryList.totalHits, primaryList.productGroups.length], [GROUPS, 10 + i], key);
    t.equal(body.buffer.byteLength, capacityFor(body.length), 'nothing else lies in its memory');
    t.ok(service.current!.cache.get(key, Date.now())?.body.buffer === body.buffer, 'the cache has no copy');
  }
});

t.test('a thread reads long bodies: answers and faults are those of short ones', async t => {
  const { service } = await startService(t, shop.shared);
  const rawQuery = 'market=se&locale=sv-SE&touchpoint=DESKTOP&customerKey=c1&sessionKey=s1&q=lamp&limit=3';
  const askLong = async (json: string, own: boolean) => {
    const request = searchRequest({ q: 'lamp', limit: 3, customerKey: 'c1' });
    const bytes = Buffer.from(json);
    const body = { query: 'search-page', rawQuery, contentType: 'text/plain', bytes, referer: '' } as const;
    const outcome = new Promise<Outcome>((settle, reject) => {
      const shed = (reason: string) => reject(new Error(reason));
      const queued = { request, encoding: 'identity', key: '', own, body } as const;
      service.enqueue(service.current!, queued, { gone: false, settle, shed });
    });
    return await within(json.slice(0, 100), outcome);
  };
  for (const own of [false, true]) {
    const outcome = await askLong(
      `{"primaryList": {"productRules": "rule incl price [10, 12]"}${' '.repeat(5000)}}`,
      own,
    );
    if ('failure' in outcome) throw new Error(JSON.stringify(outcome.failure));
    const { primaryList } = JSON.parse(Buffer.from(outcome.answer.body).toString()) as {
      primaryList: { totalHits: number };
    };
    t.equal(primaryList.totalHits, 3);
  }
  t.match(await askLong('{"primaryList": 1}', false), {
    failure: { kind: 'problem', code: 'body_invalid', message: '/primaryList: found 1, expected an object' },
  });
  t.match(await askLong('{'.repeat(100_000), false), { failure: { code: 'limit_exceeded' } });
});

t.test('a query past its deadline is answered by its thread, which goes on', async t => {
  const { service, counts } = await startService(t, shop.shared, { queryDeadlineMs: 0 });
  for (const n of [1, 2]) {
    const { body, degraded } = await ask(service, 'cut', 10);
    t.ok(degraded);
    t.match(JSON.parse(Buffer.from(body).toString()), { degraded: true });
    t.notOk(service.current!.cache.get('cut', Date.now()), 'it is not kept');
    t.equal(counts.degraded['search-page'], n);
  }
  t.equal(counts.threadFailures, 0);
});
