/** Faults of rule expressions in a body. */
import { parseRules } from '../../catalog/rules/parse-rules.js';
import { type Fault, Problem } from '../../errors/problem.js';

/** @param path path of the text in the body */
export function rulesFaults(path: string, rules: string | undefined): Fault[] {
  if (rules === undefined) return [];
  try {
    parseRules(rules, path);
    return [];
  } catch (error) {
    if (error instanceof Problem && error.errors) return error.errors;
    throw error;
  }
}
