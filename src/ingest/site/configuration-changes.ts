/** Applies the changes of an import to a configuration. */
import type {
  Configuration,
  ConfigurationImport,
  ConfigurationRemoval,
  MarketAmendment,
  MarketConfiguration,
} from '../../catalog/site/configuration.js';
import { type FacetTemplate, MAX_FACET_TEMPLATES } from '../../catalog/site/facet-settings.js';
import { isMarket } from '../../catalog/view.js';
import type { Fault } from '../../errors/problem.js';
import { quote } from '../../kernel/quote.js';
import { escapePointer } from '../../kernel/schema-faults.js';
import { refuseFaults } from './document-faults.js';
import { facetFaults } from './facet-faults.js';

const LONGEST_ID = 200;

type Markets = Configuration['markets'];
type FacetTemplates = Record<string, FacetTemplate>;

/** @throws `document_refused` for markets or templates that cannot be added, changed or removed so */
export function changedConfiguration(
  before: Configuration,
  { edit, replace, remove }: ConfigurationImport,
): Configuration {
  const { markets, facetTemplates: templates = {}, svgImages } = before;
  if (remove) return without(before, remove);
  if (replace) {
    const faults = marketFaults('/replace/markets', replace.markets);
    refuseFaults([...faults, ...templateFaults('/replace/facetTemplates', replace.facetTemplates)]);
    return configurationOf(replace.markets, replace.facetTemplates, replace.svgImages);
  }
  const faults = templateFaults('/edit/facetTemplates', edit?.facetTemplates);
  const after = edited(markets, edit?.markets ?? {}, faults);
  refuseFaults(faults);
  return configurationOf(after, { ...templates, ...edit?.facetTemplates }, edit?.svgImages ?? svgImages);
}

/** Members that say what holds without them are left out. */
function configurationOf(markets: Markets, templates: FacetTemplates = {}, svgImages = false): Configuration {
  const count = Object.keys(templates).length;
  if (count > MAX_FACET_TEMPLATES) {
    const message = `found ${count} in all, expected at most ${MAX_FACET_TEMPLATES}`;
    refuseFaults([{ path: '/facetTemplates', message }]);
  }
  return { markets, ...(count > 0 && { facetTemplates: templates }), ...(svgImages && { svgImages }) };
}

/** @param faults those found are added */
function edited(before: Markets, changes: Record<string, MarketAmendment>, faults: Fault[]): Markets {
  faults.push(...marketFaults('/edit/markets', changes));
  const after = new Map(Object.entries(before));
  for (const [id, { locales, appSettings }] of Object.entries(changes)) {
    const old = after.get(id);
    const market: Partial<MarketConfiguration> = { ...old };
    if (locales) market.locales = locales;
    if (appSettings) market.appSettings = { ...old?.appSettings, ...appSettings };
    if (market.locales) after.set(id, market as MarketConfiguration);
    else {
      const path = `/edit/markets/${escapePointer(id)}/locales`;
      faults.push({ path, message: 'found nothing, expected a list of locales, as the market is new' });
    }
  }
  return Object.fromEntries(after);
}

function without({ markets, facetTemplates = {}, svgImages }: Configuration, remove: ConfigurationRemoval) {
  refuseFaults([
    ...absentFaults('/remove/markets', remove.markets, markets, 'market'),
    ...absentFaults('/remove/facetTemplates', remove.facetTemplates, facetTemplates, 'facet template'),
  ]);
  const left = <T>(entries: Record<string, T>, gone: readonly string[] = []) =>
    Object.fromEntries(Object.entries(entries).filter(([id]) => !gone.includes(id)));
  return configurationOf(left(markets, remove.markets), left(facetTemplates, remove.facetTemplates), svgImages);
}

function absentFaults(path: string, ids: readonly string[] = [], there: object, what: string): Fault[] {
  return ids.flatMap((id, i) => {
    if (Object.hasOwn(there, id)) return [];
    const known = Object.keys(there).join(', ') || 'none';
    return [{ path: `${path}/${i}`, message: `found ${quote(id)}, expected a configured ${what} (${known})` }];
  });
}

function marketFaults(path: string, markets: Record<string, unknown>): Fault[] {
  // `__proto__` cannot be a member of a JavaScript map.
  const wrong = Object.keys(markets).filter(id => !isMarket(id) || id === '__proto__');
  return wrong.map(id => ({
    path: `${path}/${escapePointer(id)}`,
    message: `found ${quote(id)}, expected a market of 1 to 20 characters without | and *`,
  }));
}

function templateFaults(path: string, templates: FacetTemplates = {}): Fault[] {
  return Object.entries(templates).flatMap(([id, { facets }]) => {
    const own = `${path}/${escapePointer(id)}`;
    const faults = facetFaults(`${own}/facets`, facets);
    if (id !== '' && id.length <= LONGEST_ID && id !== '__proto__') return faults;
    return [{ path: own, message: `found ${quote(id)}, expected an id of 1 to ${LONGEST_ID} characters` }, ...faults];
  });
}
