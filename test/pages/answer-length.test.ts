import t from 'tap';
import type { ProductGroup } from '../../src/catalog/records.js';
import { DEFAULT_INDEX_SETTINGS } from '../../src/index/index-settings.js';
import { Pages } from '../../src/pages/pages.js';
import { DEFAULT_PAGE_SETTINGS } from '../../src/pages/shared/page-settings.js';
import { Builder, NOW, SECRET, searchRequest } from './shop.js';

const GROUPS = 600;
const VIEW = { market: 'uk', locale: 'en-GB' };

const groups: Record<string, ProductGroup> = {};
for (let p = 0; p < GROUPS; p++) {
  const defaults = { title: 'Linen shirt', url: `/${'x'.repeat(3000)}`, dataLocale: 'en-GB' };
  const variants = { [`v${p}`]: { defaults: { listPrice: 10, stock: 1 } } };
  groups[`g${p}`] = { products: { [`p${p}`]: { markets: ['uk'], defaults, variants } } };
}
const shop = new Builder(t).open({ groups, translations: [] });
t.teardown(() => shop.close());

for (const assembly of [true, false]) {
  t.test(`an answer longer than its limit is refused, ${assembly ? 'with' : 'without'} WebAssembly`, async t => {
    const answer = (answerBytes: number, limit: number) => {
      const pages = new Pages(shop.shared, {
        settings: DEFAULT_PAGE_SETTINGS,
        discountThreshold: DEFAULT_INDEX_SETTINGS.discountThreshold,
        ticketSecret: SECRET,
        assembly,
        answerBytes,
      });
      t.teardown(() => pages.close());
      return (wanted = limit) => pages.answer(searchRequest({ ...VIEW, q: 'linen', limit: wanted }), NOW).body.length;
    };
    const whole = answer(100_000_000, GROUPS)();
    t.ok(whole > 1 << 20, 'more than the buffer of responses has room for in the beginning');
    for (const most of [100_000, (1 << 20) + 1, whole - 1]) {
      const ask = answer(most, GROUPS);
      t.throws(ask, { code: 'answer_too_long', status: 400, message: new RegExp(`longer than ${most} bytes`) });
      t.ok(ask(5) < most, 'the next one is answered');
      t.throws(ask, { code: 'answer_too_long' });
    }
    t.equal(answer(whole, GROUPS)(), whole);
  });
}
