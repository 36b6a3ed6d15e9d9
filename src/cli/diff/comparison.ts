/**
 * Runs searches against two sides and tells what changes, most first: by how different the first ten are, times how
 * often the search is made.
 */
import { compareLists, type Mover, TOP } from './ranked-lists.js';
import type { Search, Searches } from './searches.js';
import type { Found, Side } from './sides.js';

/** Hits looked at where the first ten differ, to tell where products came from and went to: a usual page. */
const DEPTH = 60;

export interface Outcome {
  hits: number;
  /** The text searched for, where it is not the one typed. */
  corrected?: string;
  /** Where the shop leads whoever types the text. */
  redirect?: string;
  first?: { key: string; title: string };
}

export interface SearchChange {
  q: string;
  market: string;
  locale: string;
  /** Of all searches, 0 to 1. */
  share: number;
  /** Whether anything that is told here differs. */
  changed: boolean;
  before: Outcome;
  after: Outcome;
  /** Places compared: ten, or as many as the longer list has. */
  places: number;
  overlap: number;
  similarity: number;
  movers: Mover[];
}

export interface Summary {
  queries: number;
  unchanged: number;
  changed: number;
  /** With hits before, without any after. */
  nowWithoutHits: number;
  newlyWithHits: number;
  /** Share of all searches that these are. */
  share: number;
  /** Means over searches made: one that is made more often counts for more. */
  meanOverlap: number;
  meanHitsChange: number;
}

export interface Comparison {
  summary: Summary;
  /** Those that change most first; unchanged ones last, the most frequent first. */
  queries: SearchChange[];
}

/** @throws Problem when a text cannot be asked for. */
export function compareSides(before: Side, after: Side, { searches, total }: Searches, nowMs: number): Comparison {
  const queries = searches.map(search => {
    const ask = (side: Side, depth: number) => side.search(search.q, search, depth, nowMs);
    const was = ask(before, TOP);
    const is = ask(after, TOP);
    if (sameKeys(was, is)) return compareSearch(search, total, was, is);
    // Most of the time goes into what is written and read of each product, so a whole page is asked for only here.
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

function sameKeys({ hits: a }: Found, { hits: b }: Found): boolean {
  return a.length === b.length && a.every(({ key }, i) => key === b[i]!.key);
}

function compareSearch({ q, market, locale, weight }: Search, total: number, was: Found, is: Found): SearchChange {
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

function outcome(typed: string, { q, redirect, total, hits: [first] }: Found): Outcome {
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
  // Rounding must not make it more than the whole.
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
