/** Means of judged queries by class and locale, and the table of them. */
import { percent } from '../harness/figures.js';
import { markdownTable } from '../harness/markdown.js';

/** What a query that was asked counts by. */
export interface Scored {
  class: string;
  locale: string;
  /** Nothing of the catalog is meant. */
  none?: true;
  /** Whether nothing was found. */
  empty?: boolean;
  ndcg?: number;
  first?: boolean;
}

export interface Means {
  /** Queries with something to find. */
  queries: number;
  ndcg: number;
  /** Share of queries whose first hit is fully right. */
  first: number;
  /** Queries with nothing to find. */
  nothing: number;
  /** Share of those that found nothing. */
  empty: number;
}

export function means(rows: readonly Scored[]): Means {
  const wanted = rows.filter(({ none }) => !none);
  const nothing = rows.filter(({ none }) => none);
  return {
    queries: wanted.length,
    ndcg: mean(wanted, ({ ndcg = 0 }) => ndcg),
    first: mean(wanted, ({ first }) => Number(first)),
    nothing: nothing.length,
    empty: mean(nothing, ({ empty }) => Number(empty)),
  };
}

/** 1 over no rows. */
function mean(rows: readonly Scored[], value: (row: Scored) => number): number {
  return rows.length === 0 ? 1 : rows.reduce((sum, row) => sum + value(row), 0) / rows.length;
}

export function grouped<One>(rows: readonly One[], by: (row: One) => string): Map<string, One[]> {
  const groups = new Map<string, One[]>();
  for (const row of rows) groups.set(by(row), [...(groups.get(by(row)) ?? []), row]);
  return groups;
}

/** One figure for a class: nDCG where there is something to find, else the share that found nothing. */
export function figure({ queries, ndcg, empty }: Means): number {
  return queries > 0 ? ndcg : empty;
}

/** Markdown: a row a class, and for each locale the figure and how many queries it is over. */
export function summaryTable(rows: readonly Scored[]): string {
  const locales = [...new Set(rows.map(({ locale }) => locale))];
  const line = (name: string, of: readonly Scored[]) => {
    const byLocale = locales.map(locale => cell(of.filter(row => row.locale === locale)));
    const { first, queries } = means(of);
    return [name, ...byLocale, cell(of), queries > 0 ? percent(first, 1) : '', String(of.length)];
  };
  const wanted = rows.filter(({ none }) => !none);
  const nothing = rows.filter(({ none }) => none);
  const lines = [...grouped(wanted, row => row.class)].map(([name, of]) => line(name, of));
  if (wanted.length > 0) lines.push(line('all with something to find', wanted));
  if (nothing.length > 0) lines.push(line('none: found nothing', nothing));
  return markdownTable([['class', ...locales, 'all', 'first hit right', 'queries'], ...lines]);
}

function cell(rows: readonly Scored[]): string {
  if (rows.length === 0) return '';
  const of = means(rows);
  return `${of.queries > 0 ? of.ndcg.toFixed(3) : percent(of.empty, 1)} (${rows.length})`;
}
