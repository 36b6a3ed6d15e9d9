/**
 * The configuration of a stored page's lists, prepared for a view: rules parsed, keys looked up, and settings inherited
 * from the pages above it. Computed once per snapshot.
 *
 * A page without rules has the products that any of its keywords finds; with rules, keywords do not matter.
 */

import { parseRules } from '../../../catalog/rules/parse-rules.js';
import type { RuleExpression } from '../../../catalog/rules/rule-expression.js';
import { CONFIGURATION_KEY, type Configuration } from '../../../catalog/site/configuration.js';
import type { Page, PageRecList } from '../../../catalog/site/page-document.js';
import { NO_SLICE_LIMIT, type PagePrimaryList, type PageSlice } from '../../../catalog/site/page-primary-list.js';
import { PRODUCT_SETS_KEY, type ProductSets } from '../../../catalog/site/product-sets.js';
import { storefrontSortOrder } from '../../../catalog/site/sort-orders.js';
import type { Site } from '../../../index/site.js';
import type { Structure } from '../../../index/structure.js';
import type { View } from '../../../snapshot/index.js';
import { facetsOf } from '../facets/facet-override.js';
import type { Facet } from '../facets/facet-plan.js';
import type { RecListRequest, SortOrder } from '../requests.js';
import { offeredOrders, optionsJson } from '../sort-options.js';
import { localised, type PageDirectory } from './page-directory.js';

/** Groups in a recommendation list without a limit. */
const REC_LIST_LIMIT = 4;

export interface SliceConfiguration {
  id: string;
  /** Product ordinals. */
  pins: number[];
  /** Undefined: the slice has no product set, or an unknown one. */
  rules?: RuleExpression;
  limit: number;
  /** Whether its places are for sale. */
  sponsored?: true;
}

export interface PageConfiguration {
  page: Page;
  /** Unique among the configurations of a view. */
  key: string;
  /** Undefined: the page has none. */
  rules?: RuleExpression;
  /** Rules of pages above that restrict those below them; all apply. */
  limits: RuleExpression[];
  /** Keywords in the locale of the request. */
  keywords: string[];
  /** Product ordinals. */
  blocked: number[];
  pinned: number[];
  slices: SliceConfiguration[];
  /**
   * Products that are on the page regardless of its rules: those pinned by the page itself, in the list or in a slice.
   */
  added: number[];
  /** Whether the products of the page change with time. */
  dated: boolean;
  /** Undefined: those of the shop's settings. */
  facets?: Facet[];
  /** The orders, of which the first is the default, and their JSON. Undefined: those of the shop's settings. */
  sort?: { orders: readonly SortOrder[]; options: string };
  recLists: RecListRequest[];
}

/** What a configuration is computed from, beside the page. */
export interface ConfigurationSource {
  directory: PageDirectory;
  site: Site;
  view: View;
}

/** @param key unique among the configurations of a view */
export function configurationOf(
  page: Page,
  key: string,
  locale: string,
  { directory, site, view }: ConfigurationSource,
): PageConfiguration {
  const { primaryList = {} } = page;
  const { structure } = view;
  const ancestors = directory.ancestors(page.id);
  const limiting = ancestors.filter(({ primaryList: above }) => above?.restrictChildRules && above.rules !== undefined);
  const rules = primaryList.rules === undefined ? undefined : parseRules(primaryList.rules);
  const limits = limiting.map(({ primaryList: above }) => parseRules(above!.rules!));
  const own = primaryList.pageSliceInfo?.slices ?? [];
  const slices = (own.length > 0 ? own : inheritedSlices(ancestors)).flatMap((slice, i) =>
    sliceOf(slice, i, site, structure),
  );
  const pinned = ordinals(primaryList.pinned, structure);
  const facets = overriddenFacets(primaryList, site, view);
  const sort = overriddenSort(primaryList, view);
  return {
    page,
    key,
    ...(rules && { rules }),
    limits,
    keywords: keywordsOf(page, locale),
    blocked: ordinals(primaryList.blocked, structure),
    pinned,
    slices,
    added: own.length > 0 ? [...pinned, ...slices.flatMap(({ pins }) => pins)] : pinned,
    dated: isDated([...(rules ?? []), ...limits.flat()]),
    ...(facets && { facets }),
    ...(sort && { sort }),
    recLists: (page.recLists ?? []).map(recListOf),
  };
}

