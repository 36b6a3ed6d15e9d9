/**
 * Matches the relaxed queries of a text within one scope. The extension of a short list, its related searches and its
 * secondary list use the same queries, so each is matched once and its result is kept until the query is answered.
 */
import type { Bitmap } from '../../kernel/bitmap.js';
import type { Searchable } from '../../snapshot/index.js';
import type { OfferContext } from '../filters/offer-context.js';
import type { Matcher } from '../matching/matcher.js';
import type { Matches } from '../matching/matches.js';
import { Slot } from '../understanding/remembered.js';
import type { Understanding } from '../understanding/understanding.js';
import { type PartialQuery, partialQueriesOf } from './partial-queries.js';
import { type Relaxations, type RelaxedQuery, relaxationsOf } from './relaxation.js';

/** Where the queries are matched. */
export interface RelaxedScope {
  view: Searchable;
  within: Bitmap | undefined;
  offers?: OfferContext | undefined;
  /** Whether products that are near to the text continue a page as well; default: yes. */
  withNear?: boolean;
}

/** How many products of the whole view a query finds: texts and their relaxed queries are remembered. */
const countsOfAll = new Slot<Understanding, number>();

export class RelaxedMatches {
  private made: Relaxations | undefined;
  /** By the words that are left. */
  private readonly found = new Map<string, Matches>();

  constructor(
    readonly understanding: Understanding,
    readonly scope: RelaxedScope,
    private readonly matcher: Matcher,
  ) {}

  get queries(): Relaxations {
    this.made ??= relaxationsOf(this.understanding, this.scope.view);
    return this.made;
  }

  /**
   * The queries whose products continue a list that has `full` products with the whole text: those with most of
   * it, until there are at least `enough` products. Each finds products that no other one before it has found.
   */
  partial(full: number, enough: number): readonly PartialQuery[] {
    const { view, within } = this.scope;
    const queries = partialQueriesOf(this.understanding, view);
    if (!queries.canLack) return [];
    const known = within ? undefined : queries.takenOfAll;
    if (known?.full === full && known.enough === enough) return known.taken;
    const counts = this.matcher.countBySet(queries.units, queries.essential, view, within);
    const taken: PartialQuery[] = [];
    let count = full;
    for (const set of queries.enough(counts)) {
      if (count >= enough) break;
      count += counts[set];
      taken.push(queries.of(set));
    }
    if (!within && !this.matcher.deadline.cut) queries.takenOfAll = { full, enough, taken };
    return taken;
  }

  /** The products of one of the queries, with their scores, which stay as they are. */
  match(query: RelaxedQuery): Matches {
    const left = leftOf(query);
    let matches = this.found.get(left);
    if (!matches) {
      const { view, within, offers } = this.scope;
      this.found.set(left, (matches = this.matcher.match(query.understanding, view, within, offers)));
    }
    return matches;
  }

  /** How many products one of the queries finds. */
  count(query: RelaxedQuery): number {
    const { view, within } = this.scope;
    const known = this.found.get(leftOf(query))?.count ?? (within ? undefined : countsOfAll.get(query.understanding));
    if (known !== undefined) return known;
    const count = this.matcher.countMatches(query.understanding.queryTerms, view, within);
    if (!within && !this.matcher.deadline.cut) countsOfAll.set(query.understanding, count);
    return count;
  }
}

/** Which words of the text a query needs: the same words are relaxed queries of several kinds. */
function leftOf({ understanding }: RelaxedQuery): string {
  let left = '';
  for (const { optional } of understanding.queryTerms) left += optional ? '-' : '+';
  return left;
}
