/**
 * What a search text means in a view: its words with the dictionary terms each may stand for, and the attribute values
 * it names. Nothing is matched here, and nothing is corrected.
 */
import { FIELD } from '../index/text-index.js';
import type { Searchable } from '../snapshot/index.js';
import type { Token } from '../text/analyzer.js';

/** A term a word may stand for, and how well: 1 as typed, less for other forms. */
export interface Expansion {
  term: number;
  weight: number;
}

/** A word of the query. Every slot must match unless it is optional. */
export interface Slot {
  /** As typed, folded. */
  text: string;
  stem: string;
  /** Range in the search text. */
  start: number;
  end: number;
  /** Words like "for", which products need not contain. */
  optional: boolean;
  /** Empty: the catalog does not know the word. */
  expansions: Expansion[];
}

export interface RecognisedValue {
  /** Index in `view.attributes.all`. */
  attribute: number;
  value: number;
  /** Half-open range of slots that name it. */
  from: number;
  to: number;
}

export interface Understanding {
  slots: Slot[];
  values: RecognisedValue[];
}

const EXACT = 1;
const INFLECTED = 0.9;
/** A word typed in two, or two typed as one. */
const JOINED = 0.95;
/** The word goes on where typing stopped. */
const BEGINNING = 0.7;
/** Words that a beginning stands for at most: the most frequent ones. */
const MAX_COMPLETIONS = 48;
const SHORTEST_KEY = 3;
/** Words one value's name may have. */
const MAX_VALUE_WORDS = 5;
/** Words of a query that count; the rest is ignored. */
export const MAX_WORDS = 16;
/** Longer ones are no words of any catalog, and are not looked at. */
export const LONGEST_WORD = 64;

export function understand(q: string, view: Searchable): Understanding {
  const slots = joinWords(readSlots(q, view), view);
  return { slots, values: recognise(slots, view) };
}

/** The dictionary terms of one word: itself and the other forms of its stem. */
export function expand(word: string, stem: string, view: Searchable, weight = EXACT): Expansion[] {
  const { text } = view;
  const expansions: Expansion[] = [];
  const exact = text.terms.find(word);
  if (exact >= 0) expansions.push({ term: exact, weight });
  for (const term of text.termsOfStem(stem)) if (term !== exact) expansions.push({ term, weight: weight * INFLECTED });
  return expansions;
}

/**
 * The same query with its last word taken as the beginning of words too, unless something follows it.
 */
export function completeLastWord(understanding: Understanding, q: string, view: Searchable): Understanding {
  const { slots, values } = understanding;
  const last = slots.at(-1);
  if (!last || last.end < q.trimEnd().length || q.endsWith(' ')) return understanding;
  const { from, to } = view.text.terms.prefix(last.text);
  const known = new Set(last.expansions.map(({ term }) => term));
  const completions = mostFrequent(from, to, MAX_COMPLETIONS, view).filter(term => !known.has(term));
  const expansions = [...last.expansions, ...completions.map(term => ({ term, weight: BEGINNING }))];
  return {
    slots: [...slots.slice(0, -1), { ...last, optional: false, expansions }],
    values: [...values, ...completedValues(slots, values, completions, view)],
  };
}

/** What the last word, which names nothing by itself, names when it is finished in the most frequent way. */
function completedValues(
  slots: readonly Slot[],
  values: readonly RecognisedValue[],
  completions: readonly number[],
  view: Searchable,
): RecognisedValue[] {
  const to = slots.length;
  if (completions.length === 0 || values.some(value => value.to === to)) return [];
  const stem = view.analyzer.stem(view.text.terms.term(completions[0]));
  return view.text.entitiesOf(stem).map(({ attribute, value }) => ({ attribute, value, from: to - 1, to }));
}

/** The most frequent terms of a range. */
function mostFrequent(from: number, to: number, limit: number, view: Searchable): number[] {
  const best: number[] = [];
  let least = 0;
  for (let term = from; term < to; term++) {
    const frequency = view.text.frequency(term);
    if (best.length === limit && frequency <= least) continue;
    let at = best.length;
    while (at > 0 && view.text.frequency(best[at - 1]) < frequency) at--;
    best.splice(at, 0, term);
    if (best.length > limit) best.pop();
    least = view.text.frequency(best[best.length - 1]);
  }
  return best;
}

