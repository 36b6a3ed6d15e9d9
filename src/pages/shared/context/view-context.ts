/**
 * What one thread keeps to answer queries on a view, and what one request turns into before its page is made: the
 * products it may show, its prices and stock, and how its cards differ from the built ones.
 */

import type { RuleExpression } from '../../../catalog/rules/ast.js';
import { CONFIGURATION_KEY, type Configuration } from '../../../catalog/site/configuration.js';
import type { Site } from '../../../index/site.js';
import { passingProducts } from '../../../query/filters/filter.js';
import { OfferContexts } from '../../../query/filters/offer-context.js';
import { RulePlanner } from '../../../query/filters/rule-planner.js';
import type { Scope } from '../../../query/matching/text-match.js';
import type { Lexicon } from '../../../query/understanding/lexicon.js';
import type { View } from '../../../snapshot/index.js';
import type { CardChanges } from '../cards/card-list.js';
import { cardTemplate } from '../cards/card-template.js';
import { customNames } from '../cards/custom-names.js';
import { PageConfigurations } from '../configurations/page-configurations.js';
import { type Facet, planFacets } from '../facets/facet-plan.js';
import { KeptProducts } from '../filters/rule-products-cache.js';
import type { Selection } from '../filters/selection.js';
import { NavigationCache } from '../navigation/navigation-cache.js';
import type { PageSettings } from '../page-settings.js';
import type { ProductContext } from '../requests.js';
import { SearchSettingsIndex } from '../search-settings/search-settings-index.js';
import { sortOptions } from '../sort-options.js';
import type { PageContext } from './page-context.js';

export type { Selection } from '../filters/selection.js';

/** A view with everything that is derived from it once. */
export class ViewContext {
  readonly offers: OfferContexts;
  readonly rules: RulePlanner;
  readonly facets: readonly Facet[];
  /** JSON of `sort.options`. */
  readonly sortOptions: string;
  readonly pages: PageConfigurations;
  readonly navigation: NavigationCache;
  readonly search: SearchSettingsIndex;
  /** ISO code of the market's prices, where the shop has told it. */
  readonly currency: string | undefined;

  constructor(
    readonly view: View,
    settings: PageSettings,
    site: Site,
  ) {
    this.offers = new OfferContexts(view);
    this.rules = new RulePlanner(view);
    this.facets = planFacets(view, settings.facets);
    this.sortOptions = sortOptions(view);
    const kept = new KeptProducts();
    this.pages = new PageConfigurations(site, view, this.rules, kept);
    this.navigation = new NavigationCache(site, view, this.pages);
    this.search = new SearchSettingsIndex(site, view, this.rules, kept);
    this.currency = site.get<Configuration>(CONFIGURATION_KEY)?.markets[view.market]?.appSettings?.currency;
  }
}

/** The products a request may show at all. */
export function select(
  desk: ViewContext,
  request: ProductContext & { rules: RuleExpression },
  nowMs: number,
): Selection {
  const offers = desk.offers.of(request);
  const filter = desk.rules.expression(request.rules, offers, nowMs);
  return { offers, filter, within: passingProducts(filter, desk.view.structure) };
}

/** Where the texts of a request are searched. */
export function scopeOf(desk: ViewContext, selection: Selection, lexicon: Lexicon, nowMs: number): Scope {
  const { view, rules, currency } = desk;
  return { view, ...selection, lexicon, limits: { view, rules, offers: selection.offers, nowMs, currency } };
}

/** What the request wants changed in cards. Throws BAD_REQUEST for a template that does not exist. */
export function cardChanges(desk: ViewContext, request: ProductContext, tools: PageContext): CardChanges {
  const ofVariants = request.presentCustom.filter(name => name.startsWith('variant.')).map(name => name.slice(8));
  const variant = customNames(ofVariants);
  const product = customNames(request.presentCustom.filter(name => !name.startsWith('variant.')));
  const settings = request.templateId === undefined ? undefined : tools.template(request.templateId);
  const prices = request.presentPrices.map(id => [desk.view.offers.priceIndex(id), id] as [number, string]);
  return {
    product,
    variant,
    ...(settings && { template: cardTemplate(settings, product, variant) }),
    prices: prices.filter(([index]) => index >= 0),
    hideOutOfStock: !tools.settings.outOfStockVariants,
    newDays: tools.settings.newDays,
    discountThreshold: tools.discountThreshold,
  };
}
