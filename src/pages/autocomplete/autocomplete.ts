/**
 * Autocomplete: products and phrases for text that is still being typed. The last word may be the beginning of one; a
 * text that leads nowhere gives way to its best correction. Rules that the shop has for a phrase hold once it is typed.
 */
import type { Visitor } from '../../behaviour/visitors/visitor.js';
import { hasBit } from '../../kernel/bitmap.js';
import { interpretTyping } from '../../query/correction/interpretation.js';
import type { HitSet } from '../../query/facets/listing.js';
import { Listing } from '../../query/facets/listing.js';
import { applyEffects, type PhraseEffects, raiseChosen } from '../../query/matching/phrase-effects.js';
import { rank } from '../../query/ranking/top-hits.js';
import { complete } from '../../query/search/search.js';
import { Highlighter } from '../../text/index.js';
import { textScoring } from '../explain/explain-recorder.js';
import { STAGE } from '../profile/phase-timer.js';
import type { PageContext } from '../shared/context/page-context.js';
import { cardChanges, type Selection, scopeOf, select, type ViewContext } from '../shared/context/view-context.js';
import { contentText, writeContentLists } from '../shared/lists/content-lists.js';
import type { PageResult } from '../shared/page-result.js';
import type { AutocompleteRequest } from '../shared/requests.js';
import { writeContentSuggestions } from './content-suggestions.js';
import { redirectLink } from './exact-key.js';
import { suggestPhrases } from './phrase-suggestions.js';

/** Ranked products looked through for groups that are not shown yet. */
const LOOKED_THROUGH = 6;

