/**
 * Pages of a shop (category and landing pages) by market. A page is stored as one document in the form of its import:
 * the published page under `page|MARKET|ID`, the page as it will be once its preview is published under
 * `preview|MARKET|ID`. Queries look a page up by its id or by its path in a locale.
 */
import { type Static, Type } from 'typebox';
import { ANY } from '../view.js';
import { PagePrimaryList } from './page-primary-list.js';
import {
  byLocale,
  integer,
  list,
  MAX_INTEGER,
  MAX_PINNED,
  ProductKey,
  Rules,
  strictObject,
  text,
} from './schema-members.js';

/** Limit for a market, previews of pages that are not published included. */
export const MAX_PAGES = 3000;
export const MAX_HEADING = 200;
/** Limit for one locale of a page. */
export const MAX_CUSTOM_DATA_KEYS = 200;
/** Limit of the names and values of one locale together, in characters. */
export const MAX_CUSTOM_DATA_CHARACTERS = 3000;
/** Limit for a page, of each kind of list. */
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

export const PageRecList = strictObject('a recommendation list', {
  id: ListId,
  algorithm: Type.Optional(Type.Enum(['TOP_PRODUCTS', 'PERSONAL', 'NEWEST_PRODUCTS', 'FAVORITES', 'RECENTLY_VIEWED'])),
  blocked: Type.Optional(list(ProductKey, 'product keys')),
  limit: Type.Optional(integer(1, MAX_LIST_LIMIT)),
  pinned: Type.Optional(list(ProductKey, 'product keys', MAX_PINNED)),
  rules: Type.Optional(Rules),
});

export const PageSponsoredList = strictObject('a sponsored list', {
  id: ListId,
  category: Type.Optional(text(0, 1000)),
  limit: Type.Optional(integer(1, MAX_LIST_LIMIT)),
});

export const PageBanner = strictObject('a banner', {
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

export const Page = strictObject('a page', {
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

/** Body of the import and of the export. In an import, null in place of the value of a locale removes it. */
export const PageContainer = strictObject('pages of a market', {
  ...frame,
  addOrUpdate: Type.Optional(list(Page, 'pages', MAX_PAGES)),
});

/** The body of an import with its pages not checked yet. */
export const PageContainerFrame = strictObject('pages of a market', {
  ...frame,
  addOrUpdate: Type.Optional(list(Type.Unknown(), 'pages', MAX_PAGES)),
});

/** Body of a request to publish previews: those of `ids`, by default all of the market. */
export const PagePublication = strictObject('previews to publish', {
  market: text(1, 20),
  ids: Type.Optional(list(PageId, 'page ids')),
});

export type Page = Static<typeof Page>;
export type PageRecList = Static<typeof PageRecList>;
export type PageSponsoredList = Static<typeof PageSponsoredList>;
export type PageBanner = Static<typeof PageBanner>;
export type PageContainer = Static<typeof PageContainer>;

/** `formerId`: id of the published page that this one replaces when it is published, where the id changes. */
export type PagePreview = Page & { formerId?: string };

export type PageLayer = 'page' | 'preview';

/** Prefix of the keys of all pages of a market in one layer. */
export function pagePrefix(layer: PageLayer, market: string): string {
  return `${layer}|${market}|`;
}

export function pageKey(layer: PageLayer, market: string, id: string): string {
  return `${pagePrefix(layer, market)}${id}`;
}

/** Stands for the locale in the lookup name of a page by its id. */
export const BY_ID = '';

/**
 * A lookup name of a page in the snapshot.
 * @param locale a locale of the market, ANY for a path in any locale, or BY_ID
 * @param reference a path, or with BY_ID an id
 */
export function pageName(layer: PageLayer, market: string, locale: string, reference: string): string {
  return `${pagePrefix(layer, market)}${locale}|${normalizePath(reference)}`;
}

/** All lookup names of a page: its id, and each path both in its locale and in any. */
export function pageNames(layer: PageLayer, market: string, { id, paths = {} }: Page): string[] {
  const names = [pageName(layer, market, BY_ID, id)];
  for (const [locale, path] of Object.entries(paths)) {
    names.push(pageName(layer, market, locale, path), pageName(layer, market, ANY, path));
  }
  return [...new Set(names)];
}

/** The form in which paths are compared: without one leading and one trailing slash. */
export function normalizePath(path: string): string {
  return path.replace(/^\//, '').replace(/\/$/, '');
}
