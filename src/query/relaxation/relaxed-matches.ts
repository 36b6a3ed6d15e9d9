/**
 * Matches the relaxed queries of a text within one scope. The extension of a short list, its related searches and its
 * secondary list use the same queries, so each is matched once and its result is kept until the query is answered.
 */
import type { Bitmap } from '../../kernel/bitmap.js';
import type { Searchable } from '../../snapshot/index.js';
import type { OfferContext } from '../filters/offer-context.js';
import type { Matcher } from '../matching/matcher.js';
import type { Matches } from '../matching/matches.js';
import type { Understanding } from '../understanding/understanding.js';
import { type Relaxations, type RelaxedQuery, relaxationLevels, relaxationsOf } from './relaxation.js';

/** Where the queries are matched. */
export interface RelaxedScope {
  view: Searchable;
  within: Bitmap | undefined;
  offers?: OfferContext | undefined;
}

/** How many products of the whole view a query finds: texts and their relaxed queries are remembered. */
const countsOfAll = new WeakMap<RelaxedQuery, number>();

export class RelaxedMatches {
  private made: Relaxations | undefined;
  private readonly found = new Map<RelaxedQuery, Matches>();

  constructor(
    private readonly understanding: Understanding,
    private readonly scope: RelaxedScope,
    private readonly matcher: Matcher,
  ) {}

  get queries(): Relaxations {
    this.made ??= relaxationsOf(this.understanding, this.scope.view);
    return this.made;
  }

  get levels(): (readonly RelaxedQuery[])[] {
    return relaxationLevels(this.queries);
  }

  /** The products of one of the queries, with their scores, which stay as they are. */
  match(query: RelaxedQuery): Matches {
    let matches = this.found.get(query);
    if (!matches) {
      const { view, within, offers } = this.scope;
      this.found.set(query, (matches = this.matcher.match(query.understanding, view, within, offers)));
    }
    return matches;
  }

  /** How many products one of the queries finds. */
  count(query: RelaxedQuery): number {
    const { view, within } = this.scope;
    const known = this.found.get(query)?.count ?? (within ? undefined : countsOfAll.get(query));
    if (known !== undefined) return known;
    const count = this.matcher.countMatches(query.understanding.queryTerms, view, within);
    if (!within && !this.matcher.deadline.cut) countsOfAll.set(query, count);
    return count;
  }
}
