/**
 * Imports a configuration. Records of markets and locales that it leaves out are removed, if the caller allows it: see
 * unconfigured.ts. Without configured markets, those of the records count again, so such a configuration removes
 * nothing.
 */
import { isDeepStrictEqual } from 'node:util';
import type { CatalogStore } from '../../catalog/catalog-store.js';
import { CONFIGURATION_KEY, type Configuration, ConfigurationImport } from '../../catalog/site/configuration.js';
import { exportConfiguration } from '../../catalog/site/configuration-export.js';
import { Problem } from '../../errors/problem.js';
import { LazyValidator } from '../../kernel/lazy-validator.js';
import { faultsOf } from '../../kernel/schema-faults.js';
import { changedConfiguration } from './configuration-changes.js';
import { countDifference } from './count-difference.js';
import { refuseFaults } from './document-faults.js';
import type { SiteImport, SiteImportResult } from './site-import-input.js';
import { type DroppedCounts, dropUnconfigured } from './unconfigured.js';

const schema = new LazyValidator(ConfigurationImport);

/**
 * `edit` adds markets and templates and changes members of existing markets, `replace` replaces everything, `remove`
 * removes markets and templates.
 * @throws `document_refused` for faults of the body, `import_destructive` when records would be removed without `force`
 */
export function importConfiguration({ store, body, force }: SiteImport): SiteImportResult {
  const before = exportConfiguration(store.documents);
  const after = changedConfiguration(before, validBody(body));
  const viewsBefore = viewsOf(store);
  const changed = isEmpty(after)
    ? store.documents.remove(CONFIGURATION_KEY)
    : store.documents.put(CONFIGURATION_KEY, after);
  const configured = store.configuredViews();
  const dropped = configured && describe(dropUnconfigured(store, configured));
  if (dropped && !force) {
    throw new Problem(
      'import_destructive',
      `configuration: this import would take markets or locales away from ${dropped}; ` +
        'repeat it with allowDestructiveImport=true if that is intended',
    );
  }
  const kind = dropped || !isDeepStrictEqual(viewsOf(store), viewsBefore) ? 'full' : changed ? 'site' : 'none';
  return {
    change: { kind },
    counts: countDifference(entriesOf(before), entriesOf(after)),
    warnings: dropped ? [`markets or locales were taken away from ${dropped}`] : [],
  };
}

function validBody(body: unknown): ConfigurationImport {
  refuseFaults(faultsOf(schema, body));
  const given = body as ConfigurationImport;
  const members = Object.keys(given);
  if (members.length !== 1) {
    const found = members.length === 0 ? 'nothing' : members.join(' and ');
    refuseFaults([{ path: '/', message: `found ${found}, expected exactly one of edit, replace, remove` }]);
  }
  return given;
}

function isEmpty({ markets, ...rest }: Configuration): boolean {
  return Object.keys(markets).length === 0 && Object.keys(rest).length === 0;
}

/** What the counts of an import are about. */
function entriesOf({ markets, facetTemplates = {}, svgImages }: Configuration): Record<string, unknown> {
  const templates = Object.entries(facetTemplates).map(([id, template]) => [`facet template ${id}`, template]);
  return { ...markets, ...Object.fromEntries(templates), ...(svgImages && { 'SVG images': true }) };
}

/** The markets and locales that determine the views of a build. */
function viewsOf(store: CatalogStore): [market: string, locales: string[], open: boolean][] {
  return Array.from(store.views.markets(), ([market, locales]) => [
    market,
    locales,
    store.views.acceptsAnyLocale(market),
  ]);
}

/** Lists the counts in words; undefined when nothing was dropped. */
function describe({ productGroups, content, translations, navigations, pages }: DroppedCounts): string | undefined {
  const kinds = [
    [productGroups, 'product groups'],
    [content, 'content items'],
    [translations, 'translations'],
    [navigations, 'navigations'],
    [pages, 'pages'],
  ] as const;
  const parts = kinds.filter(([count]) => count > 0).map(([count, name]) => `${count} ${name}`);
  return parts.length === 0 ? undefined : parts.join(', ');
}
