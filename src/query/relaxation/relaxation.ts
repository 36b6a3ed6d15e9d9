/**
 * Queries that ask for less: the words that matter least are dropped one after the other, kinds of things and brands
 * last. They feed the secondary list and the related searches.
 */
import type { Searchable } from '../../snapshot/index.js';
import { rarity } from '../ranking/scoring.js';
import { frequencyOfQueryTerm, type QueryTerm } from '../understanding/query-term.js';
import type { Understanding } from '../understanding/understanding.js';

export interface RelaxedQuery {
  /** What is left of the text. */
  q: string;
  understanding: Understanding;
  /** What was given up, as typed, folded. */
  dropped: string[];
}

/** How long words naming these attributes are kept; others count as plain words. */
const KEPT_LONGEST: Record<string, number> = { product_type: 40, category: 35, ontology: 35, brand: 30 };
const DROPPED_FIRST: Record<string, number> = { color: -30, size: -20, pattern: -15, gender: -8, age: -8 };
/** Says how many or how large, not what. */
const NUMBER = /^[\d.,/]+\p{L}{0,3}$/u;
/** However rare, a number is given up before words. */
const A_NUMBER = -4;
/** What is looked for is given up last of all. */
const HEAD = 50;
/** A kind of thing named beside it says no more than a word. */
const FULL_SHARE = 1;

/** The relaxed queries of a text. None says only how a thing is, and not what: of "purple asdfgh" nothing is left. */
export interface Relaxations {
  /** Each without one unit, the least important first; the most important one is kept in all of them. */
  withoutOne: readonly RelaxedQuery[];
  /** Ever shorter, the mildest first: each lacks one more unit than the one before. The first is one of `withoutOne`. */
  shorter: readonly RelaxedQuery[];
}

export function relaxationsOf(understanding: Understanding, view: Searchable): Relaxations {
  const units = inOrder(understanding, view);
  const withoutOne = units.slice(0, -1).flatMap(unit => {
    const rest = units.filter(other => other !== unit);
    return saysWhat(rest, units) ? [without(understanding, [unit])] : [];
  });
  const shorter: RelaxedQuery[] = [];
  for (let dropped = 1; dropped < units.length; dropped++) {
    if (!saysWhat(units.slice(dropped), units)) break;
    shorter.push(dropped === 1 ? withoutOne[0] : without(understanding, units.slice(0, dropped)));
  }
  return { withoutOne, shorter };
}

/** In which order they complete a list: first all that lack one unit, then ever shorter ones. */
export function relaxationLevels({ withoutOne, shorter }: Relaxations): (readonly RelaxedQuery[])[] {
  return shorter.length === 0 ? [] : [withoutOne, ...shorter.slice(1).map(query => [query])];
}

interface Unit {
  from: number;
  to: number;
  importance: number;
  /** Whether it says what is looked for, or whose; not just how it is. */
  what: boolean;
}

/** The least important unit first; of equal ones the later. */
function inOrder(understanding: Understanding, view: Searchable): Unit[] {
  return unitsOf(understanding, view).sort((a, b) => a.importance - b.importance || b.from - a.from);
}

function saysWhat(rest: readonly Unit[], units: readonly Unit[]): boolean {
  return rest.some(({ what }) => what) || !units.some(({ what }) => what);
}

/** Words, those of one recognised value together, with how much each unit matters. */
function unitsOf({ queryTerms, values }: Understanding, view: Searchable): Unit[] {
  const units: Unit[] = [];
  const total = view.structure.productCount;
  for (let at = 0; at < queryTerms.length; at++) {
    if (queryTerms[at].optional) continue;
    const named = values.filter(({ from }) => from === at);
    const to = named[0]?.to ?? at + 1;
    const frequency = frequencyOfQueryTerm(queryTerms[at], view);
    // An unknown word cannot be kept.
    if (frequency === 0) {
      units.push({ from: at, to, importance: Number.NEGATIVE_INFINITY, what: true });
      continue;
    }
    const number = NUMBER.test(queryTerms[at].text);
    let importance = number ? A_NUMBER : rarity(Math.min(frequency, total), total);
    let what = named.length === 0 && !number;
    for (const { attribute, share } of named) {
      const { id } = view.attributes.all[attribute];
      if (id in KEPT_LONGEST || id === 'series') what = true;
      importance = weigh(id, share, importance);
    }
    if (queryTerms.slice(at, to).some(({ head }) => head)) importance = HEAD;
    units.push({ from: at, to, importance, what });
    at = to - 1;
  }
  return units;
}

function weigh(attribute: string, share: number, importance: number): number {
  const kept = KEPT_LONGEST[attribute];
  if (kept !== undefined) return share < FULL_SHARE ? importance : Math.max(importance, kept);
  if (importance >= 30) return importance;
  return Math.min(importance, DROPPED_FIRST[attribute] ?? (/colou?r$/i.test(attribute) ? -30 : importance));
}

function without({ queryTerms, values, ...rest }: Understanding, units: readonly Unit[]): RelaxedQuery {
  const isDropped = (i: number) => units.some(({ from, to }) => from <= i && i < to);
  const words = (some: readonly QueryTerm[]) => some.filter(({ optional }) => !optional).map(({ text }) => text);
  return {
    q: words(queryTerms.filter((_, i) => !isDropped(i))).join(' '),
    understanding: {
      ...rest,
      queryTerms: queryTerms.map((queryTerm, i) => (isDropped(i) ? { ...queryTerm, optional: true } : queryTerm)),
      values: values.filter(({ from, to }) => !units.some(unit => from < unit.to && unit.from < to)),
    },
    dropped: words(queryTerms.filter((_, i) => isDropped(i))),
  };
}
