/**
 * Pages of a shop: category and landing pages, by market. A page is stored as one document in the form of its import:
 * under `page|MARKET|ID` what is published, under `preview|MARKET|ID` the whole page as it will be once its preview is.
 * Queries reach a page by its id or by the path it has in a locale.
 */
import { type Static, Type } from 'typebox';
import { ANY } from '../view.js';
import { byLocale, integer, list, MAX_INTEGER, MAX_PINNED, ProductKey, Rules, strict, text } from './page-members.js';
import { PagePrimaryList } from './page-primary-list.js';

/** Of a market, whether published or in preview alone. */
export const MAX_PAGES = 3000;
export const MAX_HEADING = 200;
/** Of one locale of a page. */
export const MAX_CUSTOM_DATA_KEYS = 200;
/** Names and values of one locale together, in characters. */
export const MAX_CUSTOM_DATA_CHARACTERS = 3000;
/** Of each kind a page. */
export const MAX_LISTS = 10;
export const MAX_LIST_LIMIT = 100;
export const MAX_PATH = 2000;

export const PageId = Type.String({
  pattern: '^[a-zA-Z0-9/-]{1,200}$',
  description: 'a page id: 1 to 200 letters, digits, / and -',
});

export const ListId = Type.String({
  pattern: '^[a-zA-Z0-9_-]{1,20}$',
  description: 'an id of 1 to 20 letters, digits, _ and -',
});

export const PageRecList = strict('a recommendation list', {
  id: ListId,
  algorithm: Type.Optional(Type.Enum(['TOP_PRODUCTS', 'PERSONAL', 'NEWEST_PRODUCTS', 'FAVORITES', 'RECENTLY_VIEWED'])),
  blocked: Type.Optional(list(ProductKey, 'product keys')),
  limit: Type.Optional(integer(1, MAX_LIST_LIMIT)),
  pinned: Type.Optional(list(ProductKey, 'product keys', MAX_PINNED)),
  rules: Type.Optional(Rules),
});

export const PageSponsoredList = strict('a sponsored list', {
  id: ListId,
  category: Type.Optional(text(1, 1000)),
  limit: Type.Optional(integer(1, MAX_LIST_LIMIT)),
});

export const PageBanner = strict('a banner', {
  id: ListId,
  type: Type.Enum(['IMAGE']),
  height: integer(1, MAX_INTEGER),
  width: integer(1, MAX_INTEGER),
});

/** `__proto__` fits the alphabet but cannot be a member of a JavaScript map. */
export const CustomData = Type.Record(
  Type.String({ pattern: '^(?!__proto__$)[a-zA-Z0-9_-]+$' }),
  Type.String({ description: 'text' }),
  { additionalProperties: false, description: 'texts by names of letters, digits, _ and -' },
);

export const Page = strict('a page', {
  id: PageId,
  banners: Type.Optional(list(PageBanner, 'banners', MAX_LISTS)),
  customData: Type.Optional(byLocale(CustomData, 'custom data')),
  headings: Type.Optional(byLocale(text(0, MAX_HEADING), 'headings')),
  paths: Type.Optional(byLocale(text(1, MAX_PATH), 'paths')),
  primaryList: Type.Optional(PagePrimaryList),
  recLists: Type.Optional(list(PageRecList, 'recommendation lists', MAX_LISTS)),
  sponsoredCategoryOverride: Type.Optional(list(Type.String({ description: 'a category' }), 'categories')),
  sponsoredLists: Type.Optional(list(PageSponsoredList, 'sponsored lists', MAX_LISTS)),
});

const frame = {
  market: text(1, 20),
  type: Type.Enum(['FULL', 'PARTIAL']),
  previewOnly: Type.Optional(Type.Boolean()),
  remove: Type.Optional(list(PageId, 'page ids')),
};

/** Body of the import and of the export. */
export const PageContainer = strict('pages of a market', {
  ...frame,
  addOrUpdate: Type.Optional(list(Page, 'pages', MAX_PAGES)),
});

/** The body of an import but for what its pages hold. */
export const PageContainerFrame = strict('pages of a market', {
  ...frame,
  addOrUpdate: Type.Optional(list(Type.Unknown(), 'pages', MAX_PAGES)),
});

/** Body of the order to publish previews: those named, or all of the market. */
export const PagePublication = strict('previews to publish', {
  market: text(1, 20),
  ids: Type.Optional(list(PageId, 'page ids')),
});

export type Page = Static<typeof Page>;
export type PageRecList = Static<typeof PageRecList>;
export type PageSponsoredList = Static<typeof PageSponsoredList>;
export type PageBanner = Static<typeof PageBanner>;
export type PageContainer = Static<typeof PageContainer>;

/** `formerId`: the published page, of another id, whose place it takes when it is published. */
export type PagePreview = Page & { formerId?: string };

export type PageLayer = 'page' | 'preview';

/** What the keys of all pages of a market in one layer begin with. */
export function pagePrefix(layer: PageLayer, market: string): string {
  return `${layer}|${market}|`;
}

export function pageKey(layer: PageLayer, market: string, id: string): string {
  return `${pagePrefix(layer, market)}${id}`;
}

/** Under which a page's id stands among the names of a market's pages, which go by locale otherwise. */
export const BY_ID = '';

/**
 * What a page is found under in the snapshot.
 * @param locale one of the market, ANY for all of them, or BY_ID
 * @param reference a path, or an id
 */
export function pageName(layer: PageLayer, market: string, locale: string, reference: string): string {
  return `${pagePrefix(layer, market)}${locale}|${plainPath(reference)}`;
}

/** All names of a page: its id, and each path in its locale and in any. */
export function pageNames(layer: PageLayer, market: string, { id, paths = {} }: Page): string[] {
  const names = [pageName(layer, market, BY_ID, id)];
  for (const [locale, path] of Object.entries(paths)) {
    names.push(pageName(layer, market, locale, path), pageName(layer, market, ANY, path));
  }
  return [...new Set(names)];
}

/** A path as paths are compared: without one slash at either end. */
export function plainPath(path: string): string {
  return path.replace(/^\//, '').replace(/\/$/, '');
}
