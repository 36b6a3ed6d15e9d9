/** Prints a profile: a table of stages, and the slowest queries with their longest stages. */
import { viewLabel } from '../diff/common-views.js';
import { printLine, printTable } from '../terminal/print.js';
import type { Profile, SlowRequest } from './measure.js';
import type { ProfileQuery } from './profile-queries.js';

/** Number of stages that are printed for a slow query, the longest first. */
const NAMED_STAGES = 3;

export function printProfile({ stages, total, slowest }: Profile, queries: readonly ProfileQuery[]): void {
  const row = (name: string, times: Profile['total'], share: number) => {
    const { typicalMicros, meanMicros, p50Micros, p99Micros } = times;
    return [name, micros(typicalMicros), percent(share), ...[meanMicros, p50Micros, p99Micros].map(micros)];
  };
  printTable(
    aligned([
      ['STAGE', 'TYPICAL µs', 'SHARE', 'MEAN µs', 'P50 µs', 'P99 µs'],
      ...stages.map(({ stage, share, ...times }) => row(stage, times, share)),
      row('total', total, 1),
    ]),
  );
  if (slowest.length === 0) return;
  printLine('');
  printTable(
    aligned([
      ['SLOWEST', 'µs', 'MOST OF IT IN'],
      ...slowest.map(slow => [label(queries[slow.index]!), micros(slow.totalMicros), mostOf(slow)]),
    ]),
  );
}

/** Right-aligns numbers; the first and last columns are text. */
function aligned(rows: readonly string[][]): string[][] {
  const isNumbers = (column: number) => rows.slice(1).every(row => /^[\d.,]+( %)?$/.test(row[column]!));
  const width = (column: number) => Math.max(...rows.map(row => row[column]!.length));
  return rows.map(row => row.map((cell, column) => (isNumbers(column) ? cell.padStart(width(column)) : cell)));
}

function label(query: ProfileQuery): string {
  return `${JSON.stringify(query.q)}  ${viewLabel(query)}`;
}

function mostOf({ stages }: SlowRequest): string {
  const longest = [...stages].sort((a, b) => b.micros - a.micros).slice(0, NAMED_STAGES);
  return longest.map(({ stage, micros: spent }) => `${stage} ${micros(spent)}`).join(', ');
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function micros(value: number): string {
  return value.toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}
