/**
 * Algolia's `filters` as product rules: conditions joined by AND, OR and NOT, in parentheses. A rule holds where all of its
 * restrictions do, and an expression where one of its rules does, so what is asked for becomes alternatives of conjunctions; `NOT` is
 * for a single condition, as it is there.
 */

/** Restrictions that hold together, `incl brand {"Usva"}`. */
export type Conjunction = readonly string[];

/** Further ones are refused: each takes the daemon a pass. */
const MOST_ALTERNATIVES = 32;
/** Bounds of Vitrine are inclusive; prices, ratings and measures are rougher than this. */
export const BEYOND = 1e-6;

const NAME = String.raw`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^\s:<>=!()"']+`;
const NUMBER = String.raw`-?\d+(?:\.\d+)?`;
const TOKEN = new RegExp(
  String.raw`\s*(?:(?<mark>[()])|(?<word>AND|OR|NOT)(?=[\s(])|(?<name>${NAME})\s*(?:` +
    String.raw`(?<operator><=|>=|!=|<|>|=)\s*(?<amount>${NUMBER})|:\s*(?<from>${NUMBER})\s+TO\s+(?<to>${NUMBER})|` +
    String.raw`:\s*(?<value>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^\s()]+)))`,
  'y',
);

interface Values {
  facet: string;
  values: string[];
}

type Condition = { not: boolean } & (Values | { restriction: string });
type Tree = Condition | { all: Tree[] } | { any: Tree[] };

/**
 * @param facetOf the facet of an attribute
 * @returns alternatives, of which one at least has to hold
 * @throws Error that quotes what is not understood
 */
export function parseFilters(text: string, facetOf: (attribute: string) => string): Conjunction[] {
  const reader = new Reader(text, facetOf);
  return alternatives(reader.all(), text);
}

class Reader {
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly facetOf: (attribute: string) => string,
  ) {}

  all(): Tree {
    const tree = this.joined();
    if (this.rest() !== '') throw this.fault('the end');
    return tree;
  }

  /** AND binds more closely than OR. */
  private joined(): Tree {
    const any = [this.conjunction()];
    while (this.takes('OR')) any.push(this.conjunction());
    return any.length === 1 ? any[0]! : { any };
  }

  private conjunction(): Tree {
    const all = [this.one()];
    while (this.takes('AND')) all.push(this.one());
    return all.length === 1 ? all[0]! : { all };
  }

  private one(): Tree {
    if (this.takes('(')) {
      const inner = this.joined();
      if (!this.takes(')')) throw this.fault('a closing parenthesis');
      return inner;
    }
    const not = this.takes('NOT');
    const found = this.next();
    if (found?.['name'] === undefined) throw this.fault('a condition like brand:Usva or price < 500');
    this.at = TOKEN.lastIndex;
    const facet = this.facetOf(unquoted(found['name']));
    const { value, operator, amount, from, to } = found;
    if (value !== undefined) return { not, facet, values: [unquoted(value.replace(/<score=\d+>$/, ''))] };
    if (operator === undefined) return { not, restriction: `${facet} [${from}, ${to}]` };
    return { not: not !== (operator === '!='), restriction: `${facet} ${rangeOf(operator, Number(amount))}` };
  }

  private takes(token: string): boolean {
    const found = this.next();
    if ((found?.['mark'] ?? found?.['word']) !== token) return false;
    this.at = TOKEN.lastIndex;
    return true;
  }

  private next(): Record<string, string | undefined> | undefined {
    TOKEN.lastIndex = this.at;
    return TOKEN.exec(this.text)?.groups;
  }

  private rest(): string {
    return this.text.slice(this.at).trim();
  }

  private fault(expected: string): Error {
    return new Error(
      `filters are not understood: found ${JSON.stringify(this.rest() || this.text)}, expected ${expected}`,
    );
  }
}

function rangeOf(operator: string, bound: number): string {
  if (operator === '>=') return `[${bound}, infinity]`;
  if (operator === '>') return `[${bound + BEYOND}, infinity]`;
  if (operator === '<=') return `[-infinity, ${bound}]`;
  if (operator === '<') return `[-infinity, ${bound - BEYOND}]`;
  return `[${bound}, ${bound}]`;
}

function alternatives(tree: Tree, text: string): Conjunction[] {
  if ('any' in tree) return bounded(ofOneFacet(tree.any) ?? tree.any.flatMap(one => alternatives(one, text)), text);
  if ('all' in tree) return bounded(both(tree.all.map(one => alternatives(one, text))), text);
  return [[restrictionOf(tree)]];
}

/** Each of the alternatives with each of the others. */
export function both(parts: readonly (readonly Conjunction[])[]): Conjunction[] {
  return parts.reduce<Conjunction[]>(
    (before, part) => before.flatMap(one => part.map(more => [...one, ...more])),
    [[]],
  );
}

/** Values of one facet are alternatives in one restriction. */
function ofOneFacet(any: readonly Tree[]): Conjunction[] | undefined {
  const conditions = any.filter((one): one is Condition & Values => 'facet' in one && !one.not);
  const [first] = conditions;
  if (first === undefined || conditions.length < any.length) return undefined;
  if (conditions.some(({ facet }) => facet !== first.facet)) return undefined;
  return [[restrictionOf({ ...first, values: conditions.flatMap(({ values }) => values) })]];
}

function restrictionOf(condition: Condition): string {
  const what =
    'facet' in condition
      ? `${condition.facet} {${condition.values.map(value => JSON.stringify(value)).join(', ')}}`
      : condition.restriction;
  return `${condition.not ? 'excl' : 'incl'} ${what}`;
}

function bounded(found: Conjunction[], text: string): Conjunction[] {
  if (found.length <= MOST_ALTERNATIVES) return found;
  throw new Error(
    `filters have too many alternatives: found ${JSON.stringify(text)}, expected at most ${MOST_ALTERNATIVES}`,
  );
}

function unquoted(text: string): string {
  return /^["']/.test(text) ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text;
}
