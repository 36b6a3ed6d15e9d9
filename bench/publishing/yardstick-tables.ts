/**
 * The table of engines beside us: medians of their turns, and in brackets how many times as many answers came from us,
 * in medians of what that was turn by turn.
 */
import { percent, whole } from '../harness/figures.js';
import type { AnswerKind } from './answer-kinds.js';
import { type Column, cell, medianCell, runCell, tableOf } from './cells.js';
import type { Catalog, Measured } from './results.js';
import {
  catalogsOf,
  catalogText,
  figureOf,
  measuredRows,
  NO_FIGURE,
  type PublishedRow,
  ratioOf,
  sameCatalog,
} from './rows.js';

/** What engines are called, by their names in rows. */
const ENGINES: Readonly<Record<string, string>> = {
  fts5: 'SQLite FTS5',
  minisearch: 'MiniSearch',
  flexsearch: 'FlexSearch',
  orama: 'Orama',
};

/** An engine over a catalog. */
interface Line {
  catalog: Catalog;
  engine: string;
  rows: readonly PublishedRow[];
}

const COLUMNS: readonly Column<Line>[] = [
  ['products', ({ catalog }) => catalogText(catalog)],
  ['engine', ({ engine }) => ENGINES[engine] ?? engine],
  ['search pages a second (ours: times)', line => rate(line, 'page')],
  ['8 hits', line => rate(line, 'few')],
  ['unfinished words', line => rate(line, 'prefix')],
  ['products indexed a second', line => medianCell(find(line, 'indexing')?.turns, 'perSecond')],
  ['memory MB', line => medianCell(find(line, 'memory')?.turns, 'residentMb')],
  ['as many hits as ours', line => medianCell(find(line, 'agreement')?.turns, 'sameHits', percent)],
  ['run', ({ rows }) => runCell(rows)],
];

export function yardstickTable(all: readonly PublishedRow[]): string {
  const lines = catalogsOf(all).flatMap(catalog => linesOf(all.filter(row => sameCatalog(row.catalog, catalog))));
  return tableOf(
    COLUMNS,
    lines,
    lines.flatMap(({ rows }) => rows),
  );
}

/** @param rows of one catalog */
function linesOf(rows: readonly PublishedRow[]): Line[] {
  const engines = new Set(rows.flatMap(({ setup }) => setup ?? []));
  return [...engines].map(engine => {
    return { catalog: rows[0].catalog, engine, rows: rows.filter(({ setup }) => setup === engine) };
  });
}

function rate({ rows }: Line, kind: AnswerKind): string {
  const row = measuredRows(rows, 'answers').find(({ requests }) => requests === kind);
  if (row === undefined) return NO_FIGURE;
  const own = figureOf(row.turns, 'perSecond');
  const times = ratioOf(row.beside?.ours, row.turns, 'perSecond');
  return `${cell(own, digits)} (× ${cell(times, digits)})`;
}

function find({ rows }: Line, measurement: Measured): PublishedRow | undefined {
  return rows.find(row => row.measurement === measurement);
}

/** Below ten with one digit behind the point. */
function digits(value: number): string {
  return value < 10 ? value.toFixed(1) : whole(value);
}
