/**
 * Imports a configuration. Records of markets and locales that it leaves out are removed, if the caller allows it: see
 * unconfigured.ts. Without configured markets, those of the records count again, so such a configuration removes
 * nothing.
 */
import { isDeepStrictEqual } from 'node:util';
import type { CatalogStore } from '../../catalog/catalog-store.js';
import {
  CONFIGURATION_KEY,
  type Configuration,
  ConfigurationImport,
  type MarketAmendment,
  type MarketConfiguration,
} from '../../catalog/site/configuration.js';
import { exportConfiguration } from '../../catalog/site/configuration-export.js';
import { isMarket } from '../../catalog/view.js';
import { type Fault, Problem } from '../../errors/problem.js';
import { LazyValidator } from '../../kernel/lazy-validator.js';
import { quote } from '../../kernel/quote.js';
import { faultsOf } from '../../kernel/schema-faults.js';
import { countDifference } from './count-difference.js';
import { refuseFaults } from './document-faults.js';
import type { SiteImport, SiteImportResult } from './site-import-input.js';
import { type DroppedCounts, dropUnconfigured } from './unconfigured.js';

const schema = new LazyValidator(ConfigurationImport);

type Markets = Configuration['markets'];

/**
 * `edit` adds markets and changes members of existing ones, `replace` replaces all markets, `remove` removes some.
 * @throws `document_refused` for faults of the body, `import_destructive` when records would be removed without `force`
 */
export function importConfiguration({ store, body, force }: SiteImport): SiteImportResult {
  const { markets: before } = exportConfiguration(store.documents);
  const after = apply(before, body);
  const viewsBefore = viewsOf(store);
  let changed: boolean;
  if (Object.keys(after).length === 0) changed = store.documents.remove(CONFIGURATION_KEY);
  else changed = store.documents.put(CONFIGURATION_KEY, { markets: after } satisfies Configuration);
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
    counts: countDifference(before, after),
    warnings: dropped ? [`markets or locales were taken away from ${dropped}`] : [],
  };
}

function apply(before: Markets, body: unknown): Markets {
  const faults = faultsOf(schema, body);
  refuseFaults(faults);
  const given = body as ConfigurationImport;
  const members = Object.keys(given);
  if (members.length !== 1) {
    const found = members.length === 0 ? 'nothing' : members.join(' and ');
    refuseFaults([{ path: '/', message: `found ${found}, expected exactly one of edit, replace, remove` }]);
  }
  const { edit, replace, remove } = given;
  if (edit) return edited(before, edit.markets);
  if (replace) {
    refuseFaults(idFaults('/replace/markets', replace.markets));
    return replace.markets;
  }
  return without(before, remove!.markets);
}

function edited(before: Markets, changes: Record<string, MarketAmendment>): Markets {
  const faults = idFaults('/edit/markets', changes);
  const after = new Map(Object.entries(before));
  for (const [id, { locales, appSettings }] of Object.entries(changes)) {
    const old = after.get(id);
    const market: Partial<MarketConfiguration> = { ...old };
    if (locales) market.locales = locales;
    if (appSettings) market.appSettings = { ...old?.appSettings, ...appSettings };
    if (market.locales) after.set(id, market as MarketConfiguration);
    else {
      const path = `/edit/markets/${pointer(id)}/locales`;
      faults.push({ path, message: 'found nothing, expected a list of locales, as the market is new' });
    }
  }
  refuseFaults(faults);
  return Object.fromEntries(after);
}

function without(before: Markets, ids: readonly string[]): Markets {
  const faults: Fault[] = [];
  ids.forEach((id, i) => {
    if (Object.hasOwn(before, id)) return;
    const known = Object.keys(before).join(', ') || 'none';
    faults.push({
      path: `/remove/markets/${i}`,
      message: `found ${quote(id)}, expected a configured market (${known})`,
    });
  });
  refuseFaults(faults);
  return Object.fromEntries(Object.entries(before).filter(([id]) => !ids.includes(id)));
}

function idFaults(path: string, markets: Record<string, unknown>): Fault[] {
  // `__proto__` cannot be a member of a JavaScript map.
  const wrong = Object.keys(markets).filter(id => !isMarket(id) || id === '__proto__');
  return wrong.map(id => ({
    path: `${path}/${pointer(id)}`,
    message: `found ${quote(id)}, expected a market of 1 to 20 characters without | and *`,
  }));
}

function pointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
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
