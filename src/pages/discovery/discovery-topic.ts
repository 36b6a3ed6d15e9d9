/**
 * The products of a topic, by its rules and its text. A text without hits is always replaced by its best correction,
 * and the response does not mention it, because visitors do not type the texts of topics.
 */
import { type Interpretation, interpret } from '../../query/correction/interpretation.js';
import { FacetedHits } from '../../query/facets/faceted-hits.js';
import type { CardChanges } from '../shared/cards/card-list.js';
import { allowedBy, scopeOf } from '../shared/context/allowed-products.js';
import { cardChanges } from '../shared/context/card-changes.js';
import type { PageContext } from '../shared/context/page-context.js';
import type { PageWriters } from '../shared/context/page-writers.js';
import { evidenceOf, type ListPart, rankedPart, type ScoredHits } from '../shared/lists/list-part.js';
import { type Page, type PageResult, Steps } from '../shared/page.js';
import { PHASE } from '../shared/phases.js';
import type { DiscoveryTopicRequest } from '../shared/requests.js';

const PAGE = { type: 'DISCOVERY_TOPIC', reference: '' };

export interface DiscoveryTopicResult extends PageResult {
  request: DiscoveryTopicRequest;
  text: TakenText;
  part: ListPart;
  changes: CardChanges;
  evidence: ScoredHits | undefined;
}

/** Without its matches, which the next match overwrites. */
type TakenText = Omit<Interpretation, 'matches'>;

interface FoundTopic {
  request: DiscoveryTopicRequest;
  text: Interpretation;
  changes: CardChanges;
}

export const discoveryTopic: Page<DiscoveryTopicRequest, DiscoveryTopicResult> = {
  steps: Steps.first(PHASE.ANALYSIS, findText).next(PHASE.RANKING, listHits),
  write,
};

function findText(request: DiscoveryTopicRequest, context: PageContext): FoundTopic {
  const changes = cardChanges(request, context);
  const { lexicon } = context.viewContext.searchSettings.of(request);
  const scope = scopeOf(allowedBy(request.rules, context), lexicon, context);
  return { request, text: interpret(request.q, scope, context.matcher, true), changes };
}

function listHits({ request, text, changes }: FoundTopic, context: PageContext): DiscoveryTopicResult {
  const { skip, limit } = request;
  const listing = new FacetedHits(context, text.matches, text.filter, []);
  return {
    request,
    text,
    part: rankedPart(listing, { sort: 'RELEVANCE', skip, limit }, context),
    changes,
    evidence: evidenceOf(listing, context),
    totalHits: listing.hits.count,
    autoCorrected: text.corrected !== undefined,
  };
}

function write(
  { request, part, changes, totalHits }: DiscoveryTopicResult,
  { view, offers, nowMs }: PageContext,
  { out, cards, tickets }: PageWriters,
): void {
  const ticket = tickets.sign(request, { page: PAGE, list: 'primary', q: request.q }, nowMs);
  out.ascii('{"primaryList":{"productGroups":');
  cards.list({ view, offers, changes, ticket, nowMs }, part.products, part.first);
  out.ascii(`,"totalHits":${totalHits}}}`);
}
