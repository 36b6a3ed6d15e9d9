/**
 * Imports search settings. The settings of each locale in the import are replaced as a whole, or removed where they are
 * empty; those of other locales stay. They are published at once, and their previews discarded; with `previewOnly` they
 * are stored as previews.
 */
import type { CatalogStore } from '../../catalog/catalog-store.js';
import {
  SearchSettings,
  SearchSettingsPublication,
  searchKey,
  settingsOfLayer,
} from '../../catalog/site/search-settings-document.js';
import { ANY } from '../../catalog/view.js';
import { LazyValidator } from '../../kernel/lazy-validator.js';
import { quote } from '../../kernel/quote.js';
import { checked, faultsOf } from '../../kernel/schema-faults.js';
import { countDifference } from './count-difference.js';
import { MAX_FAULTS, refuseFaults } from './document-faults.js';
import { searchSettingsFaults } from './search-settings-faults.js';
import type { SiteImport, SiteImportResult } from './site-import-input.js';
import { without } from './without.js';

const schema = new LazyValidator(SearchSettings);
const publication = new LazyValidator(SearchSettingsPublication);

/** @throws `document_refused` */
export function importSearchSettings({ store, body }: SiteImport): SiteImportResult {
  const { locales, previewOnly = false } = read(body);
  const { documents } = store;
  const layer = previewOnly ? 'search-preview' : 'search';
  const before = settingsOfLayer(documents, layer);
  let changed = false;
  let discarded: string[] = [];
  for (const [locale, settings] of Object.entries(locales)) {
    // An empty preview is stored: publishing it removes the published settings.
    const remove = !previewOnly && Object.keys(settings).length === 0;
    const key = searchKey(layer, locale);
    changed = (remove ? documents.remove(key) : documents.put(key, settings)) || changed;
  }
  if (!previewOnly) discarded = Object.keys(locales).filter(key => documents.remove(searchKey('search-preview', key)));
  const warnings = unknownLocales(store, Object.keys(locales));
  if (discarded.length > 0) warnings.push(`${discarded.length} previews were discarded, the first is ${discarded[0]}`);
  return {
    change: { kind: changed || discarded.length > 0 ? 'site' : 'none' },
    counts: countDifference(Object.fromEntries(before), Object.fromEntries(settingsOfLayer(documents, layer))),
    warnings,
  };
}

/**
 * Publishes previews, those of `locales` or all.
 * @throws `document_refused` where a locale has none
 */
export function publishSearchSettings({ store: { documents }, body }: SiteImport): SiteImportResult {
  const { locales } = checked(publication, body);
  const previews = settingsOfLayer(documents, 'search-preview');
  refuseFaults(
    (locales ?? []).flatMap((locale, i) => {
      const message = `found ${quote(locale)}, expected a locale that has a preview`;
      return previews.has(locale) ? [] : [{ path: `/locales/${i}`, message }];
    }),
  );
  const before = settingsOfLayer(documents, 'search');
  const chosen = new Set(locales ?? previews.keys());
  for (const locale of chosen) {
    const settings = previews.get(locale)!;
    const key = searchKey('search', locale);
    if (Object.keys(settings).length === 0) documents.remove(key);
    else documents.put(key, settings);
    documents.remove(searchKey('search-preview', locale));
  }
  return {
    change: { kind: chosen.size > 0 ? 'site' : 'none' },
    counts: countDifference(Object.fromEntries(before), Object.fromEntries(settingsOfLayer(documents, 'search'))),
    warnings: [],
  };
}

function read(body: unknown): SearchSettings {
  const faults = faultsOf(schema, body);
  // With as many faults as are reported, the remaining body need not have the form that further checks expect.
  if (faults.length >= MAX_FAULTS || faults.some(({ path }) => FRAME.has(path))) refuseFaults(faults);
  const rest = (faults.length === 0 ? body : without(body as object, faults)) as SearchSettings;
  refuseFaults([...faults, ...searchSettingsFaults(rest, faults)]);
  return rest;
}

/** With a fault at one of these paths there is nothing else to check. */
const FRAME = new Set(['/', '/locales']);

/** Unknown locales are no fault, because settings may be imported before the catalog. */
function unknownLocales(store: CatalogStore, keys: readonly string[]): string[] {
  const markets = [...store.views.markets().keys()];
  if (markets.some(market => store.views.acceptsAnyLocale(market))) return [];
  const known = [...store.views.locales()];
  const unknown = keys.filter(
    key => key !== ANY && !known.some(locale => locale === key || locale.startsWith(`${key}-`)),
  );
  return unknown.length === 0 ? [] : [`${unknown.length} locales are of no market, the first is ${unknown[0]}`];
}
