/** What the instructions do where the model test does not look: frames, nulls, alternative spellings, moves. */
import t from 'tap';
import { product, replaceContent, replaceGroup } from '../harness.js';
import { applyLines, bench } from './apply-lines.js';

const group = (key: string, products: object): object => ({ replace: { key, productGroup: { products } } });

t.test('a full import is made of replace alone', async t => {
  const { message } = applyLines(t, 'replace', [{ remove: { productGroup: 'g' } }]);
  t.match(message, /line 1: instruction: expected one of replace, found "remove"/);
});

t.test('each line is one instruction', async t => {
  const refusal = (line: object | string): string | undefined => applyLines(t, 'update', [line]).message;
  t.match(refusal('[]'), /line 1: instruction: expected a JSON object, found a list of 0/);
  t.match(refusal('{"a":'), /line 1: not valid JSON/);
  t.match(refusal({}), /expected exactly one of replace, edit/);
  t.match(refusal({ remove: { content: 'a' }, clearContent: { market: 'se' } }), /found "remove, clearContent"/);
  t.match(refusal({ upsert: {} }), /found "upsert"/);
  t.match(refusal({ replace: 1 }), /replace: expected an object/);
  t.match(refusal({ replace: { key: 'a' } }), /exactly one of productGroup, content, translation, found nothing/);
  t.match(refusal({ replace: { key: 'a', content: {}, translation: {} } }), /found "content and translation"/);
  t.match(refusal({ replace: { content: {} } }), /replace\.key: expected a key/);
  t.match(refusal({ edit: { key: 'a', translation: {} } }), /unknown member "translation"/);
  t.match(refusal({ editAttributes: { key: 'a', productGroup: {} } }), /unknown member "productGroup"/);
  t.match(refusal({ remove: { translation: 'a' } }), /unknown member "translation"/);
  t.match(refusal({ removePartial: { product: 'a' } }), /removePartial\.market: expected a market/);
  t.match(refusal({ removePartial: { market: 'se', variant: 'a' } }), /unknown member "variant"/);
  t.match(refusal({ clearContent: { market: 'se', locale: 'sv' } }), /unknown member "locale"/);
  t.match(refusal({ clearTranslations: { locale: 'swedish' } }), /a locale like/);
});

t.test('markets and locales that the catalog does not have cannot be cleared', async t => {
  const { apply } = bench(t);
  apply('replace', [replaceGroup('g', 'a')]);
  for (const name of ['clearContent', 'clearProductGroups']) {
    t.match(apply('update', [{ [name]: { market: 'xx' } }]).message, /a market that the catalog data uses, found "xx"/);
  }
  t.match(apply('update', [{ removePartial: { market: 'xx', product: 'p-a' } }]).message, /removePartial\.market/);
  t.match(apply('update', [{ clearTranslations: { locale: 'sv-SE' } }]).message, /a locale that the catalog data uses/);
  t.equal(
    apply('update', [{ clearProductGroups: { market: 'se' } }, { clearContent: { market: 'se' } }]).message,
    undefined,
  );
});

t.test('removing what is not there is a warning', async t => {
  const { result } = applyLines(t, 'update', [{ remove: { product: 'p' } }, { remove: { content: 'c' } }]);
  t.same(result?.warnings, ['line 1: there is no product "p" to remove', 'line 2: there is no content "c" to remove']);
  t.same(result?.change, { kind: 'none' });
});

t.test('editAttributes needs an existing entity and changes no structure', async t => {
  const { apply, store } = bench(t);
  apply('replace', [group('g', { p: product('v') })]);
  const edit = (body: object): string | undefined => apply('update', [{ editAttributes: body }]).message;
  t.match(edit({ key: 'x', product: {} }), /the key of a product in the catalog, found "x"/);
  t.match(edit({ key: 'v', product: {} }), /the key of a product/);
  t.match(edit({ key: 'p', product: { variants: {} } }), /unknown member "variants"/);
  t.match(edit({ key: 'v', variant: { stock: 1 } }), /unknown member "stock"/);
  t.equal(edit({ key: 'v', variant: { defaults: { stock: 9 } } }), undefined);
  t.equal(edit({ key: 'p', product: { defaults: { brand: 'B' } } }), undefined);
  t.match(store.getGroup('g')?.products['p'], {
    defaults: { title: 'Title of v', brand: 'B' },
    variants: { v: { defaults: { stock: 9, listPrice: 100 } } },
  });
});

t.test('null takes optional members away in edits and is refused for entities', async t => {
  const { apply, store } = bench(t);
  const images = { a: { defaults: { alt: 'A' } }, b: { defaults: { alt: 'B' } } };
  const overrides = { 'se|*': { title: 'S' }, '*|sv-SE': { title: 'T' } };
  apply('replace', [group('g', { p: product('v', ['se'], { images, overrides }) })]);
  const edit = (body: object): string | undefined =>
    apply('update', [{ edit: { key: 'g', productGroup: { products: { p: body } } } }]).message;
  t.equal(edit({ images: { a: null }, overrides: { se: null }, defaults: { brand: 'B' } }), undefined);
  t.same(store.getGroup('g')?.products['p']?.images, { b: { defaults: { alt: 'B' } } });
  t.same(store.getGroup('g')?.products['p']?.overrides, { '*|sv-SE': { title: 'T' } });
  t.equal(edit({ defaults: { brand: null } }), undefined);
  t.equal(store.getGroup('g')?.products['p']?.defaults.brand, undefined);
  t.match(edit({ defaults: { title: null } }), /defaults\.title: expected a value/);
  t.match(edit({ variants: { v: null } }), /variant: expected an object, found null/);
  t.match(apply('update', [{ edit: { key: 'g', productGroup: { products: { p: null } } } }]).message, /found null/);
});

