/** The products that a request may show, and the scope in which its texts are searched. */
import type { RuleExpression } from '../../../catalog/rules/rule-expression.js';
import { passingProducts } from '../../../query/filters/filter.js';
import type { Scope } from '../../../query/matching/text-match.js';
import type { Lexicon } from '../../../query/understanding/lexicon.js';
import type { Selection } from '../filters/selection.js';
import type { PageContext } from './page-context.js';

export function allowedBy(rules: RuleExpression, { viewContext, view, offers, nowMs }: PageContext): Selection {
  const filter = viewContext.rules.expression(rules, offers, nowMs);
  return { filter, within: passingProducts(filter, view.structure) };
}

export function scopeOf(
  allowed: Selection,
  lexicon: Lexicon,
  { viewContext, view, offers, nowMs }: PageContext,
): Scope {
  const { rules, currency } = viewContext;
  const { filter, within } = allowed;
  return { view, filter, within, offers, lexicon, limits: { view, rules, offers, nowMs, currency } };
}
