/**
 * Imports the pages of a market.
 *
 *   PARTIAL   adds and amends the listed pages (see page-merge.ts), and removes those to remove
 *   FULL      replaces all pages by the listed ones
 *
 * Pages are published at once, and their previews discarded. With `previewOnly` they are stored as previews instead:
 * the existing preview, or else the published page, is amended.
 */
import type { CatalogStore } from '../../catalog/catalog-store.js';
import { exportConfiguration } from '../../catalog/site/configuration-export.js';
import { type PageContainer, PageContainerFrame, type PagePreview } from '../../catalog/site/page-document.js';
import { type PageLayers, pageLayers, pagesAfterPublication, withoutFormerId } from '../../catalog/site/page-layers.js';
import type { Fault } from '../../errors/problem.js';
import { LazyValidator } from '../../kernel/lazy-validator.js';
import { quote } from '../../kernel/quote.js';
import { faultsOf } from '../../kernel/schema-faults.js';
import { countDifference } from './count-difference.js';
import { refuseDangerous } from './dangerous-import.js';
import { MAX_FAULTS, refuseFaults } from './document-faults.js';
import { type GivenPage, type MergedPages, mergePages } from './page-merge.js';
import { readPage } from './page-reader.js';
import { numberFault, writeLayers } from './page-writer.js';
import type { SiteImport, SiteImportResult } from './site-import-input.js';
import type { SiteSettings } from './site-settings.js';
import { localeCheck, marketFault } from './view-faults.js';

const frame = new LazyValidator(PageContainerFrame);

/** A body whose members but for pages are valid, with its pages. */
type Order = Pick<PageContainer, 'market' | 'type'> & { previewOnly: boolean; remove: string[]; given: GivenPage[] };

/** @throws `document_refused`, or `import_dangerous` when most pages would be removed without `force` */
export function importPages({ store, body, force, settings }: SiteImport): SiteImportResult {
  const faults: Fault[] = [];
  const order = readOrder(store, settings, body, faults);
  const { market, type, previewOnly, remove } = order;
  const before = pageLayers(store.documents, market);
  const shown = pagesAfterPublication(before);
  const current = new Map(type === 'FULL' ? [] : previewOnly ? shown : before.published);
  for (const id of remove) current.delete(id);

  const merged = mergePages(current, order.given, faults);
  refuseFaults(faults);
  const after = previewOnly ? previewed(before, order, merged) : published(before, order, merged);
  const tooMany = numberFault(after);
  if (tooMany) refuseFaults([tooMany]);
  if (type === 'FULL' && !force) {
    const gone = [...shown.keys()].filter(id => !after.published.has(id)).length;
    refuseDangerous('pages', 'pages', gone, shown.size);
  }
  const changed = writeLayers(store.documents, market, before, after);
  return { change: { kind: changed ? 'site' : 'none' }, ...report(before, after, order, store) };
}

/**
 * @param faults faults of pages are added
 * @throws `document_refused` for faults outside the pages
 */
function readOrder(store: CatalogStore, { retailMedia }: SiteSettings, body: unknown, faults: Fault[]): Order {
  faults.push(...faultsOf(frame, body));
  const { addOrUpdate, market } = Object(body) as { addOrUpdate?: unknown; market?: unknown };
  const unknown = typeof market === 'string' ? marketFault(store, market) : undefined;
  if (unknown && faults.every(({ path }) => path !== unknown.path)) faults.push(unknown);
  // Locales can be checked only for a known market.
  const locale = typeof market === 'string' && !unknown ? localeCheck(store, market) : () => undefined;
  const pages: unknown[] = Array.isArray(addOrUpdate) ? addOrUpdate : [];
  const given: GivenPage[] = [];
  for (const [i, raw] of pages.entries()) {
    if (faults.length >= MAX_FAULTS) break;
    const path = `/addOrUpdate/${i}`;
    given.push({ path, ...readPage(raw, path, { locale, retailMedia: retailMedia !== false }, faults) });
  }
  // With other faults than of pages, there are no stored pages to merge with.
  if (faults.some(({ path }) => !PAGE_PATH.test(path))) refuseFaults(faults);
  const { previewOnly = false, remove = [], ...rest } = body as PageContainer;
  const order = { ...rest, previewOnly, remove, given };
  faults.push(...orderFaults(order));
  return order;
}

const PAGE_PATH = /^\/addOrUpdate\/\d/;

function orderFaults({ type, previewOnly, remove, given }: Order): Fault[] {
  const faults: Fault[] = [];
  if (previewOnly && type !== 'PARTIAL') {
    faults.push({ path: '/previewOnly', message: `found true in an import of type ${type}, expected type PARTIAL` });
  }
  if (previewOnly && remove.length > 0) {
    faults.push({ path: '/remove', message: `found ${remove.length} ids, expected none, as previewOnly is set` });
  }
  const listed = new Set(given.map(({ page }) => page.id));
  remove.forEach((id, i) => {
    if (!listed.has(id)) return;
    const message = `found ${quote(id)}, which addOrUpdate lists, expected another`;
    faults.push({ path: `/remove/${i}`, message });
  });
  return faults;
}

function published(before: PageLayers, { type, remove, given }: Order, merged: MergedPages): PageLayers {
  const touched = new Set([...remove, ...given.map(({ page }) => page.id!), ...merged.formerIds.values()]);
  const stays = ({ id, formerId }: PagePreview) =>
    type === 'PARTIAL' && !touched.has(id) && !(formerId !== undefined && touched.has(formerId));
  const previews = new Map([...before.previews].filter(([, page]) => stays(page)));
  return { published: merged.pages, previews };
}

function previewed(before: PageLayers, { given }: Order, { pages, formerIds }: MergedPages): PageLayers {
  const previews = new Map(before.previews);
  for (const former of formerIds.values()) previews.delete(former);
  for (const { page } of given) {
    const id = page.id!;
    const amendedId = formerIds.get(id) ?? id;
    // An amended preview still replaces the published page that it was to replace.
    const formerId = before.previews.get(amendedId)?.formerId ?? amendedId;
    const renames = formerId !== id && before.published.has(formerId);
    previews.set(id, { ...withoutFormerId(pages.get(id)!), ...(renames && { formerId }) });
  }
  return { published: before.published, previews };
}

function report(
  before: PageLayers,
  after: PageLayers,
  { previewOnly, remove, given }: Order,
  { documents }: CatalogStore,
): Pick<SiteImportResult, 'counts' | 'warnings'> {
  const layer = previewOnly ? 'previews' : 'published';
  const counts = countDifference(Object.fromEntries(before[layer]), Object.fromEntries(after[layer]));
  const warnings: string[] = [];
  const absent = remove.filter(id => !before.published.has(id) && !before.previews.has(id));
  if (absent.length > 0) warnings.push(`${absent.length} pages to remove were not there, the first is ${absent[0]}`);
  const discarded = previewOnly ? [] : [...before.previews.keys()].filter(id => !after.previews.has(id));
  if (discarded.length > 0) warnings.push(`${discarded.length} previews were discarded, the first is ${discarded[0]}`);
  const { facetTemplates = {} } = exportConfiguration(documents);
  const named = given.map(({ page }) => page.primaryList?.facetsOverride?.templateId ?? undefined);
  const unknown = named.filter(id => id !== undefined && !Object.hasOwn(facetTemplates, id));
  if (unknown.length > 0) {
    const many = `${unknown.length} pages name a facet template that is not configured, the first is ${quote(unknown[0]!)}`;
    warnings.push(`${many}: they show the facets of the shop`);
  }
  return { counts, warnings };
}
