/** All tables of `npm run bench`, of one run or of all that were published. */
import type { Table } from './cells.js';
import { lifecycleTables } from './lifecycle-tables.js';
import { queryTables } from './query-tables.js';
import type { Run } from './results.js';
import { rowsOf } from './rows.js';

/** Those with something in them. */
export function daemonTables(runs: readonly Run[]): Table[] {
  return allDaemonTables(runs).filter(({ table }) => table.startsWith('|'));
}

export function allDaemonTables(runs: readonly Run[]): Table[] {
  const rows = rowsOf(runs);
  return [...queryTables(rows), ...lifecycleTables(rows)];
}
