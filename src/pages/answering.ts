/**
 * What one thread keeps to answer queries on a view, and what one request turns into before its page is made: the
 * products it may show, its prices and stock, and how its cards differ from the built ones.
 */

import type { RuleExpression } from '../catalog/rules/ast.js';
import { CONFIGURATION_KEY, type Configuration } from '../catalog/site/configuration.js';
import type { Site } from '../index/site.js';
import { passingProducts } from '../query/filter.js';
import type { Scope } from '../query/finding.js';
import type { Lexicon } from '../query/lexicon.js';
import { OfferContexts } from '../query/offer-context.js';
import { RulePlanner } from '../query/rule-plan.js';
import type { View } from '../snapshot/index.js';
import type { CardChanges } from './card-list.js';
import { cardTemplate } from './card-template.js';
import { customNames } from './custom-names.js';
import { type Facet, planFacets } from './facet-plan.js';
import { KeptProducts } from './kept-products.js';
import { NavigationDesk } from './navigation-desk.js';
import { PageDesk } from './page-desk.js';
import type { ProductContext } from './requests.js';
import { SearchDesk } from './search-desk.js';
import type { Selection } from './selection.js';
import type { PageSettings } from './settings.js';
import { sortOptions } from './sort-orders.js';
import type { Tools } from './tools.js';

export type { Selection } from './selection.js';

/** A view with everything that is derived from it once. */
export class ViewDesk {
  readonly offers: OfferContexts;
  readonly rules: RulePlanner;
  readonly facets: readonly Facet[];
  /** JSON of `sort.options`. */
  readonly sortOptions: string;
  readonly pages: PageDesk;
  readonly navigation: NavigationDesk;
  readonly search: SearchDesk;
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
    this.pages = new PageDesk(site, view, this.rules, kept);
    this.navigation = new NavigationDesk(site, view, this.pages);
    this.search = new SearchDesk(site, view, this.rules, kept);
    this.currency = site.get<Configuration>(CONFIGURATION_KEY)?.markets[view.market]?.appSettings?.currency;
  }
}

/** The products a request may show at all. */
export function select(desk: ViewDesk, request: ProductContext & { rules: RuleExpression }, nowMs: number): Selection {
  const offers = desk.offers.of(request);
  const filter = desk.rules.expression(request.rules, offers, nowMs);
  return { offers, filter, within: passingProducts(filter, desk.view.structure) };
}

/** Where the texts of a request are searched. */
export function scopeOf(desk: ViewDesk, selection: Selection, lexicon: Lexicon, nowMs: number): Scope {
  const { view, rules, currency } = desk;
  return { view, ...selection, lexicon, limits: { view, rules, offers: selection.offers, nowMs, currency } };
}

/** What the request wants changed in cards. Throws BAD_REQUEST for a template that does not exist. */
export function cardChanges(desk: ViewDesk, request: ProductContext, tools: Tools): CardChanges {
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
