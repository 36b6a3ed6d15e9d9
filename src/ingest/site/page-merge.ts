/**
 * Merges imported pages into stored ones. An imported page amends the one with its id or, where there is none, the one
 * with one of its paths in the same locale, which then has the new id. Members that the import leaves out of a page or
 * of its primary list keep their values, and so do locales that it leaves out of a member.
 */
import { normalizePath, type Page } from '../../catalog/site/page-document.js';
import type { Fault } from '../../errors/problem.js';
import { quote } from '../../kernel/quote.js';
import { escapePointer } from '../../kernel/schema-faults.js';
import { amendPage } from './localised-members.js';
import type { PageDraft, ReadPage } from './page-reader.js';

/** A page of an import, and its path in the body. */
export interface GivenPage extends ReadPage {
  path: string;
}

export interface MergedPages {
  /** All pages after the import, by id. */
  pages: Map<string, Page>;
  /** Former ids of pages by their new ids. */
  formerIds: Map<string, string>;
}

/**
 * @param current the pages that can be amended, by id
 * @param faults faults are added; the result is valid only when there are none
 */
export function mergePages(
  current: ReadonlyMap<string, Page>,
  given: readonly GivenPage[],
  faults: Fault[],
): MergedPages {
  const listed = requireDistinct(given, faults);
  const pages = new Map(current);
  const formerIds = new Map<string, string>();
  const owners = pathOwners([...current.values()].filter(({ id }) => !listed.has(id)));
  const amendedBy = new Map<string, string>();
  const unclear = new Set<string>();
  for (const [id, { path, page, removed }] of listed) {
    let base = current.get(id);
    const former = base ? [] : sharedPaths(page, owners);
    if (former.length > 1) {
      const message = `found paths of the pages ${former.map(quote).join(', ')}, expected those of one page`;
      unclear.add(id);
      faults.push({ path: `${path}/paths`, message });
    } else if (former.length === 1) {
      const [formerId] = former;
      const other = amendedBy.get(formerId);
      if (other !== undefined) {
        const message = `found a path of ${quote(formerId)}, which ${other} amends, expected paths of its own`;
        faults.push({ path: `${path}/paths`, message });
        unclear.add(id);
      }
      amendedBy.set(formerId, path);
      formerIds.set(id, formerId);
      pages.delete(formerId);
      base = current.get(formerId);
    }
    pages.set(id, amendPage(base, { ...page, id }, removed));
  }
  for (const id of unclear) listed.delete(id);
  faults.push(...pathFaults(pages, listed));
  return { pages, formerIds };
}

/** The id of the first page with each path, by `locale|path`. */
export function pathOwners(pages: Iterable<Page>): Map<string, string> {
  const owners = new Map<string, string>();
  for (const page of pages) {
    for (const { key } of pathsOf(page)) if (!owners.has(key)) owners.set(key, page.id);
  }
  return owners;
}

/** The paths of a page; `key` identifies a path in the market. */
export function pathsOf({ paths = {} }: Pick<Page, 'paths'>): { key: string; locale: string; path: string }[] {
  return Object.entries(paths).map(([locale, path]) => ({ key: `${locale}|${normalizePath(path)}`, locale, path }));
}

function requireDistinct(given: readonly GivenPage[], faults: Fault[]): Map<string, GivenPage> {
  const listed = new Map<string, GivenPage>();
  for (const entry of given) {
    const { id } = entry.page;
    if (id === undefined) continue;
    const first = listed.get(id);
    if (!first) listed.set(id, entry);
    else {
      const message = `found ${quote(id)} as in ${first.path}, expected an id of its own`;
      faults.push({ path: `${entry.path}/id`, message });
    }
  }
  return listed;
}

function sharedPaths(page: PageDraft, owners: ReadonlyMap<string, string>): string[] {
  return [...new Set(pathsOf(page).flatMap(({ key }) => owners.get(key) ?? []))];
}

/** Faults of imported paths that another page has after the import. */
function pathFaults(pages: ReadonlyMap<string, Page>, listed: ReadonlyMap<string, GivenPage>): Fault[] {
  const faults: Fault[] = [];
  const owners = new Map<string, string>();
  for (const page of pages.values()) {
    const given = new Set(pathsOf(listed.get(page.id)?.page ?? {}).map(({ key }) => key));
    for (const { key } of pathsOf(page)) if (!given.has(key)) owners.set(key, page.id);
  }
  for (const [id, { path: at, page }] of listed) {
    for (const { key, locale, path } of pathsOf(page)) {
      const owner = owners.get(key);
      if (owner === undefined) owners.set(key, id);
      else {
        const message = `found ${quote(path)}, which is the path of page ${quote(owner)}, expected one of its own`;
        faults.push({ path: `${at}/paths/${escapePointer(locale)}`, message });
      }
    }
  }
  return faults;
}
