/** Lines that are parsed by threads come to what they come to one by one. */
import fc from 'fast-check';
import t from 'tap';
import type { ImportMode } from '../../../src/imports/protocol.js';
import { type Bench, bench } from './apply-lines.js';

const seed = 20261122;

/** Wide enough that a few lines fill a block. */
const description = 'å'.repeat(100_000);
const group = (key: string, market: string, title: unknown, override: string) => ({
  replace: {
    key,
    productGroup: {
      products: {
        [`p${key}`]: {
          markets: [market],
          defaults: { title, url: '/x', description },
          overrides: { [override]: { title: 'other' } },
          variants: { [`v${key}`]: { defaults: { listPrice: 1 } }, shared: { defaults: { listPrice: 2 } } },
        },
      },
    },
  },
});

const key = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const market = fc.constantFrom('uk', 'se');
const sound = fc.tuple(key, market, fc.constantFrom('one', 'två'), fc.constantFrom('*|sv-SE', 'en'));
const line = fc.oneof(
  { weight: 12, arbitrary: sound.map(([key, market, title, override]) => group(key, market, title, override)) },
  // A market by its bare name, which lines before have to name.
  { weight: 2, arbitrary: fc.tuple(key, market).map(([key, market]) => group(key, market, 'one', market)) },
  { weight: 1, arbitrary: key.map(key => ({ remove: { productGroup: key } })) },
  { weight: 1, arbitrary: key.map(key => ({ replace: { key, content: { type: 'x' } } })) },
  { weight: 1, arbitrary: key.map(key => group(key, 'uk', 7, '*|sv-SE')) },
  { weight: 1, arbitrary: fc.constantFrom('', '  ', '{', '[]') },
);
const imports = fc.array(
  fc.tuple(fc.constantFrom<ImportMode>('replace', 'update'), fc.array(line, { minLength: 1, maxLength: 40 })),
  { minLength: 1, maxLength: 3 },
);

function contentOf({ store }: Bench) {
  const owners = ['a', 'pa', 'va', 'b', 'pb', 'shared'].map(name => store.owner(name));
  return {
    groups: [...store.groups()].map(({ key, group }) => [key, JSON.stringify(group)]),
    contents: [...store.contents()],
    counts: store.counts,
    markets: [...store.views.markets()],
    generation: store.generation,
    owners,
  };
}

t.test(`the same outcome and the same store (seed ${seed})`, async t => {
  const property = fc.property(imports, all => {
    const alone = bench(t, Number.POSITIVE_INFINITY);
    const threads = bench(t, 0);
    for (const [mode, lines] of all) {
      t.strictSame(threads.apply(mode, lines), alone.apply(mode, lines));
      t.strictSame(contentOf(threads), contentOf(alone));
    }
    return t.passing();
  });
  t.doesNotThrow(() => fc.assert(property, { seed, numRuns: 7, endOnFailure: true }));
});

t.test('groups that are there already, in another order of members, stay unchanged', async t => {
  const { store, apply } = bench(t, 0);
  apply('replace', [group('a', 'uk', 'one', '*|sv-SE')]);
  const { generation } = store;
  const { products } = group('a', 'uk', 'one', '*|sv-SE').replace.productGroup;
  const { variants, ...rest } = products['pa']!;
  const { result } = apply('replace', [
    { replace: { key: 'a', productGroup: { products: { pa: { variants, ...rest } } } } },
  ]);
  t.strictSame(result?.change, { kind: 'none' });
  t.equal(store.generation, generation);
});

t.test(
  'a line that is no UTF-8 refuses the import, and faults before a line that is too long do not hide it',
  async t => {
    const { apply } = bench(t, 0);
    const long = `{"replace":{"key":"${'x'.repeat(17 << 20)}"}}`;
    t.match(apply('update', ['{', long]).message, /line 2 is longer/);
  },
);
