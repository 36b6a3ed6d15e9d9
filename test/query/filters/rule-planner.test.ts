/**
 * Restrictions are compiled once and kept; look-ups are counted. What is included and excluded is compared with a naive
 * evaluation of each variant; the attributes are tested with the pages.
 */
import fc from 'fast-check';
import t from 'tap';
import { parseRules } from '../../../src/catalog/rules/parse-rules.js';
import type { Restriction } from '../../../src/catalog/rules/rule-expression.js';
import { hasBit } from '../../../src/kernel/bitmap.js';
import { takeLookups, VIEW_CACHES } from '../../../src/query/cache-lookups.js';
import { passingProducts } from '../../../src/query/filters/filter.js';
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

function restrictionOf(text: string): Restriction {
  return parseRules(`rule incl ${text}`)[0]!.restrictions[0]!;
}

t.test('a restriction is compiled once, however it is written and whatever stands beside it', async t => {
  const planner = new RulePlanner(view);
  t.same(lookups(planner, 'rule incl brand {"Sol"} incl price [1, 20]'), [0, 2]);
  t.same(lookups(planner, 'rule incl brand {"Sol"}  rule incl price [1,20] excl brand {"Sol"}'), [3, 1]);
  const first = planner.expression(parseRules('rule incl brand {"Sol"}'), offers, NOW);
  t.equal(planner.expression(parseRules('rule incl brand { "Sol" }'), offers, NOW).products, first.products);
});

t.test('what was not asked for long is dropped, of a view of any size', async t => {
  const planner = new RulePlanner(view);
  const priced = (max: number) => planner.restriction(restrictionOf(`price [0, ${max}]`), offers, NOW);
  const first = priced(1);
  t.equal(priced(1), first);
  for (let max = 2; max < 60_000; max++) priced(max);
  t.not(priced(1), first);
  t.equal(priced(59_999), priced(59_999));
});

t.test('what changes with time is compiled once a minute', async t => {
  const planner = new RulePlanner(view);
  const minute = Math.floor(NOW / MINUTE_MS) * MINUTE_MS;
  t.same(lookups(planner, 'rule incl newness 30d', minute), [0, 1]);
  t.same(lookups(planner, 'rule incl newness 30d', minute + MINUTE_MS - 1), [1, 0]);
  t.same(lookups(planner, 'rule incl newness 30d', minute + MINUTE_MS), [0, 1]);
});

t.test('a product is excluded by any variant that the rest of its rule includes', async t => {
  type Variant = { size: string; listPrice: number; stock: number };
  const oneOf = fc.constantFrom;
  const variant = fc.record({ size: oneOf('S', 'M', 'L'), listPrice: oneOf(50, 100, 150), stock: oneOf(0, 1) });
  const restriction = fc.record({
    exclude: fc.boolean(),
    text: oneOf(
      'size {"M"}',
      'size {"S" "L"}',
      'price [0, 100]',
      'price [150, 150]',
      'in_stock {"true"}',
      'brand {"Sol"}',
    ),
  });
  const meets = (text: string, brand: string, { size, listPrice, stock }: Variant) =>
    text.startsWith('size')
      ? text.includes(`"${size}"`)
      : text.startsWith('price')
        ? text.includes('[0') === listPrice <= 100
        : text.startsWith('in_stock')
          ? stock > 0
          : brand === 'Sol';
  const seed = 20261123;
  fc.assert(
    fc.property(
      fc.array(fc.tuple(oneOf('Sol', 'Luna'), fc.array(variant, { minLength: 1, maxLength: 4 })), {
        minLength: 1,
        maxLength: 6,
      }),
      fc.array(fc.array(restriction, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 2 }),
      (products, rules) => {
        const groups = Object.fromEntries(
          products.map(([brand, variants], p) => {
            const made = variants.map(({ size, ...rest }, v) => [
              `p${p}v${v}`,
              { defaults: { label: size, size, ...rest } },
            ]);
            const product = { markets: ['se'], defaults: { ...defaults, brand }, variants: Object.fromEntries(made) };
            return [`g${p}`, { products: { [`p${p}`]: product } }];
          }),
        );
        const shop = new Builder(t).open({ groups, translations: [] });
        const snapshot = new Snapshot(shop.shared);
        const view = snapshot.view('se', 'sv-SE');
        const text = rules
          .map(rule => `rule ${rule.map(({ exclude, text }) => `${exclude ? 'excl' : 'incl'} ${text}`).join(' ')}`)
          .join(' ');
        const filter = new RulePlanner(view).expression(parseRules(text), new OfferContexts(view).of(CONTEXT), NOW);
        const passing = passingProducts(filter, view.structure);
        for (const [p, [brand, variants]] of products.entries()) {
          const expected = rules.some(rule => {
            const included = variants.filter(v => rule.every(({ exclude, text }) => exclude || meets(text, brand, v)));
            return (
              included.length > 0 &&
              rule.every(({ exclude, text }) => !exclude || !included.some(v => meets(text, brand, v)))
            );
          });
          const ordinal = view.structure.products.find(`p${p}`);
          t.equal(!passing || hasBit(passing, ordinal), expected, `${text}: ${JSON.stringify(variants)}`);
        }
        snapshot.close();
        shop.close();
        return t.passing();
      },
    ),
    { seed, numRuns: 60 },
  );
  t.comment(`seed ${seed}`);
});
