/** What corrects a text is found once over the whole view, and each time where only some products may be found. */
import t from 'tap';
import { fullBitmap } from '../../../src/kernel/bitmap.js';
import { correct } from '../../../src/query/correction/corrections.js';
import { Matcher } from '../../../src/query/matching/matcher.js';
import { understand } from '../../../src/query/understanding/understand.js';
import { Snapshot } from '../../../src/snapshot/index.js';
import { Builder } from '../../pages/shop.js';

const group = (title: string) => ({
  products: {
    [title]: {
      markets: ['uk'],
      defaults: { title, productType: ['Things'], url: '/p', dataLocale: 'en-GB' },
      variants: { [`${title}-v`]: { defaults: { listPrice: 10, stock: 1 } } },
    },
  },
});
const titles = ['linen shirt', 'woollen jacket', 'leather boots'];

t.test('corrections over the whole view are remembered with the text', async t => {
  const groups = Object.fromEntries(titles.map(title => [title, group(title)]));
  const shop = new Builder(t).open({ groups, translations: [] });
  const snapshot = new Snapshot(shop.shared);
  const view = snapshot.view('uk', 'en-GB');
  const matcher = new Matcher();
  const q = 'lether boots';
  const corrected = (limit: number, within?: Uint32Array) => {
    matcher.begin();
    return correct({ q, understanding: understand(q, view), limit }, { view, within }, matcher);
  };
  const first = corrected(3);
  t.same(
    first.map(({ q: found, hits }) => ({ found, hits })),
    [{ found: 'leather boots', hits: 1 }],
  );
  t.equal(corrected(3), first, 'asked again, nothing is looked for');
  t.not(corrected(1), first, 'more or fewer are another question');
  const all = fullBitmap(view.structure.productCount);
  const some = corrected(3, all);
  t.same(
    some.map(({ q: found }) => found),
    ['leather boots'],
  );
  t.not(corrected(3, all), some, 'what may be found differs from query to query');
  snapshot.close();
  shop.close();
});
