/**
 * The products of a topic, by its rules and its text. Texts of topics are not typed by visitors, so that none has to be
 * told of a correction: it is made where it helps.
 */
import { correct } from '../query/corrections.js';
import { Listing } from '../query/listing.js';
import { rank } from '../query/ranking.js';
import { understand } from '../query/understanding.js';
import { cardChanges, type Selection, select, type ViewDesk } from './answering.js';
import type { PageResult } from './page-result.js';
import type { DiscoveryTopicRequest } from './requests.js';
import type { Tools } from './tools.js';

export function discoveryTopic(
  request: DiscoveryTopicRequest,
  desk: ViewDesk,
  tools: Tools,
  nowMs: number,
): PageResult {
  const { out, matcher } = tools;
  const { view } = desk;
  const { q, skip, limit } = request;
  const changes = cardChanges(desk, request, tools);
  const selection = select(desk, request, nowMs);
  const { offers, filter } = selection;
  const autoCorrected = match(q, desk, selection, tools);
  const { hits } = new Listing(view, matcher.docs, matcher.count, matcher.scores, filter, []);
  const docs = tools.ranked(skip + limit);
  const n = rank(hits, { by: 'relevance' }, skip + limit, view, offers, matcher.scores, docs);
  const ticket = tools.ticket(request, 'DISCOVERY_TOPIC', 'primary', q, nowMs);
  out.ascii('{"primaryList":{"productGroups":');
  tools.cards.list({ view, offers, changes, ticket, nowMs }, docs, Math.min(skip, n), n, skip);
  out.ascii(`,"totalHits":${hits.count}}}`);
  return { totalHits: hits.count, autoCorrected };
}

/** The matcher holds the products of the text, or else of its best correction. @returns whether it was corrected */
function match(q: string, { view }: ViewDesk, { within, offers }: Selection, { matcher }: Tools): boolean {
  const understanding = understand(q, view);
  if (q !== '' && understanding.slots.length === 0) {
    matcher.matchNothing();
    return false;
  }
  matcher.match(understanding, view, within, offers);
  if (matcher.count > 0 || q === '') return false;
  const [best] = correct(q, understanding, view, matcher, within, 1, false);
  if (best === undefined) matcher.matchNothing();
  else matcher.match(best.understanding, view, within, offers);
  return best !== undefined;
}
