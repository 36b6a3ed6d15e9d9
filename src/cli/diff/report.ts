/** A comparison as people read it: what changes most with the products that move, then the sum of it. */
import { formatCount, printLine, printTable } from '../terminal/print.js';
import type { Comparison, Outcome, SearchChange, Summary } from './comparison.js';
import { type Mover, TOP } from './ranked-lists.js';
import { viewLabel } from './views.js';

/** Of one query, those at the top; the JSON has all of them. */
const MOVERS_SHOWN = 5;

/** @param limit queries shown */
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

function firstHit(before: Outcome, after: Outcome): string {
  const differs = before.first && after.first && before.first.key !== after.first.key;
  return differs ? ', another product first' : '';
}

function searched(q: string, { corrected = q }: Outcome): string {
  return JSON.stringify(corrected);
}

function journey({ move, from, to }: Mover): string {
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
