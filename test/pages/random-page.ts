/** Random stored pages over the words of random-catalog.ts: rules, pins, blocks and slices, with a page above each. */
import fc from 'fast-check';
import { formatRules, parseRules } from '../../src/catalog/rules/parse-rules.js';
import type { RuleExpression } from '../../src/catalog/rules/rule-expression.js';
import type { PagePrimaryList, PageSlice } from '../../src/catalog/site/page-primary-list.js';
import type { RandomPage } from './page-oracle.js';
import { ruleExpressions } from './random-request.js';

export const SETS = ['one', 'two', 'none'];

/** Rules that can be written down: handpicked keys, for one, must stand alone. */
export const writableRules = fc.oneof(
  fc.constant<RuleExpression>([]),
  ruleExpressions([]).filter(expression => {
    try {
      parseRules(formatRules(expression));
      return true;
    } catch {
      return false;
    }
  }),
);

export function randomPage(keys: readonly string[]): fc.Arbitrary<RandomPage> {
  const some = (maxLength: number) => fc.uniqueArray(fc.constantFrom('nokey', ...keys), { maxLength });
  const slice = fc.record<PageSlice>(
    {
      pinnedProducts: some(2),
      productSetId: fc.constantFrom(...SETS),
      limit: fc.constantFrom(-1, 0, 1, 2, 3),
      sponsored: fc.constantFrom(false, false, false, true),
    },
    { requiredKeys: [] },
  );
  const slices = fc.array(slice, { maxLength: 4 });
  return fc.record<RandomPage>({
    rules: writableRules,
    above: fc.record({ rules: writableRules, restricts: fc.boolean(), slices: fc.option(slices, { nil: undefined }) }),
    pinned: some(3),
    blocked: some(2),
    slices,
    byPrice: fc.boolean(),
  });
}

export function primaryListOf({ rules, pinned, blocked, slices, byPrice }: RandomPage): PagePrimaryList {
  return {
    rules: formatRules(rules),
    pinned,
    blocked,
    pageSliceInfo: { slices },
    ...(byPrice && { sortOrderOverride: { sortOrders: ['PRICE_INCREASING', 'RELEVANCE'] } }),
  };
}
