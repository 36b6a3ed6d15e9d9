/** Tables of what a daemon does besides answering: import, update, start, swap, remember; and what it takes for it. */
import { median } from '../harness/figures.js';
import {
  type Column,
  cell,
  fixed,
  latencyCell,
  longSeconds,
  medianCell,
  megabytes,
  milliseconds,
  pair,
  runCell,
  seconds,
  spread,
  type Table,
  tableOf,
  times,
} from './cells.js';
import type { Turn } from './results.js';
import { catalogText, figureOf, measuredRows, NO_FIGURE, type PublishedRow, ratioOf, sumOf, valuesOf } from './rows.js';
import { missingSizes } from './sizes.js';

/** The first imports compile code and open what later ones find open. */
const WARM_UP_IMPORTS = 5;

const products: Column<PublishedRow> = ['products', ({ catalog }) => catalogText(catalog)];
const run: Column<PublishedRow> = ['run', row => runCell([row])];

/** A column with the medians of a figure. */
function of(head: string, name: keyof Turn, text?: (value: number) => string): Column<PublishedRow> {
  return [head, ({ turns }) => medianCell(turns, name, text)];
}

export function lifecycleTables(all: readonly PublishedRow[]): Table[] {
  const table = (name: PublishedRow['measurement'], columns: readonly Column<PublishedRow>[], everySize = false) => {
    const rows = measuredRows(all, name);
    return tableOf([...columns, run], rows, rows, everySize ? missingSizes(rows) : []);
  };
  return [
    { name: 'imports', title: 'Import of a whole catalog', table: table('import', IMPORT, true) },
    { name: 'one-view', title: 'Import of one view', table: table('one-view', ONE_VIEW) },
    { name: 'updates', title: 'Updates until queries show them', table: table('updates', UPDATES, true) },
    { name: 'growth', title: 'Memory and disk after many updates', table: growthTable(all) },
    { name: 'start', title: 'Start', table: table('start', START, true) },
    { name: 'firsts', title: 'First requests of a kind', table: firstsTable(all) },
    { name: 'swaps', title: 'Swaps under load', table: swapsTable(all) },
    { name: 'pauses', title: 'Pauses of queries', table: table('pauses', PAUSES) },
    { name: 'size', title: 'Memory and disk', table: table('size', SIZE, true) },
    { name: 'notifications', title: 'Notifications', table: table('notifications', NOTIFICATIONS) },
    { name: 'visitors', title: 'Visitors', table: table('visitors', VISITORS) },
  ];
}

const ONE_VIEW: readonly Column<PublishedRow>[] = [
  products,
  of('live after s', 'seconds', longSeconds),
  of('CPU s', 'cpuSeconds', longSeconds),
  ['products a CPU second', ({ catalog, turns }) => cell(perSecond(catalog.count, figureOf(turns, 'cpuSeconds')))],
  of('most memory MB', 'ownMb'),
  of('MB of lines', 'lineBytes', megabytes),
];

const IMPORT: readonly Column<PublishedRow>[] = [
  products,
  of('live after s', 'seconds', longSeconds),
  ['products a second', ({ catalog, turns }) => cell(perSecond(catalog.count, figureOf(turns, 'seconds')))],
  of('CPU s', 'cpuSeconds', longSeconds),
  of('most memory MB', 'ownMb'),
  of('MB of lines', 'lineBytes', megabytes),
];

const UPDATES: readonly Column<PublishedRow>[] = [
  products,
  ['changed', ({ setup = '' }) => setup],
  ['seen by queries, p50 / p99 ms', ({ turns }) => seenCell(turns)],
  ['replied ms', ({ turns }) => medianCell(steady(turns), 'repliedMs')],
  ['the first seen ms', ({ turns: [first] }) => cell(first.firstSeenMs ?? first.seenMs)],
  ['CPU s', ({ turns }) => medianCell(steady(turns), 'cpuSeconds', fixed(2))],
];

const START: readonly Column<PublishedRow>[] = [
  products,
  of('listens s', 'listeningMs', seconds),
  of('ready s', 'readyMs', seconds),
  of('first answer s', 'answeredMs', seconds),
  ['slowest s', ({ turns }) => (turns.length < 2 ? NO_FIGURE : cell(most(turns, 'answeredMs'), seconds))],
  of('CPU s', 'cpuSeconds', fixed(2)),
];

const SIZE: readonly Column<PublishedRow>[] = [
  products,
  of('memory MB', 'ownMb'),
  of('with mapped files', 'residentMb'),
  of('index on disk MB', 'indexBytes', megabytes),
  of('cards on disk MB', 'cardBytes', megabytes),
  of('index bytes a product and view', 'indexBytesPerItem'),
  of('card bytes', 'cardBytesPerItem'),
];

const NOTIFICATIONS: readonly Column<PublishedRow>[] = [
  products,
  ['from', ({ setup = '' }) => setup],
  of('acknowledged a second', 'perSecond'),
  ['p50 / p99 ms', ({ turns }) => latencyCell(turns)],
  of('of a commit', 'perCommit'),
  of('commit ms', 'commitMs', fixed(1)),
  of('bytes each', 'bytes'),
];

const VISITORS: readonly Column<PublishedRow>[] = [
  ['remembered', ({ catalog }) => catalogText(catalog)],
  ['reading one, p50 / p99 µs', ({ turns }) => pair(micros(turns, 'p50'), micros(turns, 'p99'), fixed(1))],
  of('CPU µs', 'cpuMicros', fixed(1)),
  of('MB on disk', 'diskMb'),
  of('things of each', 'remembered', fixed(1)),
  of('written in s', 'seconds'),
];

