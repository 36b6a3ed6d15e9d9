/**
 * Matches the relaxed queries of a text within one scope. The extension of a short list, its related searches and its
 * secondary list use the same queries, so each is matched once and its result is kept until the query is answered.
 */
import type { Bitmap } from '../../kernel/bitmap.js';
import type { Searchable } from '../../snapshot/index.js';
import type { OfferContext } from '../filters/offer-context.js';
import type { Matcher } from '../matching/matcher.js';
import type { KeptMatches, Matches } from '../matching/matches.js';
import type { Understanding } from '../understanding/understanding.js';
import { type Relaxations, type RelaxedQuery, relaxationLevels, relaxationsOf } from './relaxation.js';

export interface RelaxationInput {
  /** The understood text, with all of its words. */
  understanding: Understanding;
  view: Searchable;
  /** Products that may be listed; undefined: all. */
  within: Bitmap | undefined;
  /** Absent for content. */
  offers?: OfferContext | undefined;
  matcher: Matcher;
  /** Whether the ever shorter queries will be asked for again, so that their products are kept. */
  keep: boolean;
}

export class RelaxedMatches {
  private made: Relaxations | undefined;
  private readonly counts = new Map<RelaxedQuery, number>();
  private readonly kept = new Map<RelaxedQuery, KeptMatches>();

  constructor(private readonly input: RelaxationInput) {}

  get queries(): Relaxations {
    this.made ??= relaxationsOf(this.input.understanding, this.input.view);
    return this.made;
  }

  get levels(): (readonly RelaxedQuery[])[] {
    return relaxationLevels(this.queries);
  }

  /**
   * The products of one of the queries, with their scores. Overwrites the matcher's scratch, also when the result was
   * kept.
   */
  match(query: RelaxedQuery): Matches {
    const { matcher, view, within, offers, keep } = this.input;
    const kept = this.kept.get(query);
    if (kept) return matcher.restore(kept, view);
    const matches = matcher.match(query.understanding, view, within, offers);
    this.counts.set(query, matches.count);
    if (keep && this.queries.shorter.includes(query)) this.kept.set(query, matches.keep());
    return matches;
  }

  /** The number of products of one of the queries. Overwrites the matcher's scratch. */
  count(query: RelaxedQuery): number {
    let count = this.counts.get(query);
    if (count === undefined) {
      const { matcher, view, within, keep } = this.input;
      count =
        keep && this.queries.shorter.includes(query)
          ? this.match(query).count
          : matcher.countMatches(query.understanding.queryTerms, view, within);
      this.counts.set(query, count);
    }
    return count;
  }
}
