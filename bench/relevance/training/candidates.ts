/**
 * The products that the engine lists for a judged query, each with what its score consists of, taken from its explanation:
 * so that the score is a function of the weights, which training can change without asking the engine again.
 */
import type { ExplainedHit, ScorePart } from '../../../src/pages/explain/explanation.js';
import { valueWeightName } from '../../../src/query/ranking/scoring.js';
import { WEIGHTS, type WeightName } from '../../../src/query/ranking/weights.js';
import type { SetQuery } from '../sets.js';
import type { Shop } from '../shop.js';

/** A page: what lists of a few matches are continued to. */
export const PAGE = 60;

/** The worth of a word in a product: the best of its fields, a share of the others, its head and its place. */
export interface WordWorth {
  /** What the worth is multiplied by: rarity and weight. */
  times: number;
  fields: readonly WeightName[];
  head: 'bonus' | 'beside' | 'none';
  /** Shares of the weights of places. */
  early: number;
  short: number;
}

export interface Candidate {
  gain: number;
  /** Whether it lacks a part of the text, and stands behind all that does not. */
  isBehind: boolean;
  /** Whether it is listed for its words; else for being near to the text alone. */
  hasWords: boolean;
  words: readonly WordWorth[];
  /** How often the score has each weight, beside those of words. */
  times: ReadonlyMap<WeightName, number>;
  /** What nearness to the text would add, in weights of it; unknown of those that words put among the first. */
  similarity: number;
  /** Points that no weight changes. */
  fixed: number;
}

export interface JudgedList {
  query: SetQuery;
  /** In the order of the engine. */
  candidates: readonly Candidate[];
}

/** How much what explanations show may differ from what is computed of it: they are rounded. */
const ENOUGH = 1e-4;
const TYPES: ReadonlySet<WeightName> = new Set<WeightName>(['field.type', 'field.category']);
const PRIORS = ['popularity', 'rating', 'newness', 'stock'] as const;
/** What every product loses that lacks a part of the text: the rest is by weights. */
const BEHIND = 1000;

export function judgedList(query: SetQuery, shop: Shop): JudgedList {
  const hits = shop.explained(query.q, query.market, query.locale, PAGE);
  return { query, candidates: hits.map(hit => candidateOf(hit, query)) };
}

export function candidateOf({ key, parts = [] }: ExplainedHit, query: Pick<SetQuery, 'gainOf'>): Candidate {
  const words: WordWorth[] = [];
  const times = new Map<WeightName, number>();
  const add = (name: WeightName, share: number) => times.set(name, (times.get(name) ?? 0) + share);
  const made = { gain: query.gainOf(key), isBehind: false, hasWords: true, similarity: 0, fixed: 0 };
  for (const part of parts) {
    if (part.kind === 'word') words.push(...wordWorths(part));
    else if (part.kind === 'value') add(valueWeightName(part.attribute), part.share);
    else if (isPrior(part)) add(`prior.${part.kind}`, part.points / WEIGHTS[`prior.${part.kind}`]);
    else if (part.kind === 'near') made.similarity = part.similarity;
    else if (part.kind === 'lacking') {
      made.isBehind = true;
      if (part.points === -WEIGHTS['near.without_words']) {
        made.hasWords = false;
        add('near.without_words', -1);
      } else if (part.points > -BEHIND) made.fixed += part.points;
      else {
        // What units are worth is less than one of them costs beside that.
        const lost = -part.points - BEHIND;
        const units = Math.floor(lost / WEIGHTS['partial.each'] + ENOUGH);
        add('partial.each', -units);
        add('partial.worth', -(lost - units * WEIGHTS['partial.each']) / WEIGHTS['partial.worth']);
        made.fixed -= BEHIND;
      }
    } else if (part.kind !== 'lead') made.fixed += part.points;
  }
  return { ...made, words, times };
}

type Prior = (typeof PRIORS)[number];

function isPrior(part: ScorePart): part is ScorePart & { kind: Prior; points: number } {
  return (PRIORS as readonly string[]).includes(part.kind);
}

function wordWorths({ terms, rarity, weight }: ScorePart & { kind: 'word' }): WordWorth[] {
  return terms.map(({ fields, place, worth }) => {
    const named = fields.filter(field => field !== 'head').map(field => `field.${field}` as WeightName);
    const [position, length] = place ? [place.position - 1, place.length] : [0, 0];
    const isPlaced = place !== undefined && position < length;
    const base: WordWorth = {
      times: 1,
      fields: named,
      head: 'none',
      early: isPlaced ? 1 - position / length : 0,
      short: isPlaced ? 1 / length : 0,
    };
    // Explanations do not say of which kind the head is: the worth does.
    const heads = (['none', 'bonus', 'beside'] as const).map((head): WordWorth => ({ ...base, head }));
    const fitting = heads.find(one => Math.abs(worthOfWord(one, WEIGHTS) - worth) < ENOUGH);
    const chosen = fitting ?? base;
    const likeness = fitting ? 1 : worth / worthOfWord(base, WEIGHTS);
    return { ...chosen, times: (rarity * weight * likeness) / terms.length };
  });
}

export type WeightTable = Readonly<Record<WeightName, number>>;

/** @param grown called with every weight and how fast the worth grows with it */
export function worthOfWord(
  { fields, head, early, short }: WordWorth,
  weights: WeightTable,
  grown?: (name: WeightName, by: number) => void,
): number {
  const shareOf = (field: WeightName) => (head === 'beside' && TYPES.has(field) ? weights['head.beside'] : 1);
  let best: WeightName | undefined;
  let most = 0;
  let sum = 0;
  for (const field of fields) {
    const own = weights[field] * shareOf(field);
    sum += own;
    if (own <= most) continue;
    most = own;
    best = field;
  }
  const further = weights['field.further'];
  if (grown) {
    for (const field of fields) {
      const counted = field === best ? 1 : further;
      grown(field, counted * shareOf(field));
      if (shareOf(field) !== 1) grown('head.beside', counted * weights[field]);
    }
    grown('field.further', sum - most);
    grown('place.early', early);
    grown('place.short', short);
    if (head === 'bonus') grown('head.bonus', 1);
  }
  const inFields = most + (sum - most) * further + (head === 'bonus' ? weights['head.bonus'] : 0);
  return inFields + weights['place.early'] * early + weights['place.short'] * short;
}

/** The points of a product without what nearness adds. @param grown as of words */
export function pointsOf(
  { words, times, fixed }: Candidate,
  weights: WeightTable,
  grown?: (name: WeightName, by: number) => void,
): number {
  let sum = fixed;
  for (const word of words) {
    sum += word.times * worthOfWord(word, weights, grown && ((name, by) => grown(name, by * word.times)));
  }
  for (const [name, share] of times) {
    sum += weights[name] * share;
    grown?.(name, share);
  }
  return sum;
}
