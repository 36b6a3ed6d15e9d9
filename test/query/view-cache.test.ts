/**
 * What is remembered of a view: each text is computed once, for each view apart, and never more than there is room for.
 */
import t from 'tap';
import { takeLookups, VIEW_CACHES } from '../../src/query/cache-lookups.js';
import { ViewCache } from '../../src/query/view-cache.js';

t.test('a text is computed once for each view', async t => {
  const cache = new ViewCache<string[]>('words', 4);
  const [one, other] = [{}, {}];
  let computed = 0;
  const get = (view: object, text: string) => {
    return cache.get(view, text, () => {
      computed++;
      return [text];
    });
  };
  t.equal(get(one, 'red'), get(one, 'red'));
  t.equal(computed, 1);
  t.not(get(other, 'red'), get(one, 'red'), 'another view has results of its own');
  t.equal(computed, 2);
});

t.test('texts not asked for again make room', async t => {
  const cache = new ViewCache<object>('words', 4);
  const view = {};
  const first = cache.get(view, 'first', () => ({}));
  for (let i = 0; i < 40; i++) {
    cache.get(view, `text ${i}`, () => ({}));
    t.equal(
      cache.get(view, 'first', () => ({})),
      first,
      'what is asked for stays',
    );
  }
  for (let i = 0; i < 40; i++) cache.get(view, `text ${i}`, () => ({}));
  t.not(
    cache.get(view, 'first', () => ({})),
    first,
  );
});

t.test('long texts take the room of several', async t => {
  const cache = new ViewCache<object>('words', 4);
  const view = {};
  const long = (i: number) => `${i} ${'x'.repeat(100)}`;
  const first = cache.get(view, long(0), () => ({}));
  t.equal(
    cache.get(view, long(0), () => ({})),
    first,
  );
  cache.get(view, long(1), () => ({}));
  cache.get(view, long(2), () => ({}));
  t.not(
    cache.get(view, long(0), () => ({})),
    first,
    'one of them fills a generation',
  );
});

t.test('look-ups are counted, hits and misses', async t => {
  takeLookups();
  const cache = new ViewCache<object>('prefixes', 4);
  const view = {};
  for (const text of ['a', 'b', 'a', 'a']) cache.get(view, text, () => ({}));
  const at = 2 * VIEW_CACHES.indexOf('prefixes');
  const lookups = takeLookups();
  t.same([lookups[at], lookups[at + 1]], [2, 2]);
  t.same(
    takeLookups().every(count => count === 0),
    true,
    'and counted anew once taken',
  );
});
