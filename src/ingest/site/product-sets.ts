/** The import of product sets, which replaces all of them. */
import { Compile } from 'typebox/compile';
import { PRODUCT_SETS_KEY, ProductSets } from '../../catalog/site/product-sets.js';
import { checked } from '../../kernel/schema-faults.js';
import { countDifference } from './difference.js';
import type { SiteImport, SiteImportResult } from './input.js';

const replacement = Compile(ProductSets);

/** @throws Problem BAD_REQUEST */
export function importProductSets({ store, body }: SiteImport): SiteImportResult {
  const before = store.documents.get<ProductSets>(PRODUCT_SETS_KEY) ?? {};
  const after = checked(replacement, body);
  const changed = store.documents.put(PRODUCT_SETS_KEY, after);
  return { change: { kind: changed ? 'site' : 'none' }, counts: countDifference(before, after), warnings: [] };
}
