/** Landing pages and navigation asked for in one process, over pages.ts documents put beside a catalog. */
import { type Navigation, navigationKey, type StoredNode } from '../../src/catalog/site/navigation-document.js';
import { type Page, type PagePreview, pageKey } from '../../src/catalog/site/page-document.js';
import type { PagePrimaryList } from '../../src/catalog/site/page-primary-list.js';
import { PRODUCT_SETS_KEY } from '../../src/catalog/site/product-sets.js';
import type { LandingPageBody, LandingPageRequest } from '../../src/pages/shared/requests.js';
import { type Asked, CONTEXT, type GroupJson, type SearchJson, type Shop } from './shop.js';

export interface NodeJson {
  type: string;
  label: string;
  path?: string;
  link?: string;
  iconPath?: string;
  customData?: Record<string, string>;
  count: number;
  selected?: boolean;
  expandable?: boolean;
  children: NodeJson[];
}

export interface NavigationJson {
  breadcrumbs: { path: string; label: string }[];
  tree: NodeJson;
}

export interface LandingJson {
  contentLists: unknown[];
  customData: Record<string, string>;
  navigation?: NavigationJson;
  primaryList?: SearchJson['primaryList'] & { sliceRanges: { from: number; id: string; to: number }[] };
  published: boolean;
  recommendationLists: { id: string; algorithm: string; productGroups: GroupJson[] }[];
  seo: { pageHeading?: string };
}

export const EMPTY_BODY: LandingPageBody = {
  includePrimaryList: true,
  rules: [],
  recommendationLists: [],
  contentLists: [],
};

export function landingRequest(asked: Asked<LandingPageRequest>): LandingPageRequest {
  return {
    ...CONTEXT,
    query: 'landing-page',
    pageReference: '/',
    q: '',
    facets: [],
    limit: 600,
    skip: 0,
    includeNavigation: false,
    ...asked,
  };
}

export function landing(shop: Shop, asked: Asked<LandingPageRequest>): LandingJson {
  return JSON.parse(shop.text(landingRequest(asked))) as LandingJson;
}

export function wholeTree(shop: Shop, asked: { market: string; locale: string; viewId?: 'PREVIEW' }): NodeJson {
  const answer = shop.text({ ...CONTEXT, query: 'navigation-tree', ...asked });
  return (JSON.parse(answer) as { tree: NodeJson }).tree;
}

/** Published pages of a market, as documents. */
export function pages(market: string, ...records: Page[]): Record<string, Page> {
  return Object.fromEntries(records.map(page => [pageKey('page', market, page.id), page]));
}

export function previews(market: string, ...records: PagePreview[]): Record<string, PagePreview> {
  return Object.fromEntries(records.map(page => [pageKey('preview', market, page.id), page]));
}

/** A page that says something about its list alone. */
export function listPage(id: string, primaryList: PagePrimaryList): Page {
  return { id, primaryList };
}

/** Rules by id of the set. */
export function productSets(rules: Record<string, string>): Record<string, unknown> {
  return {
    [PRODUCT_SETS_KEY]: Object.fromEntries(Object.entries(rules).map(([id, r]) => [id, { name: id, rules: r }])),
  };
}

export function navigation(
  market: string,
  locale: string,
  nodes: Omit<StoredNode, 'origin'>[],
): Record<string, Navigation> {
  return { [navigationKey(market, locale)]: { nodes: nodes.map(node => ({ ...node, origin: 'import' })) } };
}
