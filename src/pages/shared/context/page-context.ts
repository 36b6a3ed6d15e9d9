/** What a thread uses to answer one query after the other: scratch, writers, and what makes tickets. */
import type { Visitor } from '../../../behaviour/visitors/visitor.js';
import type { TemplateSettings } from '../../../catalog/site/templates.js';
import type { Site } from '../../../index/site.js';
import type { Bytes } from '../../../kernel/bytes.js';
import type { Matcher } from '../../../query/matching/matcher.js';
import type { ExplainRecorder } from '../../explain/explain-recorder.js';
import type { PhaseTimer } from '../../profile/phase-timer.js';
import type { CardsWriter } from '../cards/cards-writer.js';
import type { FacetTally } from '../facets/facet-tally.js';
import type { FacetsWriter } from '../facets/facets-writer.js';
import type { PageSettings } from '../page-settings.js';
import type { ProductContext, Visit } from '../requests.js';

export interface PageContext {
  out: Bytes;
  matcher: Matcher;
  /** Of its own for content: a page may write lists of it while it still needs the products it found. */
  contentMatcher: Matcher;
  cards: CardsWriter;
  facetTally: FacetTally;
  facets: FacetsWriter;
  settings: PageSettings;
  discountThreshold: number;
  /** A response template by its id. @throws Problem BAD_REQUEST when there is none. */
  template(id: string): TemplateSettings;
  /** Scratch for `size` ranked products. */
  ranked(size: number): Uint32Array;
  /** The signed context of one list's tickets. */
  ticket(
    request: ProductContext & Visit,
    pageType: string,
    list: string,
    q: string,
    nowMs: number,
    pageReference?: string,
  ): string;
  /** Pages, navigation and the like. */
  site: Site;
  /** Told what lists consist of while a query is explained; nobody else asks. */
  witness?: ExplainRecorder;
  /** Told what a query is at while it is profiled. */
  stopwatch?: PhaseTimer;
  /** What is remembered of who asks; undefined: nothing. Answers that depend on it are not shared. */
  visitor(request: ProductContext & Visit): Visitor | undefined;
}
