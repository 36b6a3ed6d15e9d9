import t from 'tap';
import { Lease } from '../../../src/server/http/lease.js';
import { type Answer, AnswerCache, MAX_AGE_MS } from '../../../src/server/queries/answer-cache.js';
import { searchRequest } from '../requests.js';

function answer(bytes: number): Answer {
  return {
    body: new Uint8Array(bytes),
    lease: new Lease(() => undefined),
    encoding: 'identity',
    totalHits: 1,
    autoCorrected: false,
    personal: false,
    second: 0,
    degraded: false,
  };
}

t.test('an answer is found until it is a minute old', async t => {
  const cache = new AnswerCache(1_000_000);
  const kept = answer(10);
  cache.put('a', kept, 1000);
  t.equal(cache.get('a', 1000 + MAX_AGE_MS - 1), kept);
  t.equal(cache.get('a', 1000 + MAX_AGE_MS), undefined);
  t.equal(cache.bytes, 0, 'and is forgotten then');
});

t.test('an answer in which campaigns have competed is found until its second ends', async t => {
  const cache = new AnswerCache(1_000_000);
  cache.put('a', { ...answer(10), second: 7 }, 7300);
  cache.alias('a', 'raw', searchRequest());
  t.ok(cache.get('a', 7999));
  t.ok(cache.getRaw('raw', 7999));
  t.equal(cache.getRaw('raw', 8000), undefined);
  t.equal(cache.get('a', 8000), undefined);
  t.equal(cache.bytes, 0);
});

t.test('a raw spelling finds the answer, with the request it stands for, and goes with it', async t => {
  const cache = new AnswerCache(1_000_000);
  const kept = answer(10);
  const request = searchRequest({ notify: false });
  cache.put('a', kept, 0);
  cache.alias('a', 'raw', request);
  cache.alias('absent', 'other', request);
  t.same(cache.getRaw('raw', 1), { answer: kept, request });
  t.equal(cache.getRaw('other', 1), undefined);
  t.equal(cache.getRaw('raw', MAX_AGE_MS), undefined);
  t.equal(cache.bytes, 0);
});

t.test('the memory is bounded whatever comes', async t => {
  const cache = new AnswerCache(100_000);
  let most = 0;
  for (let i = 0; i < 1000; i++) {
    cache.put(`key ${i}`, answer(1000 + (i % 7) * 300), i);
    cache.alias(`key ${i}`, `raw ${i}`, searchRequest());
    most = Math.max(most, cache.bytes);
  }
  t.ok(most <= 100_000 + 1000, 'within the bound, but for the last alias');
  t.ok(cache.size > 30);
  t.ok(cache.get('key 999', 1000));
});

t.test('what is asked for again outlives what is not', async t => {
  const cache = new AnswerCache(40_000);
  cache.put('popular', answer(1000), 0);
  let found = 0;
  for (let i = 0; i < 200; i++) {
    cache.put(`once ${i}`, answer(1000), 0);
    if (cache.get('popular', 0)) found++;
  }
  t.equal(found, 200);
  t.equal(cache.get('once 0', 0), undefined);
});

t.test('one large answer does not push out all others', async t => {
  const cache = new AnswerCache(80_000);
  cache.put('small', answer(100), 0);
  cache.put('huge', answer(20_000), 0);
  t.equal(cache.get('huge', 0), undefined);
  t.ok(cache.get('small', 0));
});

t.test('a new answer to the same question replaces the old one', async t => {
  const cache = new AnswerCache(80_000);
  cache.put('a', answer(100), 0);
  const { bytes } = cache;
  const newer = answer(100);
  cache.put('a', newer, 5);
  t.equal(cache.get('a', 5), newer);
  t.equal(cache.bytes, bytes);
  cache.clear();
  t.equal(cache.size, 0);
});

t.test('a cache of no bytes keeps nothing', async t => {
  const cache = new AnswerCache(0);
  cache.put('a', answer(0), 0);
  t.equal(cache.get('a', 0), undefined);
});