t.test('spellings are folded into one', async t => {
  const { apply, store } = bench(t);
  const defaults = {
    listPrice: 10,
    size: 'M',
    stores: [{ key: 'a', stockNumber: 2 }],
    customPrices: [{ id: 'vip', listPrice: 9 }],
  };
  const data = {
    markets: ['se'],
    defaults: { title: 'T', url: '/t', category: ['A>B  >C', 'A > B > C'], gender: [' Men '] },
    overrides: { se: { title: 'S' }, 'sv-SE': { brand: '' } },
    variants: { v: { defaults, overrides: { se: { stores: { b: { stock: 3 } } } } } },
    images: { i: { defaults: { urls: ['/i.png'] }, typeInitial: 'MODEL' } },
  };
  t.equal(
    apply('replace', [{ replace: { key: 'g', productGroup: { products: { p: data }, suppressDuplicates: 'true' } } }])
      .message,
    undefined,
  );
  t.match(store.getGroup('g'), {
    suppressDuplicates: true,
    products: {
      p: {
        defaults: { category: ['A > B > C'], gender: ['Men'] },
        overrides: { 'se|*': { title: 'S' }, '*|sv-SE': { brand: '' } },
        variants: {
          v: {
            defaults: { stores: { a: 2 }, customPrices: { vip: { listPrice: 9, sellingPrice: 9 } } },
            overrides: { 'se|*': { stores: { b: 3 } } },
          },
        },
        images: { i: { defaults: { urls: [{ url: '/i.png' }] }, typeInitial: 'model' } },
      },
    },
  });
  const sizes = [{ format: 'EU', size: '40' }];
  t.equal(apply('update', [{ editAttributes: { key: 'v', variant: { defaults: { sizes } } } }]).message, undefined);
  const variant = store.getGroup('g')?.products['p']?.variants['v'];
  t.same([variant?.defaults.sizes, variant?.defaults.size], [sizes, undefined], 'an edit changes the spelling');
});

t.test('what the store keeps can be imported as it is', async t => {
  const { apply, store } = bench(t);
  const first = group('g', { p: product('v', ['se'], { overrides: { se: { title: 'S' } }, colorInitial: ['Gold'] }) });
  apply('replace', [first, replaceContent('c')]);
  const again = [...store.groups()].map(({ key, group }) => ({ replace: { key, productGroup: group } }));
  const contents = [...store.contents()].map(({ key, content }) => ({ replace: { key, content } }));
  t.same(apply('replace', [...again, ...contents]).result?.change, { kind: 'none' });
});

t.test('a bare key that is a market of the catalog never means a locale', async t => {
  const { apply, store } = bench(t);
  apply('replace', [group('g1', { p1: product('v1', ['se']) })]);
  const line = group('g2', { p2: product('v2', ['uk'], { overrides: { se: { title: 'S' } } }) });
  t.match(apply('update', [line]).message, /overrides: expected markets out of uk, found "se"/);
  const locale = group('g2', { p2: product('v2', ['uk'], { overrides: { sv: { title: 'S' } } }) });
  t.equal(apply('update', [locale]).message, undefined);
  t.same(store.views.markets().get('uk'), ['sv']);
});

t.test('a product moves by replacing both groups, in either order, and by nothing less', async t => {
  const { apply, store } = bench(t);
  const start = [group('a', { p: product('v'), q: product('w') }), group('b', { r: product('x') })];
  const without = group('a', { q: product('w') });
  const withP = group('b', { r: product('x'), p: product('v') });
  for (const order of [
    [without, withP],
    [withP, without],
  ]) {
    apply('replace', start);
    t.equal(apply('update', order).message, undefined);
    t.same(store.owner('v'), { kind: 'variant', group: 'b', product: 'p' });
  }
  apply('replace', start);
  const { message, details } = apply('update', [withP]);
  t.match(message, /p: key: expected a key that names one thing, found "product of group a and product of group b"/);
  t.same(details?.productGroups, { count: 2, keys: ['p', 'v'] });
  const edit = { edit: { key: 'b', productGroup: { products: { p: product('v') } } } };
  t.match(apply('update', [edit, without]).message, /a key for p that nothing else has, found "a key of group a"/);
  t.same(store.owner('v'), { kind: 'variant', group: 'a', product: 'p' });
});

t.test('a key names one thing in the whole catalog', async t => {
  const { apply } = bench(t);
  apply('replace', [group('a', { p: product('v') })]);
  for (const line of [
    group('p', { q: product('w') }),
    group('b', { v: product('w') }),
    group('b', { q: product('a') }),
  ]) {
    t.match(apply('update', [line]).message, /a key that names one thing/);
  }
});
