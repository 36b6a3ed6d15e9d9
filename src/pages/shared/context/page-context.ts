/** What a page is computed with: the query, its view with all that is kept of that, and the scratch of the thread. */
import type { Visitor } from '../../../behaviour/visitors/visitor.js';
import type { TemplateSettings } from '../../../catalog/site/templates.js';
import type { Deadline } from '../../../kernel/deadline.js';
import type { Matcher } from '../../../query/matching/matcher.js';
import type { QueryContext } from '../../../query/query-context.js';
import type { FacetTally } from '../facets/facet-tally.js';
import type { PageSettings } from '../page-settings.js';
import type { ProductContext, Visit } from '../requests.js';
import type { ViewContext } from './view-context.js';

/** What one thread has for all queries. */
export interface PageResources {
  /** Begins anew with each query. */
  readonly deadline: Deadline;
  readonly matcher: Matcher;
  /** Of its own for content: a page may look for it while it still needs the products that it has found. */
  readonly contentMatcher: Matcher;
  readonly facetTally: FacetTally;
  readonly settings: PageSettings;
  /** Discount, in percent, from which a badge says so. */
  readonly discountThreshold: number;
  /** A response template by its id. @throws Problem BAD_REQUEST when there is none. */
  template(id: string): TemplateSettings;
  /** Scratch for `size` ranked products. */
  ranked(size: number): Uint32Array;
  /** What is remembered of a visitor; undefined: nothing. Answers that depend on it are not shared. */
  visitor(request: ProductContext & Visit): Visitor | undefined;
}

export interface PageContext extends QueryContext, PageResources {
  readonly viewContext: ViewContext;
  /** Whether an explanation reads the result: all hits are looked at then, and kept with their scores. */
  readonly explained: boolean;
}
