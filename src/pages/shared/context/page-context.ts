/**
 * The context in which a page is computed: the query, its view with data kept for that, and the scratch of the thread.
 */
import type { CappedCampaigns } from '../../../behaviour/campaigns/capped-visitors.js';
import type { Visitor } from '../../../behaviour/visitors/visitor.js';
import type { RetailMediaSettings } from '../../../catalog/site/retail-media-settings.js';
import type { TemplateSettings } from '../../../catalog/site/templates.js';
import type { Deadline } from '../../../kernel/deadline.js';
import type { Winner } from '../../../query/auction/auction-request.js';
import type { Loser } from '../../../query/auction/losers.js';
import type { Matcher } from '../../../query/matching/matcher.js';
import type { QueryContext } from '../../../query/query-context.js';
import type { FacetTally } from '../facets/facet-tally.js';
import type { PageSettings } from '../page-settings.js';
import type { ProductContext, Visit } from '../requests.js';
import type { ViewContext } from './view-context.js';

/** A sale of places, for explanations. */
export interface SaleRecord {
  list: string;
  /** In the list, from 0. */
  positions: readonly number[];
  winners: readonly Winner[];
  losers: readonly Loser[];
}

/** What places of pages are sold by. */
export interface RetailMedia {
  readonly settings: RetailMediaSettings;
  /** What was sold on the page that is explained. */
  readonly sales: SaleRecord[];
  /** To be called before campaigns compete: the answer holds for the second of this time alone. */
  competing(nowMs: number): void;
  /** Runs an auction, which profiles measure. */
  auction<T>(run: () => T): T;
  /** The campaigns that the visitor has seen as often as they allow. Answers that depend on it are not shared. */
  capped(visit: ProductContext & Visit): CappedCampaigns | undefined;
}

/** The resources of one thread, shared by all queries. */
export interface PageResources {
  /** Restarted for each query. */
  readonly deadline: Deadline;
  readonly matcher: Matcher;
  /** A second matcher for content, so that a page can search content while it still needs its product matches. */
  readonly contentMatcher: Matcher;
  readonly facetTally: FacetTally;
  readonly settings: PageSettings;
  /** Discount in percent from which a badge shows it. */
  readonly discountThreshold: number;
  /** A response template by its id. @throws Problem BAD_REQUEST when there is none. */
  template(id: string): TemplateSettings;
  /** Undefined where it is switched off. */
  readonly retailMedia: RetailMedia | undefined;
  /** Scratch for `size` ranked products. */
  ranked(size: number): Uint32Array;
  /** The stored data of a visitor; undefined: none. Answers that depend on it are not shared. */
  visitor(request: ProductContext & Visit): Visitor | undefined;
}

export interface PageContext extends QueryContext, PageResources {
  readonly viewContext: ViewContext;
  /** Whether the result is for an explanation: all hits are considered, and kept with their scores. */
  readonly explained: boolean;
}
