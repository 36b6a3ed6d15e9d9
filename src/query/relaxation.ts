/**
 * Queries that ask for less: the words that matter least are dropped one after the other, what a thing is and who
 * makes it last. They feed the secondary list and the related searches.
 */
import type { Searchable } from '../snapshot/index.js';
import { rarity } from './scoring.js';
import type { Understanding } from './understanding.js';

export interface RelaxedQuery {
  /** What is left of the text. */
  q: string;
  understanding: Understanding;
}

/** How long words naming these attributes are kept; others count as plain words. */
const KEPT_LONGEST: Record<string, number> = { product_type: 40, category: 35, ontology: 35, brand: 30 };
const DROPPED_FIRST: Record<string, number> = { color: -30, size: -20, pattern: -15, gender: -8, age: -8 };

/** Relaxed queries, the mildest first: each drops one more word (or value of several words) than the one before. */
export function relax(understanding: Understanding, view: Searchable): RelaxedQuery[] {
  const units = unitsOf(understanding, view);
  if (units.length < 2) return [];
  const order = [...units].sort((a, b) => a.importance - b.importance || b.from - a.from);
  const dropped = new Set<number>();
  const relaxed: RelaxedQuery[] = [];
  for (const unit of order.slice(0, -1)) {
    for (let slot = unit.from; slot < unit.to; slot++) dropped.add(slot);
    relaxed.push(without(understanding, dropped));
  }
  return relaxed;
}

/** Queries without one unit each, the least important first. */
export function dropOne(understanding: Understanding, view: Searchable): RelaxedQuery[] {
  const units = unitsOf(understanding, view);
  if (units.length < 2) return [];
  const order = [...units].sort((a, b) => a.importance - b.importance || b.from - a.from);
  return order.map(({ from, to }) => {
    const dropped = new Set<number>();
    for (let slot = from; slot < to; slot++) dropped.add(slot);
    return without(understanding, dropped);
  });
}

interface Unit {
  from: number;
  to: number;
  importance: number;
}

/** Words, those of one recognised value together, with how much each unit matters. */
function unitsOf({ slots, values }: Understanding, view: Searchable): Unit[] {
  const units: Unit[] = [];
  const total = view.structure.productCount;
  for (let at = 0; at < slots.length; at++) {
    if (slots[at].optional) continue;
    const named = values.filter(({ from }) => from === at);
    const to = named[0]?.to ?? at + 1;
    const frequency = slots[at].expansions.reduce((sum, { term }) => sum + view.text.frequency(term), 0);
    // An unknown word cannot be kept.
    if (frequency === 0) {
      units.push({ from: at, to, importance: Number.NEGATIVE_INFINITY });
      continue;
    }
    let importance = rarity(Math.min(frequency, total), total);
    for (const { attribute } of named) importance = weigh(view.attributes.all[attribute].id, importance);
    units.push({ from: at, to, importance });
    at = to - 1;
  }
  return units;
}

function weigh(attribute: string, importance: number): number {
  const kept = KEPT_LONGEST[attribute];
  if (kept !== undefined) return Math.max(importance, kept);
  if (importance >= 30) return importance;
  return Math.min(importance, DROPPED_FIRST[attribute] ?? (/colou?r$/i.test(attribute) ? -30 : importance));
}

function without({ slots, values }: Understanding, dropped: ReadonlySet<number>): RelaxedQuery {
  const kept = slots.map((slot, i) => (dropped.has(i) ? { ...slot, optional: true } : slot));
  const words = slots.filter((slot, i) => !dropped.has(i) && !slot.optional).map(({ text }) => text);
  const stands = values.filter(({ from, to }) => {
    for (let i = from; i < to; i++) if (dropped.has(i)) return false;
    return true;
  });
  return { q: words.join(' '), understanding: { slots: kept, values: stands } };
}