/** The slices of the nearest page above that has some and shares them. */
function inheritedSlices(ancestors: readonly Page[]): PageSlice[] {
  const sharing = ancestors.find(({ primaryList }) => {
    const { inherit = true, slices = [] } = primaryList?.pageSliceInfo ?? {};
    return inherit && slices.length > 0;
  });
  return sharing?.primaryList?.pageSliceInfo?.slices ?? [];
}

/** A sponsored slice has the products of campaigns, and none of its own. */
function sliceOf(slice: PageSlice, position: number, site: Site, structure: Structure): SliceConfiguration[] {
  const { limit = NO_SLICE_LIMIT, pinnedProducts, productSetId, sponsored } = slice;
  const most = limit === NO_SLICE_LIMIT ? Number.POSITIVE_INFINITY : limit;
  if (sponsored) return [{ id: String(position), pins: [], limit: most, sponsored }];
  const rules = productSetId === undefined ? undefined : setRules(productSetId, site);
  const pins = ordinals(pinnedProducts, structure).slice(0, most);
  return [{ id: productSetId ?? String(position), pins, ...(rules && { rules }), limit: most }];
}

function setRules(id: string, site: Site): RuleExpression | undefined {
  const sets = site.get<ProductSets>(PRODUCT_SETS_KEY) ?? {};
  return Object.hasOwn(sets, id) ? parseRules(sets[id]!.rules) : undefined;
}

function keywordsOf({ headings, primaryList }: Page, locale: string): string[] {
  const { additional, enabled = true, headingAsKeyword = false } = primaryList?.keywords ?? {};
  if (!enabled) return [];
  const heading = headingAsKeyword ? (localised(headings, locale) ?? '') : '';
  return [heading, ...(localised(additional, locale) ?? [])].filter(keyword => keyword.trim() !== '');
}

/** Ordinals of the products that the view has, each once. */
function ordinals(keys: readonly string[] = [], { products }: Structure): number[] {
  return [...new Set(keys.map(key => products.find(key)).filter(ordinal => ordinal >= 0))];
}

/** Where there are neither facets nor such a template, those of the shop's settings apply. */
function overriddenFacets({ facetsOverride }: PagePrimaryList, site: Site, view: View): Facet[] | undefined {
  const { enabled = true, facets, templateId } = facetsOverride ?? {};
  if (!enabled) return undefined;
  const templates = site.get<Configuration>(CONFIGURATION_KEY)?.facetTemplates ?? {};
  const isKnown = typeof templateId === 'string' && Object.hasOwn(templates, templateId);
  const template = isKnown ? templates[templateId]!.facets : undefined;
  const settings = facets ?? template;
  return settings && facetsOf(settings, view, template);
}

/** Orders that the view lacks are left out; where none is left, those of the shop's settings apply. */
function overriddenSort({ sortOrderOverride }: PagePrimaryList, view: View): PageConfiguration['sort'] {
  const { enabled = true, sortOrders = [] } = sortOrderOverride ?? {};
  if (!enabled) return undefined;
  const orders = offeredOrders([...new Set(sortOrders.map(storefrontSortOrder))], view);
  return orders.length > 0 ? { orders, options: optionsJson(orders, view) } : undefined;
}

function recListOf({ id, algorithm = 'TOP_PRODUCTS', limit = REC_LIST_LIMIT, rules, ...rest }: PageRecList) {
  const parsed = rules === undefined ? [] : parseRules(rules);
  return { id, algorithm, limit, rules: parsed, visualization: 'CAROUSEL', ...rest } satisfies RecListRequest;
}

/** Whether the products that rules select change with time. */
export function isDated(rules: RuleExpression): boolean {
  return rules.some(({ restrictions }) => restrictions.some(({ attribute }) => attribute === 'newness'));
}
