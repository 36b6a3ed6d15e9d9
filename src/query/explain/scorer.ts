/**
 * Scores single products, part by part, for explanations. Reads the same understanding, postings and constants as the
 * matcher but shares no code with its loops, so that the two can be tested against each other.
 */
import { PLAIN_FACTORS, PRIOR_PARTS } from '../../index/signals.js';
import { hasBit } from '../../kernel/bitmap.js';
import type { Searchable } from '../../snapshot/index.js';
import type { OfferContext } from '../filters/offer-context.js';
import type { DescribedWord } from '../matching/described-words.js';
import { excludedProducts } from '../matching/excluded-products.js';
import { BURIED, type PhraseEffects, PINNED, SAYS_NONE } from '../matching/phrase-effects.js';
import { rarestFirst } from '../matching/rarity.js';
import { type NearMatches, type NearPoints, scoreWithoutWords, WITHOUT_WORDS } from '../nearness/near-matches.js';
import { Priors } from '../ranking/priors.js';
import { valueWeight } from '../ranking/scoring.js';
import type { BesideHead } from '../relaxation/beside-head.js';
import { type PartialQueries, partialQueriesOf, UNWANTED } from '../relaxation/partial-queries.js';
import type { Exclusion } from '../understanding/negation.js';
import type { QueryTerm } from '../understanding/query-term.js';
import type { RecognisedValue } from '../understanding/recognition.js';
import type { Understanding } from '../understanding/understanding.js';
import { describedParts } from './described-parts.js';
import type { PlainPart, ScorePart, ValuePart } from './score-parts.js';
import { wordPart } from './word-match.js';

/** What the scores of a list depend on. */
export interface Scoring {
  understanding: Understanding;
  /** Whether the list also has products that lack words, behind the others. */
  completed: boolean;
  /** Exclusions that products at the end of the list do not heed. */
  unwanted?: readonly Exclusion[];
  /** Products that have the head beside what they are, and count as without it; absent: they count as others. */
  beside?: BesideHead;
  /** Words of which descriptions bring points; absent: none do. */
  described?: readonly DescribedWord[];
  /** What products of the list got for nearness. */
  near?: NearMatches;
  /** The folded text whose learned choices boost products; absent: none do. */
  chosenFor?: string;
  /** Whether products are raised that say that they have none of what the text excludes. */
  raisesWithout?: boolean;
  /** Effects of the phrase's rules; pins are those that may be listed. */
  effects?: PhraseEffects;
}

export interface Score {
  /** Words in the order of the text. */
  parts: ScorePart[];
  /** What the product was ranked by, to the bit: the parts added up in single precision in the matcher's order. */
  points: number;
}

const { fround } = Math;