const SWAPS: readonly Column<PublishedRow>[] = [
  products,
  ['a swap', ({ measurement, setup = '' }) => (measurement === 'swaps' ? 'without a pause' : setup)],
  ['requests a second', ({ turns }) => cell(requestRate(turns))],
  ['p99 ms', ({ turns }) => medianCell(turns, 'p99', milliseconds)],
  ['p99 without', ({ beside }) => medianCell(beside?.before, 'p99', milliseconds)],
  ['ratio', ({ turns, beside }) => cell(figureOf(turns, 'ratio') ?? ratioOf(turns, beside?.before, 'p99'), times)],
  ['swaps', ({ turns }) => cell(sumOf(turns, 'swaps'))],
  ['failed requests', ({ turns }) => cell(sumOf(turns, 'failed'))],
  run,
];

const PAUSES: readonly Column<PublishedRow>[] = [
  products,
  ['beside', ({ setup = '' }) => setup],
  ['times', ({ turns }) => cell(sumOf(turns, 'imports'))],
  ['p99.9 ms', ({ turns }) => medianCell(turns, 'p999', milliseconds)],
  ['without', ({ beside }) => medianCell(beside?.before, 'p999', milliseconds)],
  ['longest ms', ({ turns }) => cell(most(turns, 'longest'), milliseconds)],
  ['without', ({ beside }) => cell(most(beside?.before ?? [], 'longest'), milliseconds)],
  ['failed requests', ({ turns }) => cell(sumOf(turns, 'failed'))],
];

function swapsTable(all: readonly PublishedRow[]): string {
  const rows = [...measuredRows(all, 'swap'), ...measuredRows(all, 'swaps')];
  return tableOf(SWAPS, rows, rows);
}

/** A line for each kind of requests, with all moments at which they were the first. */
function firstsTable(all: readonly PublishedRow[]): string {
  const rows = measuredRows(all, 'firsts');
  const kinds = new Map<string, PublishedRow[]>();
  for (const row of rows) {
    const kind = `${row.run} ${catalogText(row.catalog)} ${row.requests}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), row]);
  }
  const moments = [...new Set(rows.map(({ setup }) => setup))];
  const columns: Column<readonly PublishedRow[]>[] = [
    ['products', ([{ catalog }]) => catalogText(catalog)],
    ['kind', ([{ requests = '' }]) => requests],
    ['later ones ms', of => medianCell(turnsOf(of), 'warmMs', fixed(2))],
    ...moments.map((moment): Column<readonly PublishedRow[]> => {
      const at = (of: readonly PublishedRow[]) => of.find(({ setup }) => setup === moment)?.turns;
      return [`${moment} ms`, of => firstCell(at(of))];
    }),
    ['run', of => runCell(of.slice(0, 1))],
  ];
  return tableOf(columns, [...kinds.values()], rows);
}

function turnsOf(rows: readonly PublishedRow[]): Turn[] {
  return rows.flatMap(({ turns }) => turns);
}

/** What the first took, and how many times as long as later ones. */
function firstCell(turns: readonly Turn[] | undefined): string {
  const ratios = (turns ?? []).flatMap(({ firstMs, warmMs }) => (firstMs && warmMs ? [firstMs / warmMs] : []));
  if (ratios.length === 0) return NO_FIGURE;
  return `${medianCell(turns, 'firstMs', fixed(1))}, ${times(median(ratios))}`;
}

/** Every turn is a line of its own. */
function growthTable(all: readonly PublishedRow[]): string {
  const rows = measuredRows(all, 'growth');
  const lines = rows.flatMap(row => row.turns.map(turn => ({ ...row, turns: [turn] })));
  const columns = [
    products,
    of('after imports', 'imports'),
    of('daemon MB', 'daemonMb'),
    of('ingest process MB', 'ingestMb'),
    of('disk MB', 'diskMb'),
    run,
  ];
  return tableOf(columns, lines, rows);
}

/** Of single updates, or of the row where only those of all were kept. */
function seenCell(turns: readonly Turn[]): string {
  if (turns[0].p50 !== undefined) return latencyCell(turns);
  const { p50, p99 } = spread(steady(turns), 'seenMs');
  return pair(p50, p99, milliseconds);
}

function steady(turns: readonly Turn[]): readonly Turn[] {
  return turns.length > WARM_UP_IMPORTS ? turns.slice(WARM_UP_IMPORTS) : turns;
}

/** Where swaps have no pause, `perSecond` counts swaps. */
function requestRate(turns: readonly Turn[]): number | undefined {
  const rates = turns.flatMap(({ swaps, seconds: length, requests, perSecond: rate }) =>
    length === undefined ? (rate ?? []) : swaps === undefined || requests === undefined ? [] : requests / length,
  );
  return rates.length === 0 ? undefined : median(rates);
}

function perSecond(count: number, length: number | undefined): number | undefined {
  return length === undefined ? undefined : count / length;
}

function micros(turns: readonly Turn[], name: 'p50' | 'p99'): number | undefined {
  const value = figureOf(turns, name);
  return value === undefined ? undefined : value * 1000;
}

function most(turns: readonly Turn[], name: keyof Turn): number | undefined {
  const values = valuesOf(turns, name);
  return values.length === 0 ? undefined : Math.max(...values);
}
