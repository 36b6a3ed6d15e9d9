/**
 * Runs searches on two sides and reports the differences, the largest first: the difference of the first ten hits,
 * times the frequency of the search.
 */
import { compareLists, type MovedHit, TOP } from './ranked-lists.js';
import type { Search, Searches } from './searches.js';
import type { SearchOutcome, Side } from './sides.js';

/** Number of hits requested where the first ten differ, to find former and new positions of products. */
const DEPTH = 60;

export interface SideOutcome {
  hits: number;
  /** The corrected text, where the query was corrected. */
  corrected?: string;
  /** Link of the redirect for the text. */
  redirect?: string;
  first?: { key: string; title: string };
}

export interface SearchChange {
  q: string;
  market: string;
  locale: string;
  /** Share of all searches, 0 to 1. */
  share: number;
  /** Whether any member differs between the sides. */
  changed: boolean;
  before: SideOutcome;
  after: SideOutcome;
  /** Number of positions compared: ten, or the length of the longer list. */
  places: number;
  overlap: number;
  similarity: number;
  movers: MovedHit[];
}

export interface Summary {
  queries: number;
  unchanged: number;
  changed: number;
  /** Number of queries with hits before and none after. */
  nowWithoutHits: number;
  newlyWithHits: number;
  /** Their share of all searches, 0 to 1. */
  share: number;
  /** Means weighted by the frequency of searches. */
  meanOverlap: number;
  meanHitsChange: number;
}

export interface Comparison {
  summary: Summary;
  /** The most changed first; unchanged ones last, the most frequent first. */
  queries: SearchChange[];
}

/** @throws Problem when a text is no valid query */
export function compareSides(before: Side, after: Side, { searches, total }: Searches, nowMs: number): Comparison {
  const queries = searches.map(search => {
    const ask = (side: Side, depth: number) => side.search(search.q, search, depth, nowMs);
    const was = ask(before, TOP);
    const is = ask(after, TOP);
    if (sameKeys(was, is)) return compareSearch(search, total, was, is);
    // Writing and parsing products takes most of the time, so a whole page is requested only where lists differ.
    return compareSearch(search, total, ask(before, DEPTH), ask(after, DEPTH));
  });
  queries.sort(
    (a, b) =>
      Number(b.changed) - Number(a.changed) ||
      b.share * (1 - b.similarity) - a.share * (1 - a.similarity) ||
      b.share * hitsChange(b) - a.share * hitsChange(a) ||
      b.share - a.share,
  );
  return { summary: summarize(queries), queries };
}

function sameKeys({ hits: a }: SearchOutcome, { hits: b }: SearchOutcome): boolean {
  return a.length === b.length && a.every(({ key }, i) => key === b[i]!.key);
}

function compareSearch(
  { q, market, locale, weight }: Search,
  total: number,
  was: SearchOutcome,
  is: SearchOutcome,
): SearchChange {
  const { overlap, similarity, movers } = compareLists(was, is);
  return {
    q,
    market,
    locale,
    share: weight / total,
    changed: movers.length > 0 || was.total !== is.total || was.q !== is.q || was.redirect !== is.redirect,
    before: outcome(q, was),
    after: outcome(q, is),
    places: Math.min(TOP, Math.max(was.hits.length, is.hits.length)),
    overlap,
    similarity,
    movers,
  };
}

function outcome(typed: string, { q, redirect, total, hits: [first] }: SearchOutcome): SideOutcome {
  return {
    hits: total,
    ...(q !== typed && { corrected: q }),
    ...(redirect !== undefined && { redirect }),
    ...(first && { first }),
  };
}

/** From 0 to 1. */
function hitsChange({ before, after }: SearchChange): number {
  return Math.abs(after.hits - before.hits) / Math.max(1, before.hits, after.hits);
}

function summarize(queries: readonly SearchChange[]): Summary {
  const count = (fits: (query: SearchChange) => boolean) => queries.filter(fits).length;
  // Rounding errors must not exceed 1.
  const share = Math.min(
    1,
    queries.reduce((sum, query) => sum + query.share, 0),
  );
  const mean = (value: (query: SearchChange) => number) =>
    queries.reduce((sum, query) => sum + query.share * value(query), 0) / share;
  const changed = count(query => query.changed);
  return {
    queries: queries.length,
    unchanged: queries.length - changed,
    changed,
    nowWithoutHits: count(({ before, after }) => before.hits > 0 && after.hits === 0),
    newlyWithHits: count(({ before, after }) => before.hits === 0 && after.hits > 0),
    share,
    meanOverlap: mean(({ overlap }) => overlap),
    meanHitsChange: mean(({ before, after }) => after.hits - before.hits),
  };
}
