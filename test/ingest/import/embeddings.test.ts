/** Vectors that imports bring: what is taken, what is refused, and how. */
import t from 'tap';
import { bench } from './apply-lines.js';

const SPACES = { image: 3, text: 2 };
const line = (key: string, embeddings: unknown) => {
  const defaults = { title: 'T', url: '/t', dataLocale: 'en', embeddings };
  const variants = { [`${key}-v`]: { defaults: { listPrice: 1 } } };
  return {
    replace: { key: `${key}-g`, productGroup: { products: { [key]: { markets: ['uk'], defaults, variants } } } },
  };
};

t.test('vectors are stored as they were said, parsed in threads or not', async t => {
  for (const worthThreads of [0, 1 << 30]) {
    const { store, apply } = bench(t, worthThreads, SPACES);
    const said = { image: [0.1, -2, 1e-9], text: [3, 0] };
    t.ok(apply('replace', [line('a', said), line('b', { text: [0, 1e15], image: null })]).result);
    t.same(store.getGroup('a-g')?.products['a']?.defaults.embeddings, said);
    t.same(store.getGroup('b-g')?.products['b']?.defaults.embeddings, { text: [0, 1e15] });
    const edited = { editAttributes: { key: 'a', product: { defaults: { embeddings: { text: [1, 1] } } } } };
    t.ok(apply('update', [edited]).result);
    t.same(store.getGroup('a-g')?.products['a']?.defaults.embeddings, { text: [1, 1] });
  }
});

t.test('a refusal names the member, what was found and what was expected', async t => {
  const { apply } = bench(t, undefined, SPACES);
  const fault = (embeddings: unknown) => JSON.stringify(apply('replace', [line('a', embeddings)]).details);
  t.match(fault([1, 2]), /defaults\.embeddings.*an object of vectors by space/);
  t.match(fault({ sound: [1, 2] }), /spaces of the setting index\.embeddings, which has image, text.*sound/);
  t.match(fault({ constructor: [1, 2] }), /index\.embeddings.*constructor/);
  t.match(fault({ image: [1, 2] }), /embeddings\.image.*a list of 3 numbers.*a list of 2/);
  t.match(fault({ image: [1, 2, '3'] }), /a list of 3 numbers.*\\"3\\"/);
  t.match(fault({ image: [1, 2, 1e16] }), /up to 1000000000000000.*10000000000000000/);
  t.match(fault({ image: [0, 0, 0] }), /not all of them 0/);
  t.match(fault({ image: 'x' }), /embeddings\.image/);
  const without = bench(t).apply('replace', [line('a', { image: [1, 2, 3] })]);
  t.match(JSON.stringify(without.details), /index\.embeddings, which has none/);
});
