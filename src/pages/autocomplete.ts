/**
 * Autocomplete: products and phrases for text that is still being typed. The last word may be the beginning of one; a
 * text that leads nowhere gives way to its best correction.
 */
import { correct } from '../query/corrections.js';
import type { HitSet } from '../query/listing.js';
import { Listing } from '../query/listing.js';
import { rank } from '../query/ranking.js';
import { complete } from '../query/search.js';
import { completeLastWord, type Understanding, understand } from '../query/understanding.js';
import type { View } from '../snapshot/index.js';
import { highlight } from '../text/highlight.js';
import { cardChanges, type Selection, select, type ViewDesk } from './answering.js';
import { redirectLink } from './exact-key.js';
import type { AutocompleteRequest } from './requests.js';
import type { PageResult } from './search-page.js';
import type { Tools } from './tools.js';

/** Ranked products looked through for groups that are not shown yet. */
const LOOKED_THROUGH = 6;

export function autocomplete(request: AutocompleteRequest, desk: ViewDesk, tools: Tools, nowMs: number): PageResult {
  const { out, matcher } = tools;
  const { view } = desk;
  const selection = select(desk, request, nowMs);
  const { offers, within, filter } = selection;
  const meant = request.q === '' ? undefined : interpret(request.q, desk, selection, tools);
  if (meant) complete(meant.understanding, view, within, offers, matcher);
  else matcher.count = 0;
  const link = redirectLink(request.q, view, offers);
  const phrases = suggest(meant?.q ?? '', desk, selection, tools);
  const { hits } = new Listing(view, matcher.docs, matcher.count, matcher.scores, filter, []);
  const docs = firstOfGroups(hits, desk, selection, tools);
  out.ascii('{"contentLists":');
  out.json(request.contentLists.map(({ id }) => ({ id, items: [], totalHits: 0 })));
  out.ascii(',"contentSuggestions":[],"phraseSuggestions":');
  out.json(phrases.map(q => ({ q, highlighted: highlight(q, meant?.q ?? '', view.analyzer) })));
  out.ascii(',"productSuggestions":');
  const cards = {
    view,
    offers,
    changes: cardChanges(desk, request, tools),
    ticket: tools.ticket(request, 'AUTOCOMPLETE', 'productSuggestions', meant?.q ?? '', nowMs),
    nowMs,
  };
  tools.cards.list(cards, docs, 0, docs.length, 0);
  out.ascii(',"recentSearches":[],"recentlyViewed":[]');
  if (link !== undefined) out.text(`,"redirectLink":${JSON.stringify(link)}`);
  out.ascii(`,"totalHits":${hits.count}}`);
  return { totalHits: hits.count, autoCorrected: meant !== undefined && meant.q !== request.q };
}

/** What the text means, corrected where it leads nowhere; the matcher holds its products. */
function interpret(
  q: string,
  { view }: ViewDesk,
  { within, offers }: Selection,
  { matcher }: Tools,
): { q: string; understanding: Understanding } {
  const typed = { q, understanding: completeLastWord(understand(q, view), q, view) };
  if (typed.understanding.slots.length === 0) matcher.matchNothing();
  else matcher.match(typed.understanding, view, within, offers);
  if (matcher.count > 0 || typed.understanding.slots.length === 0) return typed;
  const [best = typed] = correct(q, typed.understanding, view, matcher, within, 1);
  matcher.match(best.understanding, view, within, offers);
  return best;
}

/** The best product of each of the best groups. */
function firstOfGroups(hits: HitSet, { view }: ViewDesk, { offers }: Selection, tools: Tools): Uint32Array {
  const limit = tools.settings.productSuggestions;
  const ranked = tools.ranked(limit * LOOKED_THROUGH);
  const n = rank(hits, { by: 'relevance' }, limit * LOOKED_THROUGH, view, offers, tools.matcher.scores, ranked);
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

/** Phrases that go on from the text; with no text, those worth most. Each has hits among the products allowed. */
function suggest(q: string, desk: ViewDesk, selection: Selection, tools: Tools): string[] {
  const { view } = desk;
  const limit = tools.settings.phraseSuggestions;
  const found: string[] = [];
  const typed = view.analyzer.normalize(q);
  const narrowed = selection.within !== undefined;
  const add = (phrase: string, check: boolean) => {
    if (found.includes(phrase) || found.length >= limit) return;
    if (!check || tools.matcher.matchesAny(understand(phrase, view).slots, view, selection.within)) found.push(phrase);
  };
  // Every phrase has hits in the view; rules may take them all away, so under rules each is tried.
  const wanted = narrowed ? limit * 3 : limit;
  for (const ordinal of view.phrases.startingWith(typed, wanted)) add(view.phrases.at(ordinal), narrowed);
  // Words before the last one need not stand together with it in a known phrase.
  const space = typed.lastIndexOf(' ');
  if (space > 0 && found.length < limit) {
    const head = q.slice(0, q.lastIndexOf(' ') + 1).toLowerCase();
    const last = typed.slice(space + 1);
    const before = new Set(stems(typed.slice(0, space), view));
    // One letter ("t shirt") says too little to stand before another phrase.
    if (last !== '' && space > 1) {
      const going = view.phrases.startingWith(last, limit * 3).map(ordinal => view.phrases.at(ordinal));
      for (const phrase of going) if (!stems(phrase, view).some(stem => before.has(stem))) add(head + phrase, true);
    }
  }
  return found;
}

function stems(text: string, { analyzer }: View): string[] {
  return analyzer
    .normalize(text)
    .split(' ')
    .map(word => analyzer.stem(word));
}
