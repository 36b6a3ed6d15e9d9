/**
 * What the relaxed queries of a text find within one scope. A short list, its related searches and its secondary list
 * ask for the same queries: each is matched once, and what it found is remembered as long as the query is answered.
 */
import type { Bitmap } from '../../kernel/bitmap.js';
import type { Searchable } from '../../snapshot/index.js';
import type { OfferContext } from '../filters/offer-context.js';
import type { Matcher } from '../matching/matcher.js';
import type { KeptMatches, Matches } from '../matching/matches.js';
import type { Understanding } from '../understanding/understanding.js';
import { type Relaxations, type RelaxedQuery, relaxationLevels, relaxationsOf } from './relaxation.js';

export class RelaxedMatches {
  private made: Relaxations | undefined;
  private readonly counts = new Map<RelaxedQuery, number>();
  private readonly kept = new Map<RelaxedQuery, KeptMatches>();

  /** @param keep whether queries that only get shorter are asked for again, so that their products are remembered too */
  constructor(
    private readonly understanding: Understanding,
    private readonly view: Searchable,
    private readonly within: Bitmap | undefined,
    private readonly offers: OfferContext | undefined,
    private readonly matcher: Matcher,
    private readonly keep: boolean,
  ) {}

  get queries(): Relaxations {
    this.made ??= relaxationsOf(this.understanding, this.view);
    return this.made;
  }

  get levels(): (readonly RelaxedQuery[])[] {
    return relaxationLevels(this.queries);
  }

  /** The products of one of the queries, with their scores. Uses the matcher anew, whether they are remembered or not. */
  match(query: RelaxedQuery): Matches {
    const { matcher, view } = this;
    const kept = this.kept.get(query);
    if (kept) return matcher.restore(kept, view);
    const matches = matcher.match(query.understanding, view, this.within, this.offers);
    this.counts.set(query, matches.count);
    if (this.keep && this.queries.shorter.includes(query)) this.kept.set(query, matches.keep());
    return matches;
  }

  /** How many products one of the queries finds. Uses the matcher anew. */
  count(query: RelaxedQuery): number {
    let count = this.counts.get(query);
    if (count === undefined) {
      const again = this.keep && this.queries.shorter.includes(query);
      count = again
        ? this.match(query).count
        : this.matcher.countMatches(query.understanding.queryTerms, this.view, this.within);
      this.counts.set(query, count);
    }
    return count;
  }
}
