/** The products of a stored page that its sponsored lists and banners may show. */

import type { RuleExpression } from '../../catalog/rules/rule-expression.js';
import type { Page } from '../../catalog/site/page-document.js';
import { categoriesNamed } from '../../query/auction/categories.js';
import { FacetedHits } from '../../query/facets/faceted-hits.js';
import { find } from '../../query/matching/text-match.js';
import { understand } from '../../query/understanding/understand.js';
import { qualifiedProducts } from '../shared/campaigns/qualified-products.js';
import { allowedBy, scopeOf } from '../shared/context/allowed-products.js';
import type { PageContext } from '../shared/context/page-context.js';
import type { Qualified, SalePlace } from '../shared/lists/place-sale.js';
import type { RetailMediaRequest } from '../shared/requests.js';

/** A page that is stored, and asked for. */
export interface AskedPage {
  request: RetailMediaRequest;
  page: Page;
}

/**
 * The categories that are named for a place, and the products that may be there: those of these categories, or else those
 * of the page, and none that the page blocks.
 * @param categories none: those that the page names, or else those in which its best products are
 */
export function productsFor(
  { request, page }: AskedPage,
  categories: readonly string[],
  context: PageContext,
): { ranked: Qualified; where: SalePlace } {
  const { pages, searchSettings } = context.viewContext;
  const named = categories.length > 0 ? categories : (page.sponsoredCategoryOverride ?? []);
  const configuration = pages.configuration(page, request);
  const allowed =
    named.length > 0 ? allowedBy(withinCategories(named), context) : pages.products(configuration, context);
  const { lexicon } = searchSettings.of(request);
  const scope = scopeOf(allowed, lexicon, context);
  const { matches, filter } = find('', understand('', context.view, lexicon), scope, context.matcher);
  const listing = new FacetedHits(context, matches, filter, []);
  const ordinals = named.flatMap(name => categoriesNamed(name, context.view));
  return {
    ranked: without(configuration.blocked, qualifiedProducts(listing, context)),
    where: { phrase: '', pageId: page.id, ...(named.length > 0 && { categories: [...new Set(ordinals)] }) },
  };
}

function without(blocked: readonly number[], { products, count }: Qualified): Qualified {
  const allowed = products.subarray(0, count).filter(product => !blocked.includes(product));
  return { products: allowed, count: allowed.length };
}

function withinCategories(values: readonly string[]): RuleExpression {
  const condition = { kind: 'values' as const, values: [...values] };
  return [{ restrictions: [{ exclude: false, attribute: 'category', condition }] }];
}