export class Scorer {
  private readonly priors: Priors;
  private readonly chosen = new Map<number, number>();
  /** Made when a product is first found to lack words. */
  private partial: PartialQueries | undefined;

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
    if (pinned >= 0) {
      const points = PINNED - pinned;
      return { parts: [{ kind: 'pin', place: pinned + 1, points }], points };
    }
    const matched = this.matched(product);
    if (!matched) return undefined;
    const changes = this.changes(product);
    return { parts: [...matched.parts, ...changes], points: sumOf(changes, matched.points) };
  }

  /** The required words that a product lacks. */
  lacking(product: number): QueryTerm[] {
    return needed(this.scoring.understanding).filter(queryTerm => !wordPart(product, queryTerm, this.view));
  }

  /** Words, values and priors, as the whole text scores them, or else what the product has of it. */
  private matched(product: number): Score | undefined {
    const { understanding, completed } = this.scoring;
    const near = this.scoring.near?.get(product);
    if (near?.isAlone) return { parts: [nearPart(near)], points: near.points };
    const whole = this.matching(product, understanding);
    if (!whole && !completed) return undefined;
    if (!whole && near && !near.hasWords) return this.withoutWords(product, near);
    const score = whole ? this.lessOthers(product, whole) : this.partialMatch(product);
    if (!score || !near) return score;
    const part = nearPart(near);
    return { parts: [...score.parts, part], points: sumOf([part], score.points) };
  }

  /**
   * The score of a product with the whole text, or what is left of it where it has what the text excludes, or has the head
   * beside what it is.
   */
  private lessOthers(product: number, whole: Score): Score {
    const { unwanted = [], beside } = this.scoring;
    const having = unwanted.filter(exclusion => hasBit(excludedProducts(exclusion, this.view).unwanted, product));
    if (having.length > 0) {
      const words = having.map(({ negator, text }) => `${negator.text} ${text}`);
      return less(whole, words, UNWANTED);
    }
    return beside?.has(product) ? less(whole, [beside.head.text], beside.points) : whole;
  }

  /** What a product has that is listed for nearness alone. */
  private withoutWords(product: number, near: NearPoints): Score {
    const priors = this.priorParts(product);
    const prior = fround(priors.reduce((sum, { points }) => sum + points, 0));
    const words = needed(this.scoring.understanding).map(({ text }) => text);
    const lacking: ScorePart = { kind: 'lacking', words, points: WITHOUT_WORDS };
    return {
      parts: [...priors.filter(({ points }) => points !== 0), lacking, nearPart(near)],
      points: scoreWithoutWords(prior, near.points),
    };
  }

  private partialMatch(product: number): Score | undefined {
    const { understanding } = this.scoring;
    const has = (queryTerm: QueryTerm) => wordPart(product, queryTerm, this.view) !== undefined;
    this.partial ??= partialQueriesOf(understanding, this.view);
    const partial = this.partial.ofProduct(has);
    const score = partial && this.matching(product, partial.query.understanding);
    if (!score) return undefined;
    return less(score, partial.query.dropped, partial.points);
  }

  private matching(product: number, understanding: Understanding): Score | undefined {
    const words = needed(understanding);
    const parts = words.map(queryTerm => wordPart(product, queryTerm, this.view));
    if (!parts.every(part => part !== undefined)) return undefined;
    const rarestParts = rarestFirst(words, this.view).map(queryTerm => parts[words.indexOf(queryTerm)]);
    // Without words there is nothing to match, and values are named by words.
    const named = words.length === 0 ? [] : understanding.values;
    const values = named.flatMap(value => this.valuePart(product, value) ?? []);
    const priors = this.priorParts(product);
    const prior = fround(priors.reduce((sum, { points }) => sum + points, 0));
    return {
      parts: [...parts, ...values, ...priors.filter(({ points }) => points !== 0)],
      points: fround(sumOf(values, sumOf(rarestParts, 0)) + prior),
    };
  }

  private valuePart(product: number, { attribute, value, share }: RecognisedValue): ValuePart | undefined {
    const { id, level, start, of, values } = this.view.attributes.all[attribute];
    if (level !== 'product' || !of.subarray(start[product], start[product + 1]).includes(value)) return undefined;
    const label = this.view.labels.get(id)?.labels.at(value) ?? values.at(value);
    return { kind: 'value', attribute: id, value: values.at(value), label, share, points: valueWeight(id) * share };
  }

  private priorParts(product: number): PlainPart[] {
    const { priors, view } = this;
    const { factors = PLAIN_FACTORS } = view.signals;
    return PRIOR_PARTS.map(kind => ({
      kind,
      points: priors[kind](product),
      ...(factors[kind] !== 1 && { factor: factors[kind] }),
    }));
  }

  /** What visitors' choices, descriptions and rules for the text add. */
  private changes(product: number): ScorePart[] {
    const parts: ScorePart[] = [];
    const chosen = this.chosen.get(product) ?? 0;
    if (chosen !== 0) parts.push({ kind: 'chosen', points: chosen });
    parts.push(...describedParts(product, this.scoring.described ?? [], this.view));
    for (let n = this.sayingNone(product); n > 0; n--) parts.push({ kind: 'without', points: SAYS_NONE });
    const { boosts = [], buried } = this.scoring.effects ?? {};
    const acting = boosts.filter(({ products }) => hasBit(products, product));
    for (const { rule, weight } of acting) parts.push({ kind: 'boost', rule, points: weight });
    if (buried && hasBit(buried, product)) parts.push({ kind: 'buried', points: -BURIED });
    return parts;
  }

  /** Of how many exclusions a product says that it has none. */
  private sayingNone(product: number): number {
    const { raisesWithout, understanding } = this.scoring;
    if (!raisesWithout) return 0;
    const says = understanding.excluded.filter(exclusion => {
      const { sayingNone } = excludedProducts(exclusion, this.view);
      return sayingNone !== undefined && hasBit(sayingNone, product);
    });
    return says.length;
  }
}

function less({ parts, points: before }: Score, words: string[], points: number): Score {
  const lacking: ScorePart = { kind: 'lacking', words, points };
  return { parts: [...parts, lacking], points: sumOf([lacking], before) };
}

function nearPart({ similarity, points }: NearPoints): ScorePart {
  return similarity === undefined ? { kind: 'lead', points } : { kind: 'near', similarity, points };
}

function needed({ queryTerms }: Understanding): QueryTerm[] {
  return queryTerms.filter(queryTerm => !queryTerm.optional);
}

/** Adds the parts one after the other in single precision. */
function sumOf(parts: readonly ScorePart[], first: number): number {
  return parts.reduce((sum, { points }) => fround(sum + points), first);
}
