/**
 * Grades of products for a judged query, and what a list of them is worth. data/relevance/README.md says how grades
 * come about.
 */
import type { Facts } from './facts.js';
import { discounted } from './gains.js';
import { type Condition, isBounds, type Want } from './want.js';

export type Grade = 0 | 1 | 2 | 3;

/** What a list of hits is worth. */
export interface Worth {
  /** nDCG@10. */
  ndcg: number;
  /** Whether the first hit is fully right. */
  first: boolean;
  /** Of the first ten hits. */
  grades: Grade[];
}

/** Without these a product is another kind of thing. */
const ESSENTIAL = new Set(['type', 'shelf', 'department', 'key']);
const AT = 10;
/** The grade of a product that is fully right. */
export const BEST: Grade = 3;

/** Values that go by a plainer one as well: shades by their colour, finer materials. By attribute and plain value. */
const KINDS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  colour: {
    white: ['off-white'],
    grey: ['charcoal'],
    blue: ['navy', 'light blue'],
    green: ['dark green', 'olive'],
    red: ['burgundy'],
    yellow: ['mustard'],
    brown: ['cognac'],
    beige: ['sand'],
  },
  material: { wool: ['merino wool'], cotton: ['organic cotton'], polyester: ['recycled polyester'] },
};

/** Whether a product has any of the wanted values, or an amount within the wanted bounds. */
export function holds(facts: Facts, name: string, wanted: Condition): boolean {
  if (isBounds(wanted)) {
    const [least, most] = wanted;
    const amounts = facts.amounts.get(name) ?? [];
    return amounts.some(amount => amount >= (least ?? -Infinity) && amount <= (most ?? Infinity));
  }
  if (name === 'title') return wanted.some(words => wholeWords(words).test(` ${facts.title} `));
  if (name === 'key') return wanted.some(start => facts.keys.some(key => key.startsWith(start.toUpperCase())));
  const own = facts.values.get(name);
  return own !== undefined && wanted.some(value => valuesOf(name, value).some(one => own.includes(one)));
}

/** Memories of what conditions stand for: every condition is held against every product. */
const patterns = new Map<string, RegExp>();
const kinds = new Map<string, Map<string, readonly string[]>>();

function wholeWords(words: string): RegExp {
  let pattern = patterns.get(words);
  if (pattern === undefined) {
    const escaped = words.toLowerCase().replace(/[^a-z0-9 -]/g, '.');
    patterns.set(words, (pattern = new RegExp(`(?<![a-z0-9])${escaped}(?![a-z0-9])`)));
  }
  return pattern;
}

/** @returns in lower case, the value of an attribute and those that it includes */
function valuesOf(name: string, value: string): readonly string[] {
  let known = kinds.get(name);
  if (known === undefined) kinds.set(name, (known = new Map()));
  let values = known.get(value);
  if (values === undefined) {
    const plain = value.toLowerCase();
    known.set(value, (values = [plain, ...(KINDS[name]?.[plain] ?? [])]));
  }
  return values;
}

export function grade(facts: Facts, { wanted, unwanted, near, must }: Want): Grade {
  for (const [name, condition] of unwanted) if (holds(facts, name, condition)) return 0;
  let missing = 0;
  for (const [name, condition] of wanted) {
    if (holds(facts, name, condition)) continue;
    const close = near[name];
    if (close !== undefined && holds(facts, name, close)) missing += 0.5;
    else if (ESSENTIAL.has(name) || must.includes(name)) return 0;
    else missing++;
  }
  if (missing === 0) return BEST;
  if (missing >= wanted.length) return 0;
  return missing <= 0.5 || (missing === 1 && wanted.length >= 3) ? 2 : 1;
}

/** The best grades there are, in order. */
export function ideal(grades: readonly Grade[]): Grade[] {
  return [...grades].sort((a, b) => b - a).slice(0, AT);
}

/**
 * What a list is worth.
 * @param grades of its hits, in order
 * @param best the best grades to be had
 */
export function worth(grades: readonly Grade[], best: readonly Grade[]): Worth {
  const shown = grades.slice(0, AT);
  return { ndcg: gain(shown) / gain(best), first: shown[0] === BEST, grades: shown };
}

/** Discounted cumulative gain. */
function gain(grades: readonly Grade[]): number {
  return discounted(grades.map(gainOfGrade));
}

export function gainOfGrade(grade: Grade): number {
  return 2 ** grade - 1;
}

/**
 * The ten best grades that a market allows; a group that is listed once counts once.
 * @param market facts by product key
 */
export function bestGrades(market: ReadonlyMap<string, Facts>, want: Want): readonly Grade[] {
  let known = best.get(market);
  if (known === undefined) best.set(market, (known = new WeakMap()));
  let grades = known.get(want);
  if (grades === undefined) known.set(want, (grades = computeBestGrades(market, want)));
  return grades;
}

/** By market and want: a judgement is checked, and what was found for it is compared with the same. */
const best = new WeakMap<ReadonlyMap<string, Facts>, WeakMap<Want, readonly Grade[]>>();

function computeBestGrades(market: ReadonlyMap<string, Facts>, want: Want): Grade[] {
  const places = new Map<string, Grade>();
  for (const facts of market.values()) {
    const place = facts.once ? facts.group : facts.key;
    const own = grade(facts, want);
    if (own > (places.get(place) ?? -1)) places.set(place, own);
  }
  return ideal([...places.values()]);
}

/**
 * What the hits of a query are worth.
 * @param market facts by product key
 * @param shown keys of the hits, in order
 */
export function score(market: ReadonlyMap<string, Facts>, want: Want, shown: readonly string[]): Worth {
  return worth(
    shown.map(key => grade(market.get(key)!, want)),
    bestGrades(market, want),
  );
}
