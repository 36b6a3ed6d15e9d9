/** Imports product sets, which replaces all of them. */
import { PRODUCT_SETS_KEY, ProductSets } from '../../catalog/site/product-sets.js';
import type { Fault } from '../../errors/problem.js';
import { LazyValidator } from '../../kernel/lazy-validator.js';
import { escapePointer, faultsOf } from '../../kernel/schema-faults.js';
import { countDifference } from './count-difference.js';
import { refuseFaults } from './document-faults.js';
import { rulesFaults } from './rules-faults.js';
import type { SiteImport, SiteImportResult } from './site-import-input.js';

const replacement = new LazyValidator(ProductSets);

/** @throws `document_refused` */
export function importProductSets({ store, body }: SiteImport): SiteImportResult {
  refuseFaults([...faultsOf(replacement, body), ...allRulesFaults(body)]);
  const after = body as ProductSets;
  const before = store.documents.get<ProductSets>(PRODUCT_SETS_KEY) ?? {};
  const changed = store.documents.put(PRODUCT_SETS_KEY, after);
  return { change: { kind: changed ? 'site' : 'none' }, counts: countDifference(before, after), warnings: [] };
}

/** Faults in the rules of a body that may have other faults too. */
function allRulesFaults(body: unknown): Fault[] {
  return Object.entries(Object(body) as Record<string, unknown>).flatMap(([id, set]) => {
    const { rules } = Object(set) as { rules?: unknown };
    return typeof rules === 'string' ? rulesFaults(`/${escapePointer(id)}/rules`, rules) : [];
  });
}
