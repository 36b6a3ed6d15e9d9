/** Rows of all runs together: looked up, named, and their turns brought to one figure. */
import { median, whole } from '../harness/figures.js';
import type { Catalog, Measured, Row, Run, Turn } from './results.js';

/** A row, and the number of its run in the list of runs, from 1. */
export interface PublishedRow extends Row {
  run: number;
}

/** Where rows lack a figure. */
export const NO_FIGURE = '–';

/** Catalogs in the order of tables. */
const ORDER: readonly Catalog['name'][] = ['empty', 'demo', 'fashion', 'invented', 'visitors'];

/** @param first number of the first run */
export function rowsOf(runs: readonly Run[], first = 1): PublishedRow[] {
  return runs.flatMap(({ rows }, i) => rows.map(row => ({ ...row, run: first + i })));
}

/** Those of one measurement, smallest catalog first; a catalog's in the order in which they were measured. */
export function measuredRows(rows: readonly PublishedRow[], measurement: Measured): PublishedRow[] {
  return rows.filter(row => row.measurement === measurement).sort((a, b) => byCatalog(a.catalog, b.catalog));
}

/** Of each size of the invented catalog the row of the newest run, smallest size first. */
export function newestBySize(rows: readonly PublishedRow[], measurement: Measured, requests?: string): PublishedRow[] {
  const bySize = new Map<number, PublishedRow>();
  for (const row of measuredRows(rows, measurement)) {
    if (row.catalog.name !== 'invented' || row.requests !== requests) continue;
    const found = bySize.get(row.catalog.count);
    if (found === undefined || row.run < found.run) bySize.set(row.catalog.count, row);
  }
  return [...bySize.values()];
}

/** Catalogs of rows, each once, in their order. */
export function catalogsOf(rows: readonly PublishedRow[]): Catalog[] {
  const names = new Map(rows.map(({ catalog }) => [catalogText(catalog), catalog]));
  return [...names.values()].sort(byCatalog);
}

export function sameCatalog(a: Catalog, b: Catalog): boolean {
  return a.name === b.name && a.count === b.count && a.variants === b.variants;
}

/** As the first column of tables has it. */
export function catalogText({ name, count, variants }: Catalog): string {
  switch (name) {
    case 'invented':
      return variants === undefined ? whole(count) : `${whole(count)}, ${variants} variants each`;
    case 'empty':
      return 'none';
    case 'visitors':
      return `${whole(count)} visitors`;
    default:
      return `${name}, ${whole(count)}`;
  }
}

/** The median of the turns that have the figure. */
export function figureOf(turns: readonly Turn[] | undefined, name: keyof Turn): number | undefined {
  const values = valuesOf(turns, name);
  return values.length === 0 ? undefined : median(values);
}

/** The sum over the turns that have it. */
export function sumOf(turns: readonly Turn[] | undefined, name: keyof Turn): number | undefined {
  const values = valuesOf(turns, name);
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0);
}

export function valuesOf(turns: readonly Turn[] | undefined, name: keyof Turn): number[] {
  return (turns ?? []).flatMap(turn => turn[name] ?? []);
}

/**
 * The median of what turn by turn is the ratio of two sides: other processes on the machine weigh on both sides of a
 * turn alike.
 */
export function ratioOf(
  above: readonly Turn[] | undefined,
  below: readonly Turn[] | undefined,
  name: keyof Turn,
): number | undefined {
  const ratios = (above ?? []).flatMap((turn, i) => {
    const [a, b] = [turn[name], below?.[i]?.[name]];
    return a === undefined || b === undefined ? [] : a / b;
  });
  return ratios.length === 0 ? undefined : median(ratios);
}

function byCatalog(a: Catalog, b: Catalog): number {
  const order = ORDER.indexOf(a.name) - ORDER.indexOf(b.name);
  return order || a.count - b.count || (a.variants ?? 0) - (b.variants ?? 0);
}
