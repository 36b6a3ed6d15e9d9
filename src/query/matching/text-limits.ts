/**
 * Compiles what a text excludes to filters: everything outside of bounds ("under 50", "over 2 kg"), and its exclusions
 * ("without sleeves").
 */
import type { Restriction } from '../../catalog/rules/rule-expression.js';
import { complement } from '../../kernel/bitmap.js';
import { dimensionOf } from '../../kernel/measures.js';
import type { Searchable, View } from '../../snapshot/index.js';
import type { TextBound } from '../../text/index.js';
import { anyOf, type Filter } from '../filters/filter.js';
import type { OfferContext } from '../filters/offer-context.js';
import type { RulePlanner } from '../filters/rule-planner.js';
import type { Exclusion } from '../understanding/negation.js';
import { DISCOUNT, type Understanding } from '../understanding/understanding.js';
import { excludedProducts } from './excluded-products.js';

export interface Limit {
  /** As typed. */
  text: string;
  filter: Filter;
  /** The exclusion that it is, of words that may be refused too widely. */
  exclusion?: Exclusion;
}

/** What compiles limits. Content has no prices and no measures. */
export interface LimitContext {
  view: View;
  rules: RulePlanner;
  offers: OfferContext;
  nowMs: number;
  /** ISO code of the market's prices, where the shop has told it. */
  currency?: string | undefined;
}

/**
 * The limits that a text sets and the view can hold. A bound of something that no product states is none.
 * @param context absent for content, which has no bounds
 */
export function limitsOf(
  q: string,
  { bounds, excluded }: Understanding,
  view: Searchable,
  context: LimitContext | undefined,
): Limit[] {
  const limits: Limit[] = [];
  for (const bound of bounds) {
    const filter = context && boundFilter(bound, context);
    if (filter) limits.push({ text: q.slice(bound.start, bound.end), filter });
  }
  for (const exclusion of excluded) {
    const text = `${exclusion.negator.text} ${exclusion.text}`;
    limits.push({ text, filter: without(exclusion, view), ...(exclusion.isOfWords && { exclusion }) });
  }
  return limits;
}

function boundFilter(bound: TextBound, { view, rules, offers, nowMs, currency }: LimitContext): Filter | undefined {
  const { min, max, unit } = bound;
  const range = (attribute: string, unit?: string) => {
    const condition = { kind: 'range', min, max, ...(unit !== undefined && { unit }) } as const;
    return rules.restriction({ attribute, condition, exclude: false } satisfies Restriction, offers, nowMs);
  };
  if (unit === undefined) {
    // Prices are in one currency: an amount of another says nothing of them.
    return bound.currency && currency && bound.currency !== currency ? undefined : range('price');
  }
  if (unit === DISCOUNT) return range('discount');
  const written = unit === 'inch' ? 'in' : unit;
  const dimension = dimensionOf(written);
  if (dimension === undefined) return undefined;
  // "Under 2 m" may be meant of any of its lengths.
  const columns = [...view.numbers.ids()].filter(id => {
    const own = view.numbers.get(id)!.unit;
    return own !== undefined && dimensionOf(own) === dimension;
  });
  if (columns.length === 0) return undefined;
  return anyOf(
    columns.map(id => range(id, written)),
    view.structure,
  );
}

/** The products without what is not wanted; those that say so themselves are among them. */
function without(exclusion: Exclusion, view: Searchable): Filter {
  return { products: complement(excludedProducts(exclusion, view).unwanted, view.structure.productCount) };
}
