/**
 * Parses product rule expressions and writes them in a canonical form that can be part of a cache key.
 *
 *   rule incl brand {"Nike", "Puma"} excl price [100, infinity]   rule incl newness 30d
 *
 * Parsing is one pass without backtracking; line and column are computed only for an error.
 */

import { badRequest, type Problem } from '../../errors/problem.js';
import { parseDecimal } from '../../kernel/number-text.js';
import { type Attribute, resolveAttribute, unknownAttributeMessage } from './rule-attributes.js';
import { conditionFault, handpickedFault, limitFault, unitFault } from './rule-conditions.js';
import type { Condition, Restriction, RuleExpression } from './rule-expression.js';

/** In UTF-16 units. 200 keys of 50 characters for each of eight attributes still fit. */
export const MAX_RULES_LENGTH = 100_000;

/**
 * @param text at most `MAX_RULES_LENGTH` units
 * @param path the parameter or JSON path that errors name
 * @param mostRestrictions where the parser stops reading
 * @returns [] for a text without rules, which holds for every product
 * @throws `rules_invalid` with line, column, what was found and what was expected; `limit_exceeded` for a long text or
 *   too many restrictions
 */
export function parseRules(
  text: string,
  path = 'productRules',
  mostRestrictions = Number.POSITIVE_INFINITY,
): RuleExpression {
  if (text.length > MAX_RULES_LENGTH) {
    throw badRequest(path, `found ${text.length} characters, expected at most ${MAX_RULES_LENGTH}`, 'limit_exceeded');
  }
  const expression = new RuleParser(text, path, mostRestrictions).expression();
  const fault = handpickedFault(expression) ?? limitFault(expression);
  if (fault !== undefined) throw badRequest(path, fault, 'rules_invalid');
  return expression;
}

/** The canonical text of an expression; `parseRules` makes an equal expression of it. */
export function formatRules(expression: RuleExpression): string {
  return expression.map(rule => `rule ${rule.restrictions.map(restrictionText).join(' ')}`).join(' ');
}

function restrictionText({ exclude, attribute, condition }: Restriction): string {
  return `${exclude ? 'excl' : 'incl'} ${attribute} ${conditionText(condition)}`;
}

