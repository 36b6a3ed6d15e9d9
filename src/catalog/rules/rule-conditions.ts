/**
 * Checks of rule expressions beyond their syntax, shared by rule texts and the deprecated product filter: which kinds
 * of condition an attribute takes, and how many values. Each returns a message for the caller to prefix with the path,
 * or undefined when there is no fault.
 */
import { type Dimension, dimensionOf, unitsOf } from '../../kernel/measures.js';
import { parseDecimal } from '../../kernel/number-text.js';
import type { Attribute, AttributeKind } from './rule-attributes.js';
import type { Condition, Rule, RuleExpression } from './rule-expression.js';

export const MAX_HANDPICKED = 100;
export const MAX_VALUES = 200;
/** About a century: a larger number of days is taken to be a mistake. */
export const MAX_DAYS = 36_500;

const TAKES: Record<AttributeKind, string> = {
  text: 'a list of texts, {"a", "b"}',
  key: 'a list of keys, {"a", "b"}',
  number: 'a range, [min, max], or a list of numbers, {"1", "2"}',
  measure: 'a range with an optional unit, [min, max] cm',
  days: 'a number of days, 30d',
  boolean: '{"true"} or {"false"}',
};

/** Whether the attribute takes conditions of this kind, and these values, unit or number of days. */
export function conditionFault(attribute: Attribute, condition: Condition): string | undefined {
  const expected = `${attribute.name} takes ${TAKES[attribute.kind]}`;
  switch (condition.kind) {
    case 'range':
      if (attribute.kind !== 'number' && attribute.kind !== 'measure') return `found a range; ${expected}`;
      return condition.unit === undefined ? undefined : unitFault(attribute, condition.unit);
    case 'days':
      if (attribute.kind !== 'days') return `found a number of days; ${expected}`;
      return condition.days > MAX_DAYS ? `found ${condition.days}d, expected at most ${MAX_DAYS}d` : undefined;
    case 'values':
      return valuesFault(attribute, condition.values, expected);
  }
}

/** Whether the attribute is a measure that can be given in this unit. */
export function unitFault(attribute: Attribute, unit: string): string | undefined {
  const { name, dimension } = attribute;
  if (dimension === undefined) return `found unit "${unit}", but ${name} has none`;
  return dimensionOf(unit) === dimension ? undefined : `found unit "${unit}", expected ${allowedUnits(dimension)}`;
}

/** Whether an expression has more values for an attribute than its limit. */
export function limitFault(expression: RuleExpression): string | undefined {
  const counts = new Map<string, number>();
  for (const rule of expression) {
    for (const { exclude, attribute, condition } of rule.restrictions) {
      if (condition.kind !== 'values') continue;
      const handpicked = attribute === 'product_key' && !exclude;
      const name = handpicked ? 'handpicked product_key' : attribute;
      const count = (counts.get(name) ?? 0) + condition.values.length;
      counts.set(name, count);
      const limit = handpicked ? MAX_HANDPICKED : MAX_VALUES;
      if (count > limit) return `found ${count} values for ${name}, expected at most ${limit}`;
    }
  }
  return undefined;
}

/** How many products an expression picks by their keys. */
export function handpickedCount(expression: RuleExpression): number {
  let count = 0;
  for (const { restrictions } of expression) {
    for (const { attribute, exclude, condition } of restrictions) {
      if (attribute === 'product_key' && !exclude && condition.kind === 'values') count += condition.values.length;
    }
  }
  return count;
}

/** Whether product keys are included elsewhere than in the first rule, or beside other restrictions. */
export function handpickedFault(expression: RuleExpression): string | undefined {
  for (const [index, rule] of expression.entries()) {
    if (!rule.restrictions.some(r => r.attribute === 'product_key' && !r.exclude)) continue;
    if (index > 0) return `rule ${index + 1} handpicks products by product_key, expected that in the first rule alone`;
    if (!standsAlone(rule)) return 'rule 1 handpicks products by product_key, expected no other restriction beside it';
  }
  return undefined;
}

function standsAlone(rule: Rule): boolean {
  return rule.restrictions.length === 1;
}

function valuesFault(attribute: Attribute, values: string[], expected: string): string | undefined {
  switch (attribute.kind) {
    case 'text':
    case 'key':
      return undefined;
    case 'number': {
      const odd = values.find(value => parseDecimal(value) === undefined);
      return odd === undefined ? undefined : `found "${odd}"; ${expected}`;
    }
    case 'boolean': {
      const odd = values.find(value => value !== 'true' && value !== 'false');
      return odd === undefined ? undefined : `found "${odd}"; ${expected}`;
    }
    default:
      return `found a list of texts; ${expected}`;
  }
}

function allowedUnits(dimension: Dimension): string {
  return unitsOf(dimension).join(', ');
}
