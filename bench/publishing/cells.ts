/** Cells of tables: a figure as text, or a dash where there is none. */
import { percent, quantile, whole } from '../harness/figures.js';
import { markdownTable } from '../harness/markdown.js';
import type { Turn } from './results.js';
import { catalogText, figureOf, NO_FIGURE, type PublishedRow, valuesOf } from './rows.js';

/** A question's table. */
export interface Table {
  /** Of its place in a page. */
  name: string;
  /** Above it, where it is printed by itself. */
  title: string;
  /** Markdown, with what is to be said of single rows below. */
  table: string;
}

/** Above a table's columns, what is in them for a row of the table. */
export type Column<Line> = readonly [head: string, cell: (line: Line) => string];

/**
 * @param lines one for each row of the table
 * @param rows that they are made of
 * @param missing sizes that have no line
 */
export function tableOf<Line>(
  columns: readonly Column<Line>[],
  lines: readonly Line[],
  rows: readonly PublishedRow[],
  missing: readonly number[] = [],
): string {
  if (lines.length === 0) return 'Not measured yet.';
  const notes = notesOf(rows);
  if (missing.length > 0) notes.push(`Not measured yet: ${missing.map(size => `${whole(size)} products`).join('; ')}.`);
  const table = markdownTable([
    columns.map(([head]) => head),
    ...lines.map(line => columns.map(([, cell]) => cell(line))),
  ]);
  return notes.length === 0 ? table : `${table}\n\n${notes.map(note => `- ${note}`).join('\n')}`;
}

/** Each note once, with the catalogs that it is of. */
function notesOf(rows: readonly PublishedRow[]): string[] {
  const catalogs = new Map<string, Set<string>>();
  for (const { catalog, note } of rows) {
    if (note === undefined) continue;
    const named = catalogs.get(note) ?? new Set();
    catalogs.set(note, named.add(catalogText(catalog)));
  }
  return [...catalogs].map(([note, named]) => `${[...named].join('; ')}: ${note}.`);
}

/** @param text of the figure */
export function cell(value: number | undefined, text: (value: number) => string = whole): string {
  return value === undefined ? NO_FIGURE : text(value);
}

/** The median of the turns. @param text of it */
export function medianCell(
  turns: readonly Turn[] | undefined,
  name: keyof Turn,
  text: (value: number) => string = whole,
): string {
  return cell(figureOf(turns, name), text);
}

export function latencyCell(turns: readonly Turn[] | undefined): string {
  return pair(figureOf(turns, 'p50'), figureOf(turns, 'p99'), milliseconds);
}

/** Two figures that belong together. */
export function pair(first: number | undefined, second: number | undefined, text: (value: number) => string): string {
  return first === undefined && second === undefined ? NO_FIGURE : `${cell(first, text)} / ${cell(second, text)}`;
}

/** Of single measurements that are turns of their own. */
export function spread(turns: readonly Turn[], name: keyof Turn): { p50?: number; p99?: number } {
  const sorted = valuesOf(turns, name).sort((a, b) => a - b);
  return sorted.length === 0 ? {} : { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) };
}

/** The runs that rows are from. */
export function runCell(rows: readonly (PublishedRow | undefined)[]): string {
  return [...new Set(rows.flatMap(row => row?.run ?? []))].sort((a, b) => a - b).join(', ');
}

/** Three digits, or all before the point. */
export function milliseconds(value: number): string {
  return value >= 100 ? whole(value) : value.toFixed(value >= 10 ? 1 : 2);
}

export function fixed(digits: number): (value: number) => string {
  return value => value.toFixed(digits);
}

/** Of seconds; of more than a hundred the whole ones. */
export function longSeconds(value: number): string {
  return value >= 100 ? whole(value) : value.toFixed(1);
}

/** Of milliseconds. */
export function seconds(value: number): string {
  return (value / 1000).toFixed(2);
}

/** Of bytes. */
export function megabytes(value: number): string {
  return whole(value / 1e6);
}

export function share(value: number): string {
  return percent(value);
}

export function times(value: number): string {
  return `× ${value.toFixed(2)}`;
}
