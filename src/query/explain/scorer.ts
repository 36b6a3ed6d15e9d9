/**
 * Scores single products, part by part, for explanations. Reads the same understanding, postings and constants as the
 * matcher but shares no code with its loops, so that the two can be tested against each other.
 */
import { hasBit } from '../../kernel/bitmap.js';
import type { Searchable } from '../../snapshot/index.js';
import type { OfferContext } from '../filters/offer-context.js';
import { BURIED, type PhraseEffects, PINNED } from '../matching/phrase-effects.js';
import { Priors } from '../ranking/priors.js';
import { valueWeight } from '../ranking/scoring.js';
import { type RelaxedQuery, relaxationLevels, relaxationsOf } from '../relaxation/relaxation.js';
import { LACKING } from '../search/search.js';
import type { QueryTerm } from '../understanding/query-term.js';
import type { RecognisedValue } from '../understanding/recognition.js';
import type { Understanding } from '../understanding/understanding.js';
import type { PlainPart, ScorePart, ValuePart } from './score-parts.js';
import { wordPart } from './word-match.js';

/** What the scores of a list depend on. */
export interface Scoring {
  understanding: Understanding;
  /** Whether the list also has products that lack words, behind the others. */
  completed: boolean;
  /** The folded text whose learned choices boost products; absent: none do. */
  chosenFor?: string;
  /** Effects of the phrase's rules; pins are those that may be listed. */
  effects?: PhraseEffects;
}

export interface Score {
  parts: ScorePart[];
  points: number;
}

export class Scorer {
  private readonly priors: Priors;
  private readonly chosen = new Map<number, number>();
  private levels: (readonly RelaxedQuery[])[] | undefined;

  /** @param offers absent for content */
  constructor(
    private readonly scoring: Scoring,
    private readonly view: Searchable,
    offers?: OfferContext,
  ) {
    this.priors = new Priors(view, offers);
    const { chosenFor } = scoring;
    if (chosenFor === undefined) return;
    view.learned?.eachBoost(chosenFor, (product, boost) => {
      this.chosen.set(product, (this.chosen.get(product) ?? 0) + boost);
    });
  }

  /** The score of a product in this list, or the one it would have without filters; undefined: it does not match. */
  of(product: number): Score | undefined {
    const pinned = this.scoring.effects?.pins.indexOf(product) ?? -1;
    if (pinned >= 0) return scoreOf([{ kind: 'pin', place: pinned + 1, points: PINNED - pinned }]);
    const matched = this.matched(product);
    return matched && scoreOf([...matched, ...this.otherParts(product)]);
  }

  /** The required words that a product lacks. */
  lacking(product: number): QueryTerm[] {
    return needed(this.scoring.understanding).filter(queryTerm => !wordPart(product, queryTerm, this.view));
  }

  /**
   * The parts of words and values, under the whole text or else under the mildest relaxation that the product matches.
   */
  private matched(product: number): ScorePart[] | undefined {
    const { understanding, completed } = this.scoring;
    const whole = this.matching(product, understanding);
    if (whole || !completed) return whole;
    this.levels ??= relaxationLevels(relaxationsOf(understanding, this.view));
    for (const [level, queries] of this.levels.entries()) {
      let best: { parts: ScorePart[]; points: number } | undefined;
      for (const { understanding: shorter, dropped } of queries) {
        const parts = this.matching(product, shorter);
        if (!parts) continue;
        const score = scoreOf([...parts, { kind: 'lacking', words: dropped, points: -LACKING * (level + 1) }]);
        if (!best || score.points > best.points) best = score;
      }
      if (best) return best.parts;
    }
    return undefined;
  }

  private matching(product: number, understanding: Understanding): ScorePart[] | undefined {
    const words = needed(understanding);
    // Without words there is nothing to match; values are recognised in words.
    if (words.length === 0) return [];
    const parts: ScorePart[] = [];
    for (const queryTerm of words) {
      const part = wordPart(product, queryTerm, this.view);
      if (!part) return undefined;
      parts.push(part);
    }
    return [...parts, ...understanding.values.flatMap(value => this.valuePart(product, value) ?? [])];
  }

  private valuePart(product: number, { attribute, value, share }: RecognisedValue): ValuePart | undefined {
    const { id, level, start, of, values } = this.view.attributes.all[attribute];
    if (level !== 'product' || !of.subarray(start[product], start[product + 1]).includes(value)) return undefined;
    const label = this.view.labels.get(id)?.labels.at(value) ?? values.at(value);
    return { kind: 'value', attribute: id, value: values.at(value), label, share, points: valueWeight(id) * share };
  }

  private otherParts(product: number): ScorePart[] {
    const { priors } = this;
    const plain: PlainPart[] = [
      { kind: 'popularity', points: priors.popularity(product) },
      { kind: 'rating', points: priors.rating(product) },
      { kind: 'newness', points: priors.newness(product) },
      { kind: 'stock', points: priors.stock(product) },
      { kind: 'chosen', points: this.chosen.get(product) ?? 0 },
    ];
    return [...plain.filter(({ points }) => points !== 0), ...this.effectParts(product)];
  }

  private effectParts(product: number): ScorePart[] {
    const { boosts = [], buried } = this.scoring.effects ?? {};
    const acting = boosts.filter(({ products }) => hasBit(products, product));
    const parts: ScorePart[] = acting.map(({ rule, weight }) => ({ kind: 'boost', rule, points: weight }));
    if (buried && hasBit(buried, product)) parts.push({ kind: 'buried', points: -BURIED });
    return parts;
  }
}

function needed({ queryTerms }: Understanding): QueryTerm[] {
  return queryTerms.filter(queryTerm => !queryTerm.optional);
}

function scoreOf(parts: ScorePart[]): Score {
  return { parts, points: parts.reduce((sum, { points }) => sum + points, 0) };
}
