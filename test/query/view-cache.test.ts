/** What is remembered of a view: each text is computed once, for each view apart, and never more than there is room for. */
import t from 'tap';
import { ViewCache } from '../../src/query/view-cache.js';

t.test('a text is computed once for each view', async t => {
  const cache = new ViewCache<string[]>(4);
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
  const cache = new ViewCache<object>(4);
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
