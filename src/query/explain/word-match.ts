/**
 * The score of one query term in one product, computed as the matcher does for all products, with the postings that it
 * comes from.
 */
import { decodePlace, FIELD, NO_PLACE } from '../../index/fields.js';
import type { Searchable } from '../../snapshot/index.js';
import { positionOf } from '../matching/posting-lookup.js';
import { rarityOf } from '../matching/rarity.js';
import { FIELD_SCORE, type FieldScores, fieldScoresOf, PLACE_SCORE } from '../ranking/scoring.js';
import {
  ALL_FIELDS,
  type Expansion,
  frequencyOf,
  type QueryTerm,
  type TermGroup,
} from '../understanding/query-term.js';
import type { TermPlace, WordPart } from './score-parts.js';

const FIELD_NAMES = Object.entries(FIELD).map(([name, bit]) => ({ name: name.toLowerCase(), bit }));

/** Names of the fields in a mask. */
export function fieldNames(mask: number): string[] {
  return FIELD_NAMES.filter(({ bit }) => (mask & (1 << bit)) !== 0).map(({ name }) => name);
}

/**
 * What a product gets for a query term: the best of what stands for it, in single precision as the matcher has it.
 * Undefined when it has none of that.
 */
export function wordPart(product: number, queryTerm: QueryTerm, view: Searchable): WordPart | undefined {
  const rare = rarityOf(queryTerm, view);
  let best: WordPart | undefined;
  const offer = (terms: TermPlace[], worth: number, { how, weight }: { how: WordPart['how']; weight: number }) => {
    const points = Math.fround(rare * weight * worth);
    if (!best || points > best.points)
      best = { kind: 'word', word: queryTerm.text, terms, how, weight, rarity: rare, points };
  };
  for (const expansion of queryTerm.expansions) {
    const place = placeOf(product, expansion.term, view, queryTerm.fields, fieldScoresOf(queryTerm));
    if (place) offer([place], place.worth, expansion);
  }
  for (const termGroup of queryTerm.termGroups) {
    const found = termGroupPlaces(product, termGroup, view);
    if (found) offer(found.places, found.worth, termGroup);
  }
  return best;
}

/** The best posting for each word of a term group, and the mean of their scores; undefined when one is missing. */
function termGroupPlaces(product: number, { words }: TermGroup, view: Searchable) {
  const places = words.map(word => bestOf(product, word, view));
  if (!places.every(place => place !== undefined)) return undefined;
  const byRarity = words.map((word, i) => ({ place: places[i], frequency: frequencyOf(word, view) }));
  byRarity.sort((a, b) => a.frequency - b.frequency);
  const sum = byRarity.reduce((sum, { place }) => Math.fround(sum + place.worth), 0);
  return { places, worth: Math.fround(sum / words.length) };
}

function bestOf(product: number, word: readonly Expansion[], view: Searchable): TermPlace | undefined {
  let best: TermPlace | undefined;
  for (const { term, weight, fields = ALL_FIELDS } of word) {
    const place = placeOf(product, term, view, fields, FIELD_SCORE);
    if (place && (!best || weight * place.worth > best.worth)) best = { ...place, worth: weight * place.worth };
  }
  return best;
}

function placeOf(
  product: number,
  term: number,
  view: Searchable,
  counting: number,
  fieldScore: FieldScores,
): TermPlace | undefined {
  const { terms, fields, place } = view.text;
  const posting = positionOf(product, term, view);
  if (posting < 0 || (fields[posting] & counting) === 0) return undefined;
  const mask = fields[posting];
  const { position, length } = decodePlace(place[posting]);
  return {
    term: terms.term(term),
    fields: fieldNames(mask),
    ...(place[posting] !== NO_PLACE && { place: { position: position + 1, length } }),
    worth: fieldScore.of(mask) + PLACE_SCORE[place[posting]],
  };
}
