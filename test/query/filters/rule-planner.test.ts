/** Restrictions are compiled once and kept; look-ups are counted. What rules select is tested with the pages. */
import t from 'tap';
import { parseRules } from '../../../src/catalog/rules/parse-rules.js';
import { takeLookups, VIEW_CACHES } from '../../../src/query/cache-lookups.js';
import { OfferContexts } from '../../../src/query/filters/offer-context.js';
import { RulePlanner } from '../../../src/query/filters/rule-planner.js';
import { Snapshot } from '../../../src/snapshot/index.js';
import { Builder, CONTEXT, NOW } from '../../pages/shop.js';

const MINUTE_MS = 60_000;
const variants = { v: { defaults: { listPrice: 10, stock: 1 } } };
const defaults = { title: 'Lamp', brand: 'Sol', url: '/p', dataLocale: 'sv-SE', releaseDate: '2026-01-01' };
const group = { products: { p: { markets: ['se'], defaults, variants } } };
const shop = new Builder(t).open({ groups: { g: group }, translations: [] });
t.teardown(() => shop.close());
const snapshot = new Snapshot(shop.shared);
t.teardown(() => snapshot.close());
const view = snapshot.view('se', 'sv-SE');
const offers = new OfferContexts(view).of(CONTEXT);

/** Hits and misses of the restrictions of one expression. */
function lookups(planner: RulePlanner, text: string, nowMs = NOW): [hits: number, misses: number] {
  takeLookups();
  planner.expression(parseRules(text), offers, nowMs);
  const at = 2 * VIEW_CACHES.indexOf('rules');
  const counts = takeLookups();
  return [counts[at]!, counts[at + 1]!];
}

t.test('a restriction is compiled once, however it is written and whatever stands beside it', async t => {
  const planner = new RulePlanner(view);
  t.same(lookups(planner, 'rule incl brand {"Sol"} incl price [1, 20]'), [0, 2]);
  t.same(lookups(planner, 'rule incl brand {"Sol"}  rule incl price [1,20] excl brand {"Sol"}'), [2, 1]);
  const first = planner.expression(parseRules('rule incl brand {"Sol"}'), offers, NOW);
  t.equal(planner.expression(parseRules('rule incl brand { "Sol" }'), offers, NOW).products, first.products);
});

t.test('what changes with time is compiled once a minute', async t => {
  const planner = new RulePlanner(view);
  const minute = Math.floor(NOW / MINUTE_MS) * MINUTE_MS;
  t.same(lookups(planner, 'rule incl newness 30d', minute), [0, 1]);
  t.same(lookups(planner, 'rule incl newness 30d', minute + MINUTE_MS - 1), [1, 0]);
  t.same(lookups(planner, 'rule incl newness 30d', minute + MINUTE_MS), [0, 1]);
});