function readSlots(q: string, view: Searchable): Slot[] {
  const tokens = view.analyzer.tokenize(q);
  const slots: Slot[] = [];
  for (let i = 0; i < tokens.length && slots.length < MAX_WORDS; i++) {
    if (tokens[i].part) continue;
    const whole = slotOf(tokens[i], view);
    const parts: Slot[] = [];
    for (let k = i + 1; k < tokens.length && tokens[k].part && tokens[k].position === tokens[i].position; k++) {
      // "501l" is followed by its own parts.
      if (tokens[k].start >= (parts.at(-1)?.end ?? 0)) parts.push(slotOf(tokens[k], view));
    }
    // "running-shoes" is its words where nobody writes it as one.
    if (whole.expansions.length === 0 && parts.length > 0) slots.push(...parts);
    else slots.push(whole);
  }
  return slots.some(slot => !slot.optional) ? slots : slots.map(slot => ({ ...slot, optional: false }));
}

function slotOf(token: Token, view: Searchable): Slot {
  const { text, start, end } = token;
  if (text.length > LONGEST_WORD) return { text, stem: text, start, end, optional: false, expansions: [] };
  const stem = view.analyzer.stem(text);
  const expansions = expand(text, stem, view);
  if (expansions.length === 0) expansions.push(...keysBeginningWith(text, view));
  return { text, stem, start, end, optional: view.analyzer.isStopWord(text), expansions };
}

/** Product keys of which someone has typed the beginning, told from other words by their digits. */
function keysBeginningWith(text: string, view: Searchable): Expansion[] {
  if (text.length < SHORTEST_KEY || !/\d/.test(text)) return [];
  const { terms, start, fields } = view.text;
  const { from, to } = terms.prefix(text);
  const found: Expansion[] = [];
  for (let term = from; term < to && found.length < MAX_COMPLETIONS; term++) {
    if (fields[start[term]] & (1 << FIELD.KEY)) found.push({ term, weight: BEGINNING });
  }
  return found;
}

/** Neighbours that the catalog writes as one word, always or at times: "t shirt", "flip flops". */
function joinWords(slots: Slot[], view: Searchable): Slot[] {
  const out: Slot[] = [];
  for (let i = 0; i < slots.length; i++) {
    const joined = i + 1 < slots.length ? join(slots[i], slots[i + 1], view) : undefined;
    if (joined) {
      out.push(...joined);
      i++;
    } else {
      out.push(slots[i]);
    }
  }
  return out;
}

/** Both words as one, or where the catalog has them apart more often, each of them with the joined word beside it. */
function join(a: Slot, b: Slot, view: Searchable): Slot[] | undefined {
  const text = a.text + b.text;
  const stem = view.analyzer.stem(text);
  const expansions = expand(text, stem, view, JOINED);
  if (expansions.length === 0) return undefined;
  const unknown = a.expansions.length === 0 || b.expansions.length === 0;
  const short = Math.min(a.text.length, b.text.length) <= 2 || a.optional || b.optional;
  const isValue = view.text.entitiesOf(stem).length > 0 && view.text.entitiesOf(`${a.stem} ${b.stem}`).length === 0;
  if (!unknown && !short && !isValue) return undefined;
  const apart = Math.min(frequencyOf(a.expansions, view), frequencyOf(b.expansions, view));
  if (apart > frequencyOf(expansions, view)) {
    return [a, b].map(slot => ({ ...slot, expansions: [...slot.expansions, ...expansions] }));
  }
  return [{ text, stem, start: a.start, end: b.end, optional: false, expansions }];
}

function frequencyOf(expansions: readonly Expansion[], view: Searchable): number {
  return expansions.reduce((sum, { term }) => sum + view.text.frequency(term), 0);
}

/** Finds the longest runs of words that name attribute values; runs do not overlap. */
function recognise(slots: readonly Slot[], view: Searchable): RecognisedValue[] {
  const words = slots.flatMap((slot, index) => (slot.optional ? [] : [{ stem: slot.stem, index }]));
  const found: RecognisedValue[] = [];
  for (let i = 0; i < words.length; ) {
    let taken = 0;
    for (let length = Math.min(MAX_VALUE_WORDS, words.length - i); length > 0 && taken === 0; length--) {
      const run = words.slice(i, i + length);
      const entities = view.text.entitiesOf(run.map(({ stem }) => stem).join(' '));
      if (entities.length === 0) continue;
      for (const { attribute, value } of entities) {
        found.push({ attribute, value, from: run[0].index, to: run[length - 1].index + 1 });
      }
      taken = length;
    }
    i += Math.max(1, taken);
  }
  return found;
}
