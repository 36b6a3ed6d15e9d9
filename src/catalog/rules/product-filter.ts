/**
 * Converts the deprecated product filter, an object of attribute → value, list or range, to a rule expression of one
 * rule with a restriction for each member, so that queries know only rule expressions.
 *
 *   { "brand": ["a", "b"], "price": { "max": 200 }, "discount": 50 }
 */
import { badRequest, type Fault, Problem } from '../../errors/problem.js';
import { type Attribute, resolveAttribute, unknownAttributeMessage } from './rule-attributes.js';
import { conditionFault, limitFault } from './rule-conditions.js';
import type { Condition, Restriction, RuleExpression } from './rule-expression.js';

/** Most faults that are told. */
const MAX_FAULTS = 20;

/**
 * @param path JSON pointer of the filter, for errors
 * @returns [] for an empty filter; unlike in rule texts, product keys may stand beside other restrictions
 * @throws `parameter_invalid` when the filter is not an object, `rules_invalid` with the first faulty members,
 *   `limit_exceeded` for too many values of an attribute
 */
export function rulesOfProductFilter(filter: unknown, path = '/productFilter'): RuleExpression {
  if (!isObject(filter)) throw badRequest(path, `found ${describeValue(filter)}, expected an object of attributes`);
  const restrictions: Restriction[] = [];
  const faults: Fault[] = [];
  for (const [name, value] of Object.entries(filter)) {
    if (faults.length === MAX_FAULTS) break;
    const member = `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const attribute = resolveAttribute(name);
    if (attribute === undefined) {
      faults.push({ path: member, message: `found "${name}", ${unknownAttributeMessage(name)}` });
      continue;
    }
    const condition = conditionOf(attribute, value);
    const fault = typeof condition === 'string' ? condition : conditionFault(attribute, condition);
    if (fault !== undefined) faults.push({ path: member, message: fault });
    else restrictions.push({ exclude: false, attribute: attribute.name, condition: condition as Condition });
  }
  if (faults.length > 0) throw new Problem('rules_invalid', `${faults[0]!.path}: ${faults[0]!.message}`, faults);
  const expression = restrictions.length === 0 ? [] : [{ restrictions }];
  const limit = limitFault(expression);
  if (limit !== undefined) throw badRequest(path, limit, 'limit_exceeded');
  return expression;
}

/** The condition of a member, or as text the fault in it. */
function conditionOf(attribute: Attribute, value: unknown): Condition | string {
  const list = Array.isArray(value) ? value : [value];
  if (list.length === 0) return 'found an empty list, expected at least one value';
  if (isObject(value)) return rangeOf(attribute, value);
  if (attribute.kind === 'days' && list.length === 1) return daysOf(list[0]);
  if (attribute.kind === 'measure' && list.length === 1 && typeof list[0] === 'number') {
    return { kind: 'range', min: list[0], max: list[0] };
  }
  const values: string[] = [];
  for (const item of list) {
    if (typeof item === 'string') values.push(item.trim());
    else if (typeof item === 'number' || (typeof item === 'boolean' && attribute.kind === 'boolean'))
      values.push(String(item));
    else return `found ${describeValue(item)}, expected text or a number, or a list of them`;
  }
  return { kind: 'values', values: attribute.kind === 'boolean' ? values.map(v => v.toLowerCase()) : values };
}

function rangeOf(attribute: Attribute, value: Record<string, unknown>): Condition | string {
  const unknown = Object.keys(value).find(name => name !== 'min' && name !== 'max');
  if (unknown !== undefined) return `found member "${unknown}", expected min and max`;
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = value;
  if (typeof min !== 'number') return `found ${describeValue(min)} as min, expected a number`;
  if (typeof max !== 'number') return `found ${describeValue(max)} as max, expected a number`;
  if (attribute.kind !== 'days') return { kind: 'range', min, max };
  return min > 0 ? `found a min of ${min}, but newness reaches back from today: expected max alone` : daysOf(max);
}

function daysOf(value: unknown): Condition | string {
  const text = typeof value === 'number' ? `${value}d` : value;
  const digits = typeof text === 'string' ? /^\s*(\d{1,9})\s*d?\s*$/i.exec(text)?.[1] : undefined;
  return digits === undefined
    ? `found ${describeValue(value)}, expected a whole number of days`
    : { kind: 'days', days: Number(digits) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function describeValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : JSON.stringify(value).slice(0, 60);
}
