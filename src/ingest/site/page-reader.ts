/**
 * Reads one page of an import: finds all faults of the page by itself, and returns its valid members, so that the rest
 * of the import can still be checked.
 */
import { MAX_CUSTOM_DATA_CHARACTERS, MAX_CUSTOM_DATA_KEYS, Page } from '../../catalog/site/page-document.js';
import { NO_SLICE_LIMIT, type PageSlice } from '../../catalog/site/page-primary-list.js';
import type { Fault } from '../../errors/problem.js';
import { LazyValidator } from '../../kernel/lazy-validator.js';
import { quote } from '../../kernel/quote.js';
import { escapePointer, faultsOf } from '../../kernel/schema-faults.js';
import { facetFaults } from './facet-faults.js';
import { type RemovedLocales, takeRemovedLocales } from './localised-members.js';
import { rulesFaults } from './rules-faults.js';
import { without } from './without.js';

const schema = new LazyValidator(Page);

/** A page without members that have faults; the id may be missing too. */
export type PageDraft = Omit<Page, 'id'> & { id?: string };

/** What an import says of a page. */
export interface ReadPage {
  page: PageDraft;
  removed: RemovedLocales;
}

/** Limits that depend on the shop. */
export interface ShopLimits {
  /** The fault of a locale, undefined when the market has it. */
  locale(locale: string): string | undefined;
  retailMedia: boolean;
}

/**
 * @param path path of the page in the import
 * @param faults faults are added
 */
export function readPage(raw: unknown, path: string, possible: ShopLimits, faults: Fault[]): ReadPage {
  const { page, removed } = takeRemovedLocales(raw);
  let draft: PageDraft;
  if (schema.validator.Check(page)) draft = page;
  else {
    const found = faultsOf(schema, page);
    draft = found.some(fault => fault.path === '/') ? {} : (without(page as object, found) as PageDraft);
    for (const { path: inside, message } of found)
      faults.push({ path: inside === '/' ? path : path + inside, message });
  }
  for (const { path: inside, message } of memberFaults(draft, possible)) faults.push({ path: path + inside, message });
  for (const [pointer, locales] of removed) {
    const named = Object.fromEntries(locales.map(locale => [locale, null]));
    faults.push(...localeFaults(path + pointer, named, possible));
  }
  return { page: draft, removed };
}

/** Faults that a schema cannot find. */
function memberFaults(page: PageDraft, possible: ShopLimits): Fault[] {
  const { customData, headings, paths, primaryList, recLists, sponsoredLists, banners } = page;
  const { keywords, facetsOverride, pageSliceInfo, rules } = primaryList ?? {};
  const found: Fault[] = [
    ...localeFaults('/customData', customData, possible),
    ...localeFaults('/headings', headings, possible),
    ...localeFaults('/paths', paths, possible),
    ...localeFaults('/primaryList/keywords/additional', keywords?.additional, possible),
    ...Object.entries(customData ?? {}).flatMap(([locale, data]) =>
      customDataFaults(`/customData/${escapePointer(locale)}`, data),
    ),
    ...rulesFaults('/primaryList/rules', rules),
    ...idFaults({ recLists, sponsoredLists }),
    ...idFaults({ banners }),
  ];
  recLists?.forEach((list, i) => {
    found.push(...rulesFaults(`/recLists/${i}/rules`, list.rules));
  });
  found.push(...facetFaults('/primaryList/facetsOverride/facets', facetsOverride?.facets));
  pageSliceInfo?.slices?.forEach((slice, i) => {
    found.push(...sliceFaults(`/primaryList/pageSliceInfo/slices/${i}`, slice, possible));
  });
  page.sponsoredCategoryOverride?.forEach((category, i) => {
    const levels = category.split('>').map(level => level.trim());
    if (levels.length <= MAX_CATEGORY_LEVELS && levels.every(level => level !== '')) return;
    const expected = `1 to ${MAX_CATEGORY_LEVELS} levels like "A > B"`;
    found.push({ path: `/sponsoredCategoryOverride/${i}`, message: `found ${quote(category)}, expected ${expected}` });
  });
  if (!possible.retailMedia) {
    for (const [name, lists] of Object.entries({ banners, sponsoredLists })) {
      if (lists && lists.length > 0)
        found.push({ path: `/${name}`, message: `found ${lists.length}, ${NO_RETAIL_MEDIA}` });
    }
  }
  return found;
}

const MAX_CATEGORY_LEVELS = 3;
const NO_RETAIL_MEDIA = 'expected none, as retail media is switched off';

function localeFaults(path: string, map: Record<string, unknown> | undefined, possible: ShopLimits): Fault[] {
  return Object.keys(map ?? {}).flatMap(locale => {
    const message = possible.locale(locale);
    return message === undefined ? [] : [{ path: `${path}/${escapePointer(locale)}`, message }];
  });
}

function customDataFaults(path: string, data: Record<string, string>): Fault[] {
  const found: Fault[] = [];
  const entries = Object.entries(data);
  if (entries.length > MAX_CUSTOM_DATA_KEYS) {
    found.push({ path, message: `found ${entries.length} names, expected at most ${MAX_CUSTOM_DATA_KEYS}` });
  }
  const characters = entries.reduce((sum, [name, value]) => sum + [...name].length + [...value].length, 0);
  if (characters > MAX_CUSTOM_DATA_CHARACTERS) {
    const expected = `at most ${MAX_CUSTOM_DATA_CHARACTERS}`;
    found.push({ path, message: `found ${characters} characters in names and values, expected ${expected}` });
  }
  return found;
}

/** Ids must be unique over all lists. */
function idFaults(lists: Record<string, { id?: string }[] | undefined>): Fault[] {
  const seen = new Map<string, string>();
  const found: Fault[] = [];
  for (const [name, items] of Object.entries(lists)) {
    items?.forEach(({ id }, i) => {
      if (id === undefined) return;
      const first = seen.get(id);
      if (first === undefined) seen.set(id, `${name}/${i}`);
      else {
        const message = `found ${quote(id)} as in ${first}, expected an id of its own`;
        found.push({ path: `/${name}/${i}/id`, message });
      }
    });
  }
  return found;
}

function sliceFaults(path: string, { limit, sponsored }: PageSlice, { retailMedia }: ShopLimits): Fault[] {
  if (!sponsored) return [];
  const found: Fault[] = [];
  if (!retailMedia) found.push({ path: `${path}/sponsored`, message: `found true, ${NO_RETAIL_MEDIA}` });
  if (limit === undefined || limit === NO_SLICE_LIMIT) {
    const message = `found ${limit ?? 'nothing'}, expected a limit, as the slice is sponsored`;
    found.push({ path: `${path}/limit`, message });
  }
  return found;
}
