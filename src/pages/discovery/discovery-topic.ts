/**
 * The products of a topic, by its rules and its text. Texts of topics are not typed by visitors, so that none has to be
 * told of a correction: it is made where it helps.
 */
import { interpret } from '../../query/correction/interpretation.js';
import { Listing } from '../../query/facets/listing.js';
import { rank } from '../../query/ranking/top-hits.js';
import type { PageContext } from '../shared/context/page-context.js';
import { cardChanges, scopeOf, select, type ViewContext } from '../shared/context/view-context.js';
import type { PageResult } from '../shared/page-result.js';
import type { DiscoveryTopicRequest } from '../shared/requests.js';

export function discoveryTopic(
  request: DiscoveryTopicRequest,
  desk: ViewContext,
  tools: PageContext,
  nowMs: number,
): PageResult {
  const { out, matcher } = tools;
  const { view } = desk;
  const { q, skip, limit } = request;
  const changes = cardChanges(desk, request, tools);
  const selection = select(desk, request, nowMs);
  const { offers } = selection;
  const scope = scopeOf(desk, selection, desk.search.of(request).lexicon, nowMs);
  const found = interpret(q, scope, matcher, true);
  const { corrected, filter, within, understanding, matches } = found;
  const { hits, scores } = new Listing(view, matches, filter, []);
  tools.witness?.foundProducts({
    id: 'primaryList',
    text: { ...found, typed: q },
    scoring: { understanding, completed: false },
    selection: { offers, filter, within },
    selected: [],
    hits,
    sort: 'RELEVANCE',
    skip,
    limit,
    scores,
  });
  const docs = tools.ranked(skip + limit);
  const n = rank(hits, { by: 'relevance' }, skip + limit, view, offers, scores, docs);
  const ticket = tools.ticket(request, 'DISCOVERY_TOPIC', 'primary', q, nowMs);
  out.ascii('{"primaryList":{"productGroups":');
  tools.cards.list({ view, offers, changes, ticket, nowMs }, docs, Math.min(skip, n), n, skip);
  out.ascii(`,"totalHits":${hits.count}}}`);
  return { totalHits: hits.count, autoCorrected: corrected !== undefined };
}
