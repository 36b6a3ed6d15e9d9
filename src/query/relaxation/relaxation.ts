/**
 * Relaxed queries of a text: its least important words are dropped one after the other; types and brands last. Related
 * searches and the secondary list are made of them.
 */
import type { Searchable } from '../../snapshot/index.js';
import { rarity } from '../ranking/scoring.js';
import { frequencyOfQueryTerm, type QueryTerm } from '../understanding/query-term.js';
import { Slot } from '../understanding/remembered.js';
import type { Understanding } from '../understanding/understanding.js';

export interface RelaxedQuery {
  /** The remaining text. */
  q: string;
  understanding: Understanding;
  /** The dropped words as typed, folded. */
  dropped: string[];
}

/** Importance of words that name values of these attributes: at least and at most; of other words, their rarity. */
const LEAST_IMPORTANCE: Record<string, number> = { product_type: 40, category: 35, ontology: 35, brand: 30 };
const MOST_IMPORTANCE: Record<string, number> = { color: -30, size: -20, pattern: -15, gender: -8, age: -8 };
/** A number or size, which does not say what the thing is. */
const NUMBER = /^[\d.,/]+\p{L}{0,3}$/u;
/** Numbers are dropped before words, however rare. */
const NUMBER_IMPORTANCE = -4;
/** The head is dropped last of all. */
const HEAD_IMPORTANCE = 50;
/** Types with a smaller share only modify the head, and count as plain words. */
const FULL_SHARE = 1;

/**
 * The relaxed queries of a text. Each still says what the thing is, not only what it is like: "purple asdfgh" has none.
 */
export interface Relaxations {
  /** The queries without one unit, the least important unit first; the most important one is in all of them. */
  withoutOne: readonly RelaxedQuery[];
  /**
   * Ever shorter queries, the mildest first: each lacks one unit more than the one before. The first is in
   * `withoutOne`.
   */
  shorter: readonly RelaxedQuery[];
}

const optionals = new Slot<QueryTerm, QueryTerm>();

/** Of a text with one unit. */
const NONE: Relaxations = { withoutOne: [], shorter: [] };

/** By the understanding of a text, which belongs to one view. */
const known = new Slot<Understanding, Relaxations>();

export function relaxationsOf(understanding: Understanding, view: Searchable): Relaxations {
  let relaxations = known.get(understanding);
  if (!relaxations) known.set(understanding, (relaxations = relax(understanding, view)));
  return relaxations;
}

function relax(understanding: Understanding, view: Searchable): Relaxations {
  const units = unitsByImportance(understanding, view);
  if (units.length < 2) return NONE;
  const withoutOne: RelaxedQuery[] = [];
  for (let i = 0; i < units.length - 1; i++) {
    if (stillSaysWhat(units, i, i + 1)) withoutOne.push(without(understanding, units.slice(i, i + 1)));
  }
  const shorter: RelaxedQuery[] = [];
  for (let dropped = 1; dropped < units.length; dropped++) {
    if (!stillSaysWhat(units, 0, dropped)) break;
    shorter.push(dropped === 1 ? withoutOne[0] : without(understanding, units.slice(0, dropped)));
  }
  return { withoutOne, shorter };
}

/** A word of a text, or the words of one value together. */
export interface Unit {
  /** Half-open range of query terms. */
  from: number;
  to: number;
  importance: number;
  /** Whether it says what the thing is, or its brand; not only what it is like. */
  saysWhat: boolean;
}

/** Units by importance, least important first; of equal ones the later. */
function unitsByImportance(understanding: Understanding, view: Searchable): Unit[] {
  return unitsOf(understanding, view).sort((a, b) => a.importance - b.importance || b.from - a.from);
}

/** Whether units say what the thing is without some of them, if they do at all. */
function stillSaysWhat(units: readonly Unit[], from: number, to: number): boolean {
  let all = false;
  for (let i = 0; i < units.length; i++) {
    if (!units[i].saysWhat) continue;
    if (i < from || i >= to) return true;
    all = true;
  }
  return !all;
}

/** The units of a text with their importance: single words, and the words of one recognised value together. */
export function unitsOf({ queryTerms, values }: Understanding, view: Searchable): Unit[] {
  const units: Unit[] = [];
  const total = view.structure.productCount;
  for (let at = 0; at < queryTerms.length; at++) {
    if (queryTerms[at].optional) continue;
    const named = values.filter(({ from }) => from === at);
    const to = named.length > 0 ? named[0].to : at + 1;
    const frequency = frequencyOfQueryTerm(queryTerms[at], view);
    // Unknown words are dropped first.
    if (frequency === 0) {
      units.push({ from: at, to, importance: Number.NEGATIVE_INFINITY, saysWhat: true });
      continue;
    }
    const number = NUMBER.test(queryTerms[at].text);
    let importance = number ? NUMBER_IMPORTANCE : rarity(Math.min(frequency, total), total);
    let what = named.length === 0 && !number;
    for (const { attribute, share } of named) {
      const { id } = view.attributes.all[attribute];
      if (id in LEAST_IMPORTANCE || id === 'series') what = true;
      importance = weigh(id, share, importance);
    }
    if (queryTerms.slice(at, to).some(({ head }) => head)) importance = HEAD_IMPORTANCE;
    units.push({ from: at, to, importance, saysWhat: what });
    at = to - 1;
  }
  return units;
}

function weigh(attribute: string, share: number, importance: number): number {
  const kept = LEAST_IMPORTANCE[attribute];
  if (kept !== undefined) return share < FULL_SHARE ? importance : Math.max(importance, kept);
  if (importance >= 30) return importance;
  return Math.min(importance, MOST_IMPORTANCE[attribute] ?? (/colou?r$/i.test(attribute) ? -30 : importance));
}

/** The query without some units. */
export function without(understanding: Understanding, units: readonly Unit[]): RelaxedQuery {
  const { queryTerms, values, bounds, excluded } = understanding;
  const left: QueryTerm[] = [];
  const [kept, dropped]: [string[], string[]] = [[], []];
  for (let i = 0; i < queryTerms.length; i++) {
    const queryTerm = queryTerms[i];
    const isDropped = meets(units, i, i + 1);
    if (!queryTerm.optional) (isDropped ? dropped : kept).push(queryTerm.text);
    left.push(isDropped ? asOptional(queryTerm) : queryTerm);
  }
  const named = values.filter(({ from, to }) => !meets(units, from, to));
  return {
    q: kept.join(' '),
    understanding: { queryTerms: left, values: named, bounds, excluded, remembered: undefined },
    dropped,
  };
}

/** The query term, not needed. Tens of queries drop the same ones of a text, and are remembered with it: they share it. */
function asOptional(queryTerm: QueryTerm): QueryTerm {
  let optional = optionals.get(queryTerm);
  if (!optional) optionals.set(queryTerm, (optional = { ...queryTerm, optional: true, remembered: undefined }));
  return optional;
}

/** Whether some unit has one of the query terms `from` to `to`. */
function meets(units: readonly Unit[], from: number, to: number): boolean {
  for (let i = 0; i < units.length; i++) if (from < units[i].to && units[i].from < to) return true;
  return false;
}
