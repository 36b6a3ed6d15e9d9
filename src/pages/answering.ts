/**
 * What one thread keeps to answer queries on a view, and what one request turns into before its page is made: the
 * products it may show, its prices and stock, and how its cards differ from the built ones.
 */

import type { RuleExpression } from '../catalog/rules/ast.js';
import type { Bitmap } from '../kernel/bitmap.js';
import { badRequest } from '../kernel/problem.js';
import type { Filter } from '../query/filter.js';
import { passingProducts } from '../query/filter.js';
import { type OfferContext, OfferContexts } from '../query/offer-context.js';
import { RulePlanner } from '../query/rule-plan.js';
import type { View } from '../snapshot/index.js';
import type { CardChanges, CustomNames } from './card-list.js';
import { type Facet, planFacets } from './facet-plan.js';
import type { ProductContext } from './requests.js';
import type { PageSettings } from './settings.js';
import { sortOptions } from './sort-orders.js';

/** A view with everything that is derived from it once. */
export class ViewDesk {
  readonly offers: OfferContexts;
  readonly rules: RulePlanner;
  readonly facets: readonly Facet[];
  /** JSON of `sort.options`. */
  readonly sortOptions: string;

  constructor(
    readonly view: View,
    settings: PageSettings,
  ) {
    this.offers = new OfferContexts(view);
    this.rules = new RulePlanner(view);
    this.facets = planFacets(view, settings.facets);
    this.sortOptions = sortOptions(view);
  }
}

export interface Selection {
  offers: OfferContext;
  filter: Filter;
  /** Products that pass the filter; undefined when all do. */
  within: Bitmap | undefined;
}

/** The products a request may show at all. */
export function select(desk: ViewDesk, request: ProductContext & { rules: RuleExpression }, nowMs: number): Selection {
  const offers = desk.offers.of(request);
  const filter = desk.rules.expression(request.rules, offers, nowMs);
  return { offers, filter, within: passingProducts(filter, desk.view.structure) };
}

/** What the request wants changed in cards. Throws BAD_REQUEST for a template that does not exist. */
export function cardChanges(
  desk: ViewDesk,
  request: ProductContext,
  settings: PageSettings,
  discountThreshold: number,
): CardChanges {
  if (request.templateId !== undefined) {
    throw badRequest('templateId', `${JSON.stringify(request.templateId)} is no response template of this cluster`);
  }
  const variant = request.presentCustom.filter(name => name.startsWith('variant.')).map(name => name.slice(8));
  const product = request.presentCustom.filter(name => !name.startsWith('variant.'));
  const prices = request.presentPrices.map(id => [desk.view.offers.priceIndex(id), id] as [number, string]);
  return {
    product: customNames(product),
    variant: customNames(variant),
    prices: prices.filter(([index]) => index >= 0),
    hideOutOfStock: !settings.outOfStockVariants,
    newDays: settings.newDays,
    discountThreshold,
  };
}

function customNames(names: readonly string[]): CustomNames {
  const labels = new Set<string>();
  const numbers = new Set<string>();
  const lengths = new Set<string>();
  const json = new Set<string>();
  for (const name of names) {
    if (name.startsWith('number.')) numbers.add(name.slice(7));
    else if (name.startsWith('length.')) lengths.add(name.slice(7));
    else if (name.startsWith('json.')) json.add(name.slice(5));
    else labels.add(name);
  }
  return { labels, numbers, lengths, json };
}
