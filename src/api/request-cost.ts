/**
 * Bounds of what one request may ask for in all its lists together. Each restriction of a rule can take a pass over the
 * catalog, and each listed group is written out: bounds of single lists would let ten lists cost ten times as much.
 */
import { MAX_RULES_LENGTH, parseRules } from '../catalog/rules/parse-rules.js';
import { rulesOfProductFilter } from '../catalog/rules/product-filter.js';
import { handpickedCount, MAX_HANDPICKED } from '../catalog/rules/rule-conditions.js';
import type { RuleExpression } from '../catalog/rules/rule-expression.js';
import { badRequest } from '../errors/problem.js';

/** Far above what pages need: rules have tens of restrictions, each with up to 200 values. */
export const MAX_RESTRICTIONS = 1000;
/** Of all recommendation lists, whose limits are those of the lists that are shown. */
export const MAX_LISTED_GROUPS = 1000;

export class RequestCost {
  private characters = 0;
  private restrictions = 0;
  private handpicked = 0;
  private groups = 0;

  /**
   * The rules of a body, or of a list in it.
   * @param path JSON pointer of what holds the two members, empty for the body itself
   * @throws Problem BAD_REQUEST when both members are given, one is wrong, or the request has too many rules
   */
  rules(part: { productRules?: string; productFilter?: unknown } | undefined, path: string): RuleExpression {
    const { productRules, productFilter } = part ?? {};
    if (productRules !== undefined && productFilter !== undefined) {
      throw badRequest(
        `${path}/productFilter`,
        'found together with productRules, expected one of the two',
        'parameters_conflict',
      );
    }
    if (productRules !== undefined) return this.parsed(productRules, `${path}/productRules`);
    if (productFilter === undefined) return [];
    const at = `${path}/productFilter`;
    return this.counted(rulesOfProductFilter(productFilter, at), at);
  }

  /** Counts the limit of a list. @throws Problem BAD_REQUEST when the lists are too long together */
  list(limit: number, path: string): void {
    this.groups = within(this.groups + limit, MAX_LISTED_GROUPS, 'product groups', `${path}/limit`);
  }

  private parsed(text: string, path: string): RuleExpression {
    // A text that is too long by itself is told as such.
    if (text.length <= MAX_RULES_LENGTH) {
      this.characters = within(this.characters + text.length, MAX_RULES_LENGTH, 'characters of rules', path);
    }
    return this.counted(parseRules(text, path, MAX_RESTRICTIONS), path);
  }

  private counted(rules: RuleExpression, path: string): RuleExpression {
    const restrictions = rules.reduce((sum, rule) => sum + rule.restrictions.length, this.restrictions);
    this.restrictions = within(restrictions, MAX_RESTRICTIONS, 'restrictions', path);
    const handpicked = this.handpicked + handpickedCount(rules);
    this.handpicked = within(handpicked, MAX_HANDPICKED, 'handpicked product keys', path);
    return rules;
  }
}

function within(found: number, most: number, what: string, path: string): number {
  if (found <= most) return found;
  throw badRequest(path, `found ${found} ${what} up to here, expected at most ${most} in a request`, 'limit_exceeded');
}
