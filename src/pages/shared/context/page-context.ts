/**
 * The context in which a page is computed: the query, its view with data kept for that, and the scratch of the thread.
 */
import type { Visitor } from '../../../behaviour/visitors/visitor.js';
import type { TemplateSettings } from '../../../catalog/site/templates.js';
import type { Deadline } from '../../../kernel/deadline.js';
import type { Matcher } from '../../../query/matching/matcher.js';
import type { QueryContext } from '../../../query/query-context.js';
import type { FacetTally } from '../facets/facet-tally.js';
import type { PageSettings } from '../page-settings.js';
import type { ProductContext, Visit } from '../requests.js';
import type { ViewContext } from './view-context.js';

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