function conditionText(condition: Condition): string {
  switch (condition.kind) {
    case 'values':
      return `{${condition.values.map(value => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
    case 'range':
      return `[${boundText(condition.min)},${boundText(condition.max)}]${condition.unit ?? ''}`;
    case 'days':
      return `${condition.days}d`;
  }
}

function boundText(bound: number): string {
  return Number.isFinite(bound) ? String(bound) : bound > 0 ? 'infinity' : '-infinity';
}

const SPACE = /\s*/y;
const WORD = /[A-Za-z]\w*/y;
const NAME = /[^\s{}[\]",]+/y;
const NUMBER = /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?!\w)/y;
const INFINITY = /[+-]?infinity(?!\w)/iy;
const DAYS = /(\d+)\s*d(?!\w)/iy;
const FOUND = /[^\s{}[\]",]+|[\s\S]/uy;

const KEYWORDS: ReadonlySet<string> = new Set(['rule', 'incl', 'excl']);

class RuleParser {
  private at = 0;
  private restrictionCount = 0;

  constructor(
    private readonly text: string,
    private readonly path: string,
    private readonly mostRestrictions: number,
  ) {}

  expression(): RuleExpression {
    const expression: RuleExpression = [];
    this.space();
    while (this.at < this.text.length) {
      if (!this.keyword('rule')) {
        throw this.expected(expression.length === 0 ? '"rule"' : '"rule", "incl", "excl" or the end');
      }
      expression.push({ restrictions: this.restrictions() });
    }
    return expression;
  }

  private restrictions(): Restriction[] {
    const restrictions: Restriction[] = [];
    for (;;) {
      const exclude = this.keyword('excl');
      if (!exclude && !this.keyword('incl')) {
        if (restrictions.length === 0) throw this.expected('"incl" or "excl"');
        return restrictions;
      }
      if (++this.restrictionCount > this.mostRestrictions) {
        const message = `found more than ${this.mostRestrictions} restrictions, expected at most that many`;
        throw badRequest(this.path, message, 'limit_exceeded');
      }
      const attribute = this.attribute();
      restrictions.push({ exclude, attribute: attribute.name, condition: this.condition(attribute) });
    }
  }

  private attribute(): Attribute {
    const start = this.at;
    const name = this.match(NAME);
    if (name === undefined) throw this.expected('an attribute name');
    const attribute = resolveAttribute(name);
    if (attribute === undefined)
      throw this.fault(start, `found "${name.slice(0, 80)}", ${unknownAttributeMessage(name)}`);
    return attribute;
  }

  private condition(attribute: Attribute): Condition {
    const start = this.at;
    const condition = this.anyCondition(attribute);
    const fault = conditionFault(attribute, condition);
    if (fault !== undefined) throw this.fault(start, fault);
    return condition;
  }

  private anyCondition(attribute: Attribute): Condition {
    if (this.sign('{')) {
      const values = this.values();
      return { kind: 'values', values: attribute.kind === 'boolean' ? values.map(v => v.toLowerCase()) : values };
    }
    if (this.sign('[')) return this.range(attribute);
    const days = this.match(DAYS);
    if (days === undefined)
      throw this.expected('{ with quoted values, [ with a range, or a number of days such as 30d');
    return { kind: 'days', days: Number.parseInt(days, 10) };
  }

  private values(): string[] {
    const values = [this.string()];
    while (!this.sign('}')) {
      this.sign(',');
      values.push(this.string(values.length));
    }
    return values;
  }

  /** Only `\"` and `\\` are escapes; any other backslash is a character of the text. */
  private string(before = 0): string {
    const start = this.at;
    const { text } = this;
    if (text[start] !== '"') throw this.expected(before === 0 ? 'a quoted value' : 'a quoted value or }');
    let value = '';
    let from = start + 1;
    for (let i = from; i < text.length; i++) {
      const char = text[i];
      if (char === '"') {
        this.at = i + 1;
        this.space();
        return (value + text.slice(from, i)).trim();
      }
      if (char === '\\' && (text[i + 1] === '"' || text[i + 1] === '\\')) {
        value += text.slice(from, i);
        from = ++i;
      }
    }
    throw this.fault(start, 'found a quoted value without an end, expected a closing "');
  }

  private range(attribute: Attribute): Condition {
    const min = this.bound();
    if (!this.sign(',')) throw this.expected('a comma between the bounds');
    const max = this.bound();
    if (!this.sign(']')) throw this.expected(']');
    const start = this.at;
    const word = this.peekWord();
    if (word === undefined || KEYWORDS.has(word)) return { kind: 'range', min, max };
    this.match(WORD);
    const fault = unitFault(attribute, word);
    if (fault !== undefined) throw this.fault(start, fault);
    return { kind: 'range', min, max, unit: word };
  }

  private bound(): number {
    const start = this.at;
    const infinite = this.match(INFINITY);
    if (infinite !== undefined) return infinite.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    const digits = this.match(NUMBER);
    if (digits === undefined) throw this.expected('a number, infinity or -infinity');
    const value = parseDecimal(digits);
    if (value === undefined)
      throw this.fault(start, `found ${digits.slice(0, 40)}, expected a number that fits a double`);
    return value;
  }

  private keyword(word: string): boolean {
    if (this.peekWord() !== word) return false;
    this.match(WORD);
    return true;
  }

  /** The word at the current position, in lower case; the position stays. */
  private peekWord(): string | undefined {
    WORD.lastIndex = this.at;
    return WORD.exec(this.text)?.[0].toLowerCase();
  }

  private sign(char: string): boolean {
    if (this.text[this.at] !== char) return false;
    this.at++;
    this.space();
    return true;
  }

  /** Consumes a match of the pattern at the current position, and the space after it. */
  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found === null) return undefined;
    this.at = pattern.lastIndex;
    this.space();
    return found[0];
  }

  private space(): void {
    SPACE.lastIndex = this.at;
    SPACE.exec(this.text);
    this.at = SPACE.lastIndex;
  }

  private expected(what: string): Problem {
    FOUND.lastIndex = this.at;
    const found = FOUND.exec(this.text)?.[0];
    const shown = found === undefined ? 'the end' : found === '"' ? 'a quoted value' : `"${found.slice(0, 40)}"`;
    return this.fault(this.at, `found ${shown}, expected ${what}`);
  }

  private fault(at: number, message: string): Problem {
    const before = this.text.slice(0, at);
    const line = before.split('\n').length;
    const column = at - (before.lastIndexOf('\n') + 1) + 1;
    return badRequest(this.path, `line ${line}, column ${column}: ${message}`, 'rules_invalid');
  }
}
