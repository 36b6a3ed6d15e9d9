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
