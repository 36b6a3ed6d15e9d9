/**
 * Tables of the comparison with Lucene: medians of the turns, and medians of what one turn's ratio of ours to Lucene's
 * was. Where two figures stand in a cell, ours comes first.
 */
import { percent, whole } from '../harness/figures.js';
import { ANSWER_KINDS, type AnswerKind } from './answer-kinds.js';
import { type Column, cell, latencyCell, medianCell, milliseconds, pair, runCell, tableOf, times } from './cells.js';
import type { Turn } from './results.js';
import { catalogText, figureOf, measuredRows, NO_FIGURE, type PublishedRow, ratioOf } from './rows.js';

/** Two sides of a row: ours, and one of those beside it. */
interface Line {
  row: PublishedRow;
  what: string;
  lucene: readonly Turn[] | undefined;
  /** What is compared. */
  figure: keyof Turn;
  unit: string;
}

const products: Column<Line> = ['products', ({ row }) => catalogText(row.catalog)];
const ratio: Column<Line> = ['ours : Lucene', line => cell(rateRatio(line), times)];
const byCpu: Column<Line> = ['by CPU time', line => cell(cpuRatio(line), times)];
const run: Column<Line> = ['run', ({ row }) => runCell([row])];

/** For a reader in a hurry: answers and indexing, with cards as Lucene keeps them unless told otherwise. */
export function shortLuceneTable(all: readonly PublishedRow[]): string {
  const lines = [...answerLines(all), ...indexingLines(all)];
  const columns: Column<Line>[] = [
    products,
    ['a second', ({ what }) => what],
    ['ours', ({ row }) => medianCell(row.turns, 'perSecond')],
    ['Lucene', ({ lucene }) => medianCell(lucene, 'perSecond')],
    ratio,
    byCpu,
    ['its cards not compressed', ({ row }) => cell(besideColumns(row), times)],
    ['ours p50 / p99 ms', ({ row }) => latencyCell(row.turns)],
    ['Lucene p50 / p99 ms', ({ lucene }) => latencyCell(lucene)],
    run,
  ];
  return tableOf(columns, lines, rowsIn(lines));
}

/** All that was compared, and how far both find the same. */
export function luceneTable(all: readonly PublishedRow[]): string {
  const lines = [...answerLines(all), ...columnLines(all), ...indexingLines(all), ...sizeLines(all)];
  const both = (name: keyof Turn, text: (value: number) => string): Column<Line>[1] => {
    return ({ row, lucene }) => pair(figureOf(row.turns, name), figureOf(lucene, name), text);
  };
  const columns: Column<Line>[] = [
    products,
    ['', ({ what }) => what],
    ['ours', ({ row, figure, unit }) => withUnit(figureOf(row.turns, figure), unit)],
    ['Lucene', ({ lucene, figure, unit }) => withUnit(figureOf(lucene, figure), unit)],
    ratio,
    byCpu,
    ['p50 ms', both('p50', milliseconds)],
    ['p99 ms', both('p99', milliseconds)],
    ['CPU µs', both('cpuMicros', whole)],
    ['KB/answer', both('bytes', bytes => (bytes / 1000).toFixed(1))],
    run,
  ];
  const agreements = measuredRows(all, 'agreement').map(agreement);
  return [tableOf(columns, lines, rowsIn(lines)), ...agreements].join('\n\n');
}

function answerLines(all: readonly PublishedRow[]): Line[] {
  return measuredRows(all, 'answers').map(row => ({ ...answers(row), lucene: row.beside?.lucene }));
}

/** Lucene with cards in columns. */
function columnLines(all: readonly PublishedRow[]): Line[] {
  return measuredRows(all, 'answers').map(row => {
    const line = answers(row);
    return { ...line, what: `${line.what}; Lucene's cards not compressed`, lucene: row.beside?.columns };
  });
}

function answers(row: PublishedRow): Omit<Line, 'lucene'> {
  const what = ANSWER_KINDS[row.requests as AnswerKind] ?? '';
  return { row, what: row.setup ? `${what}; ${row.setup}` : what, figure: 'perSecond', unit: '/s' };
}

function indexingLines(all: readonly PublishedRow[]): Line[] {
  return measuredRows(all, 'indexing').map(row => {
    return { row, what: 'products indexed', lucene: row.beside?.lucene, figure: 'perSecond', unit: '/s' };
  });
}

function sizeLines(all: readonly PublishedRow[]): Line[] {
  const line = (row: PublishedRow, what: string, figure: keyof Turn): Line => {
    return { row, what, lucene: row.beside?.lucene, figure, unit: ' MB' };
  };
  return [
    ...measuredRows(all, 'memory').map(row => line(row, 'resident memory after that', 'residentMb')),
    ...measuredRows(all, 'disk').flatMap(row => [
      line(row, 'on disk', 'diskMb'),
      line(row, 'on disk without cards', 'diskWithoutCardsMb'),
    ]),
  ];
}

function agreement({ catalog, turns: [{ sameHits = 0, oursAlone = 0, otherAlone = 0, requests = 0 }] }: PublishedRow) {
  return `${catalogText(catalog)}: of ${whole(requests)} searches ${percent(sameHits)} have as many hits in both, ${percent(oursAlone)} have some in ours alone, ${percent(otherAlone)} in Lucene alone.`;
}

function rateRatio({ row, lucene, figure }: Line): number | undefined {
  return figureOf(lucene, 'ratio') ?? ratioOf(row.turns, lucene, figure);
}

/** Of our answers to those of Lucene with cards as it stores them. */
export function besideStored({ turns, beside }: PublishedRow): number | undefined {
  return figureOf(beside?.lucene, 'ratio') ?? ratioOf(turns, beside?.lucene, 'perSecond');
}

/** Of our answers to those of Lucene with cards in columns. */
export function besideColumns({ turns, beside }: PublishedRow): number | undefined {
  return figureOf(beside?.columns, 'ratio') ?? ratioOf(turns, beside?.columns, 'perSecond');
}

function cpuRatio({ row, lucene }: Line): number | undefined {
  return figureOf(lucene, 'cpuRatio') ?? ratioOf(lucene, row.turns, 'cpuMicros');
}

function withUnit(value: number | undefined, unit: string): string {
  return value === undefined ? NO_FIGURE : `${value < 10 ? value.toFixed(1) : whole(value)}${unit}`;
}

function rowsIn(lines: readonly Line[]): PublishedRow[] {
  return lines.map(({ row }) => row);
}
