/** Prints a comparison as text: the most changed queries with the products that move, then a summary. */
import { formatCount, printLine, printTable } from '../terminal/print.js';
import { viewLabel } from './common-views.js';
import type { Comparison, SearchChange, SideOutcome, Summary } from './comparison.js';
import { type MovedHit, TOP } from './ranked-lists.js';

/** Most moved products that are printed for a query; the JSON has all. */
const MOVERS_SHOWN = 5;

/** @param limit most queries that are printed */
export function printComparison({ queries, summary }: Comparison, limit: number): void {
  const shown = queries.filter(query => query.changed).slice(0, limit);
  const varied = queries.some(({ share }) => share !== queries[0]!.share);
  for (const query of shown) printQuery(query, varied);
  const more = summary.changed - shown.length;
  if (more > 0) printLine(`and ${more.toLocaleString('en')} more that changed less (--limit shows more)\n`);
  printSummary(summary);
}

function printQuery(query: SearchChange, withShare: boolean): void {
  const { q, share, before, after, movers } = query;
  printLine(`${JSON.stringify(q)}  ${viewLabel(query)}${withShare ? `  ${percent(share)}` : ''}`);
  printLine(`  ${formatHits(before.hits, after.hits)}${formatTop(query)}${firstHit(before, after)}`);
  if (before.corrected !== after.corrected) {
    printLine(`  searched for ${searched(q, before)} → ${searched(q, after)}`);
  }
  if (before.redirect !== after.redirect) {
    printLine(`  leads to ${before.redirect ?? 'hits'} → ${after.redirect ?? 'hits'}`);
  }
  const told = movers.filter(({ move }) => move !== 'shifted');
  printTable(told.slice(0, MOVERS_SHOWN).map(mover => [`  ${journey(mover)}`, mover.key, mover.title]));
  if (told.length > MOVERS_SHOWN) printLine(`  and ${told.length - MOVERS_SHOWN} more`);
  printLine('');
}

function formatHits(before: number, after: number): string {
  return before === after ? `hits ${before}` : `hits ${before} → ${after}`;
}

function formatTop({ overlap, places, movers }: SearchChange): string {
  if (places === 0) return '';
  const first = places < TOP ? '' : 'the first ';
  return movers.length === 0
    ? `, the same first ${places}`
    : `, ${Math.round(overlap * places)} of ${first}${places} shared`;
}

function firstHit(before: SideOutcome, after: SideOutcome): string {
  const differs = before.first && after.first && before.first.key !== after.first.key;
  return differs ? ', another product first' : '';
}

function searched(q: string, { corrected = q }: SideOutcome): string {
  return JSON.stringify(corrected);
}

function journey({ move, from, to }: MovedHit): string {
  switch (move) {
    case 'new':
      return `new → ${to}`;
    case 'gone':
      return `${from} → gone`;
    case 'risen':
      return `far → ${to}`;
    case 'sunk':
      return `${from} → far`;
    default:
      return `${from} → ${to}`;
  }
}

function printSummary({ queries, changed, nowWithoutHits, newlyWithHits, meanOverlap, meanHitsChange }: Summary): void {
  const lost = nowWithoutHits > 0 ? `, ${nowWithoutHits} now without hits` : '';
  const found = newlyWithHits > 0 ? `, ${newlyWithHits} now with hits` : '';
  printLine(`${formatQueries(queries)}: ${queries - changed} unchanged, ${changed} changed${lost}${found}`);
  const sign = meanHitsChange > 0 ? '+' : '';
  printLine(
    `first ten shared: ${percent(meanOverlap)} on average; hits: ${sign}${meanHitsChange.toFixed(1)} on average`,
  );
}

function formatQueries(count: number): string {
  return count === 1 ? '1 query' : formatCount(count, 'querie');
}

/** `0.0312` → `3.1 %`. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