export function autocomplete(
  request: AutocompleteRequest,
  desk: ViewContext,
  tools: PageContext,
  nowMs: number,
): PageResult {
  const { out, matcher, stopwatch } = tools;
  const { view } = desk;
  stopwatch?.begin(STAGE.FILTERS);
  const book = desk.search.of(request);
  const allowed = select(desk, request, nowMs);
  stopwatch?.begin(STAGE.ANALYSIS);
  const all = scopeOf(desk, allowed, book.lexicon, nowMs);
  const looked = tools.settings.productSuggestions * LOOKED_THROUGH;
  // Groups that appear once are counted as such, and who asks why wants to see everything.
  const scope = view.structure.hasCollapsed || tools.witness ? all : { ...all, wanted: looked };
  const meant = request.q === '' ? undefined : complete(interpretTyping(request.q, scope, matcher), scope, matcher);
  let matches = meant?.matches ?? matcher.nothing(view);
  const selection: Selection = { ...allowed, ...(meant && { filter: meant.filter, within: meant.within }) };
  const { offers, within, filter } = selection;
  stopwatch?.begin(STAGE.SCORING);
  let effects: PhraseEffects | undefined;
  if (meant) {
    effects = book.effects(request.q, offers, nowMs) ?? book.effects(meant.q, offers, nowMs);
    const chosenFor = view.analyzer.normalize(meant.q);
    // What is raised may have been passed over.
    if (matches.passedOver > 0 && (effects || view.learned?.hasBoosts(chosenFor))) {
      matches = matcher.match(meant.understanding, view, within, offers);
    }
    raiseChosen(chosenFor, view, matches);
    if (effects) applyEffects(effects, within, matches);
  }
  stopwatch?.begin(STAGE.PHRASES);
  const link = redirectLink(request.q, view, offers) ?? book.redirect(request.q);
  const phrases = suggestPhrases(meant?.q ?? '', desk, selection, tools);
  stopwatch?.begin(STAGE.SCORING);
  const { passedOver, scores } = matches;
  const { hits } = new Listing(view, matches, filter, []);
  const docs = firstOfGroups(hits, scores, desk, selection, tools);
  stopwatch?.begin(STAGE.REST);
  if (meant) {
    tools.witness?.foundProducts({
      id: 'productSuggestions',
      text: { ...meant, typed: request.q, rulesOf: book.rulesFor(request.q).length > 0 ? request.q : meant.q },
      scoring: textScoring(meant, effects, selection, view),
      selection,
      selected: [],
      hits,
      sort: 'RELEVANCE',
      skip: 0,
      limit: looked,
      shown: docs,
      scores,
    });
  }
  stopwatch?.begin(STAGE.CONTENT);
  out.ascii('{"contentLists":');
  const contentQ = contentText(request.q, meant?.q ?? '', desk, tools, true);
  const page = { type: 'AUTOCOMPLETE', reference: '' };
  writeContentLists(request.contentLists, contentQ, page, request, desk, tools, nowMs);
  out.ascii(',"contentSuggestions":');
  writeContentSuggestions(contentQ, request, desk, tools, nowMs);
  stopwatch?.begin(STAGE.REST);
  out.ascii(',"phraseSuggestions":');
  const highlighter = new Highlighter(meant?.q ?? '', view.analyzer);
  out.json(phrases.map(q => ({ q, highlighted: highlighter.mark(q) })));
  out.ascii(',"productSuggestions":');
  const cards = {
    view,
    offers,
    changes: cardChanges(desk, request, tools),
    ticket: tools.ticket(request, 'AUTOCOMPLETE', 'productSuggestions', meant?.q ?? '', nowMs),
    nowMs,
  };
  tools.cards.list(cards, docs, 0, docs.length, 0);
  const visitor = tools.visitor(request);
  out.ascii(',"recentSearches":');
  // While somebody types, what he searched for before is in the way.
  const searches = request.q === '' ? (visitor?.searches ?? []) : [];
  out.json(searches.slice(0, tools.settings.recentSearches).map(({ key }) => ({ q: key })));
  out.ascii(',"recentlyViewed":');
  const viewed = viewedProducts(visitor, desk, selection, tools);
  // Signing takes longer than finding nothing.
  const ticket = viewed.length > 0 ? tools.ticket(request, 'AUTOCOMPLETE', 'recentlyViewed', '', nowMs) : '';
  tools.witness?.given({ id: 'recentlyViewed', products: viewed });
  tools.cards.list({ ...cards, ticket }, viewed, 0, viewed.length, 0);
  if (link !== undefined) out.text(`,"redirectLink":${JSON.stringify(link)}`);
  const totalHits = hits.count + passedOver;
  out.ascii(`,"totalHits":${totalHits}}`);
  return { totalHits, autoCorrected: meant !== undefined && meant.q !== request.q };
}

/** The best product of each of the best groups. */
function firstOfGroups(
  hits: HitSet,
  scores: Float32Array,
  { view }: ViewContext,
  { offers }: Selection,
  tools: PageContext,
): Uint32Array {
  const limit = tools.settings.productSuggestions;
  const ranked = tools.ranked(limit * LOOKED_THROUGH);
  const n = rank(hits, { by: 'relevance' }, limit * LOOKED_THROUGH, view, offers, scores, ranked);
  const groups = new Set<number>();
  let kept = 0;
  for (let i = 0; i < n && kept < limit; i++) {
    const group = view.structure.groupOf[ranked[i]];
    if (groups.has(group)) continue;
    groups.add(group);
    ranked[kept++] = ranked[i];
  }
  return ranked.subarray(0, kept);
}

/** What the visitor has looked at, newest first: a product of each group, among those allowed. */
function viewedProducts(
  visitor: Visitor | undefined,
  { view: { structure } }: ViewContext,
  { within }: Selection,
  { settings }: PageContext,
): Uint32Array {
  const byGroup = new Map<number, number>();
  for (const { key } of visitor?.views ?? []) {
    const product = structure.products.find(key);
    if (product < 0 || (within && !hasBit(within, product)) || byGroup.size >= settings.recentlyViewed) continue;
    const group = structure.groupOf[product];
    if (!byGroup.has(group)) byGroup.set(group, product);
  }
  return Uint32Array.from(byGroup.values());
}
