/**
 * What a text means as a direction: the sum of the vectors of its words, as those of products are made. Words without
 * vectors have those of the products whose descriptions have them. What these do not know either, and numbers, says
 * nothing; a text that names one certain thing by its number has no direction.
 */
import { writeDirection } from '../../index/word-vectors.js';
import type { Meaning, Searchable } from '../../snapshot/index.js';
import { isKnown, type QueryTerm } from '../understanding/query-term.js';
import { Slot } from '../understanding/remembered.js';
import type { Understanding } from '../understanding/understanding.js';
import { describedDirection } from './described-direction.js';

export interface TextVector {
  vector: Int8Array;
  /** How many words it is made of. */
  words: number;
}

/** The least share of a text's words whose meaning is to be known. */
const LEAST_SHARE = 0.5;
/** Where only descriptions say what a text means, how similar their products are to each other at least. */
const LEAST_ALIKE_ALONE = 0.25;
const DIGIT = /\d/;
/** Part numbers and the like, rather than amounts and sizes. */
const CODE = /^(?=.*\d)(?=.*\p{L}.*\p{L})[\p{L}\d]{4,}$|^\d{5,}$/u;

const known = new Slot<Understanding, TextVector | null>();

/** @returns undefined where the text has no direction */
export function textVector(understanding: Understanding, view: Searchable, meaning: Meaning): TextVector | undefined {
  let vector = known.get(understanding);
  if (vector === undefined) known.set(understanding, (vector = vectorOf(understanding, view, meaning) ?? null));
  return vector ?? undefined;
}

/** Whether a text can be compared with the products of a view. */
export function hasDirection(understanding: Understanding, view: Searchable): boolean {
  return view.meaning !== undefined && textVector(understanding, view, view.meaning) !== undefined;
}

/** Whether a text has words, and names no certain thing by its number. */
export function isSpoken({ queryTerms }: Understanding): boolean {
  const required = queryTerms.filter(({ optional }) => !optional);
  return required.some(({ text }) => !DIGIT.test(text)) && !required.some(({ text }) => CODE.test(text));
}

function vectorOf(
  { queryTerms }: Understanding,
  view: Searchable,
  { words, products }: Meaning,
): TextVector | undefined {
  const required = queryTerms.filter(({ optional }) => !optional);
  if (required.some(({ text }) => CODE.test(text))) return undefined;
  const spoken = required.filter(({ text }) => !DIGIT.test(text));
  const places = spoken.map(queryTerm => placesOf(queryTerm, view, words));
  const having = places.filter(own => own.length > 0);
  const stems = new Set(spoken.filter((_, i) => places[i].length === 0).map(({ stem }) => stem));
  const least = having.length === 0 ? LEAST_ALIKE_ALONE : 0;
  const described = [...stems].flatMap(stem => {
    const direction = describedDirection(stem, view, products);
    return direction && direction.alike >= least ? [direction] : [];
  });
  const told = having.length + described.length;
  if (told === 0 || told < spoken.length * LEAST_SHARE) return undefined;
  const distinct = new Set(having.flat());
  const { dimensions, rarity, vectors } = words;
  const sum = new Float32Array(dimensions);
  for (const place of distinct) {
    for (let d = 0; d < dimensions; d++) sum[d] += rarity[place] * vectors[place * dimensions + d];
  }
  for (const { vector } of described) {
    for (let d = 0; d < dimensions; d++) sum[d] += vector[d];
  }
  const vector = new Int8Array(dimensions);
  writeDirection(sum, 0, vector, 0, dimensions);
  return { vector, words: distinct.size + described.length };
}

/**
 * The word itself, or the likeliest of what it may stand for. A word that the catalog does not have may have a vector of
 * what visitors chose for it.
 */
function placesOf(queryTerm: QueryTerm, view: Searchable, words: Meaning['words']): number[] {
  const { stem, expansions, termGroups } = queryTerm;
  // An unknown word may have the stem of others by chance.
  if (!isKnown(queryTerm) && view.text.stems.find(stem) >= 0) return [];
  const own = words.find(stem);
  if (own >= 0) return [own];
  const placeOf = (term: number) => words.find(view.analyzer.stem(view.text.terms.term(term)));
  for (const { term } of [...expansions].sort((a, b) => b.weight - a.weight || a.term - b.term)) {
    const place = placeOf(term);
    if (place >= 0) return [place];
  }
  const [group] = termGroups;
  return (group?.words ?? []).flatMap(([first]) => {
    const place = first ? placeOf(first.term) : -1;
    return place < 0 ? [] : [place];
  });
}
