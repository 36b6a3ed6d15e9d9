import t from 'tap';
import { TwoGenerationCache } from '../../src/kernel/two-generation-cache.js';

t.test('entries that are read stay, others are dropped after two generations', async t => {
  const cache = new TwoGenerationCache<number>(10);
  cache.set('read', 1);
  cache.set('unread', 2);
  for (let i = 0; i < 100; i++) {
    cache.set(`other ${i}`, i);
    t.equal(cache.get('read'), 1);
  }
  t.equal(cache.get('unread'), undefined);
});

t.test('it holds at most two generations', async t => {
  const cache = new TwoGenerationCache<number>(10);
  for (let i = 0; i < 1000; i++) cache.set(String(i), i);
  const held = Array.from({ length: 1000 }, (_, i) => i).filter(i => cache.get(String(i)) !== undefined);
  t.ok(held.length >= 10 && held.length <= 20, `${held.length} entries`);
  t.ok(held.includes(999));
});

t.test('a later value replaces an earlier one, that of the older generation too', async t => {
  const cache = new TwoGenerationCache<string>(2);
  cache.set('a', 'first');
  cache.set('b', 'b');
  cache.set('c', 'c');
  cache.set('a', 'second');
  t.equal(cache.get('a'), 'second');
});

t.test('an entry that is deleted is in neither generation, and leaves its room to others', async t => {
  const cache = new TwoGenerationCache<number>(2);
  cache.set('a', 1);
  cache.set('b', 1);
  cache.set('c', 1);
  t.equal(cache.get('a'), 1);
  cache.delete('a');
  t.equal(cache.get('a'), undefined);
  cache.set('d', 1);
  t.equal(cache.get('b'), 1, 'still in the older one');
  cache.delete('absent');
  t.equal(cache.get('c'), 1);
});
