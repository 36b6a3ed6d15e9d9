/** Tables of queries: one thread alone, over HTTP, from the cache, and what a request costs front ends and threads. */
import { QUERY_KINDS, type QueryKind } from '../catalogs/requests.js';
import { median, percent, whole } from '../harness/figures.js';
import { type Column, cell, fixed, latencyCell, medianCell, runCell, share, type Table, tableOf } from './cells.js';
import { mixedCost, modelledRate, type RequestCost } from './core-model.js';
import { CORE_SETUPS, type CoreSetup, coreSetupText } from './core-setups.js';
import type { Catalog, Measured, Turn } from './results.js';
import { catalogsOf, catalogText, figureOf, measuredRows, type PublishedRow, ratioOf, sameCatalog } from './rows.js';
import { missingSizes } from './sizes.js';

const PLURALS: Readonly<Record<QueryKind, string>> = {
  'search-page': 'search pages',
  autocomplete: 'autocompletes',
};
const MODELLED_CORES = [8, 32];
/** Shares of the answers that come from the cache: none, and as many as visitors' searches bring. */
const MODELLED_SHARES = [0, 0.8];
/** Of whose costs the model is made: all cores of the machine are busy. */
const MODELLED_SETUP: CoreSetup = '2 query threads';

/** What was measured of one catalog. */
interface CatalogLine {
  catalog: Catalog;
  rows: readonly PublishedRow[];
}

export function queryTables(rows: readonly PublishedRow[]): Table[] {
  const cores = measuredRows(rows, 'cores');
  return [
    { name: 'thread', title: 'One query thread, in process', table: byKind(rows, 'thread', threadColumns) },
    { name: 'http', title: 'Over HTTP, nothing cached', table: byKind(rows, 'uncached', httpColumns) },
    { name: 'cached', title: 'Over HTTP, with the answer cache', table: cacheTable(rows) },
    { name: 'cores', title: 'By query threads and front ends', table: coresTable(cores) },
    { name: 'modelled', title: 'Modelled for more cores', table: modelledTable(cores) },
  ];
}

/** A line for each catalog, the columns of both kinds of query side by side. */
function byKind(
  all: readonly PublishedRow[],
  measurement: Measured,
  columnsOf: (kind: QueryKind) => Column<CatalogLine>[],
): string {
  const rows = measuredRows(all, measurement);
  const lines = byCatalog(rows);
  const columns: Column<CatalogLine>[] = [
    ['products', line => catalogText(line.catalog)],
    ...QUERY_KINDS.flatMap(columnsOf),
    ['run', line => runCell(line.rows)],
  ];
  return tableOf(columns, lines, rows, missingSizes(rows));
}

function threadColumns(kind: QueryKind): Column<CatalogLine>[] {
  const turns = (line: CatalogLine) => ofKind(line, kind)?.turns;
  return [
    [`${PLURALS[kind]} a second`, line => medianCell(turns(line), 'perSecond')],
    ['p50 / p99 ms', line => latencyCell(turns(line))],
    ['CPU µs', line => medianCell(turns(line), 'cpuMicros')],
    ['KB', line => medianCell(turns(line), 'bytes', kilobytes)],
  ];
}

function httpColumns(kind: QueryKind): Column<CatalogLine>[] {
  const of = (line: CatalogLine) => ofKind(line, kind);
  return [
    [`${PLURALS[kind]} a second`, line => medianCell(of(line)?.turns, 'perSecond')],
    ['p50 / p99 ms', line => latencyCell(of(line)?.turns)],
    ['CPU µs', line => medianCell(of(line)?.turns, 'cpuMicros')],
    ['of bare', line => cell(ratioOf(of(line)?.turns, of(line)?.beside?.bare, 'perSecond'), share)],
    ['refused', line => cell(refusedShare(of(line)?.turns), share)],
  ];
}

/** Of all requests; rates count those that are refused, too. */
function refusedShare(turns: readonly Turn[] = []): number | undefined {
  const shares = turns.flatMap(({ failed, requests }) => (failed === undefined || !requests ? [] : failed / requests));
  return shares.length === 0 ? undefined : median(shares);
}

/** Answers that have all been given before, then those that visitors' searches find in a cache of the usual size. */
function cacheTable(all: readonly PublishedRow[]): string {
  const rows = [...measuredRows(all, 'hits'), ...measuredRows(all, 'cached')];
  const columns: Column<PublishedRow>[] = [
    ['products', ({ catalog }) => catalogText(catalog)],
    ['requests', ({ requests = '', setup }) => (setup === undefined ? requests : `${requests}, ${setup}`)],
    ['from the cache', ({ turns }) => medianCell(turns, 'cachedShare', share)],
    ['a second', ({ turns }) => medianCell(turns, 'perSecond')],
    ['p50 / p99 ms', ({ turns }) => latencyCell(turns)],
    ['front end CPU µs', ({ turns }) => medianCell(turns, 'frontCpuMicros', fixed(1))],
    ['of bare', ({ turns, beside }) => cell(ratioOf(turns, beside?.bare, 'perSecond'), share)],
    ['of bare by CPU', row => cell(cpuShare(row), share)],
    ['node:http of it', ({ turns, beside }) => cell(ratioOf(beside?.node, turns, 'perSecond'), share)],
    ['node:http by CPU', ({ turns, beside }) => cell(ratioOf(turns, beside?.node, 'frontCpuMicros'), share)],
    ['run', row => runCell([row])],
  ];
  return tableOf(columns, rows, rows);
}

/** What the bare endpoint's thread needs for an answer, of what the front end's needs. */
function cpuShare({ turns, beside }: PublishedRow): number | undefined {
  return figureOf(turns, 'cpuRatio') ?? ratioOf(beside?.bare, turns, 'frontCpuMicros');
}

function coresTable(rows: readonly PublishedRow[]): string {
  interface Line extends CatalogLine {
    setup: CoreSetup;
  }
  const lines: Line[] = byCatalog(rows).flatMap(line => CORE_SETUPS.map(setup => ({ ...line, setup })));
  const columns: Column<Line>[] = [
    ['products', line => catalogText(line.catalog)],
    ['threads', line => line.setup],
    ...QUERY_KINDS.flatMap(kind =>
      [false, true].map((cached): Column<Line> => {
        const head = `${PLURALS[kind]} ${cached ? 'from the cache' : 'computed'}`;
        return [head, line => costCell(setupRow(line.rows, kind, coreSetupText(cached, line.setup)))];
      }),
    ),
    ['run', line => runCell(line.rows.filter(({ setup }) => setup?.endsWith(line.setup)))],
  ];
  return tableOf(columns, lines, rows);
}

/** As `634 (167 + 2,728)`. */
function costCell(row: PublishedRow | undefined): string {
  const rate = medianCell(row?.turns, 'perSecond');
  const cost = costOf(row);
  return cost === undefined ? rate : `${rate} (${whole(cost.front)} + ${whole(cost.others)})`;
}

function modelledTable(rows: readonly PublishedRow[]): string {
  interface Line extends CatalogLine {
    cores: number;
  }
  const lines: Line[] = byCatalog(rows).flatMap(line => MODELLED_CORES.map(cores => ({ ...line, cores })));
  const columns: Column<Line>[] = [
    ['products', line => catalogText(line.catalog)],
    ['cores', line => String(line.cores)],
    ...QUERY_KINDS.flatMap(kind =>
      MODELLED_SHARES.map((cached): Column<Line> => {
        const head = `${PLURALS[kind]} a second, ${percent(cached)} cached`;
        return [head, line => modelledCell(line, kind, cached)];
      }),
    ),
  ];
  return tableOf(columns, lines, []);
}

/** As `10,998 (2)`. */
function modelledCell(line: CatalogLine & { cores: number }, kind: QueryKind, cached: number): string {
  const cost = (fromCache: boolean) => costOf(setupRow(line.rows, kind, coreSetupText(fromCache, MODELLED_SETUP)));
  const [hit, miss] = [cost(true), cost(false)];
  if (!hit || !miss) return cell(undefined);
  const { rate, frontEnds } = modelledRate(line.cores, mixedCost(hit, miss, cached));
  return `${whole(rate)} (${frontEnds})`;
}

function costOf(row: PublishedRow | undefined): RequestCost | undefined {
  const front = figureOf(row?.turns, 'frontCpuMicros');
  const all = figureOf(row?.turns, 'cpuMicros');
  return front === undefined || all === undefined ? undefined : { front, others: Math.max(0, all - front) };
}

function byCatalog(rows: readonly PublishedRow[]): CatalogLine[] {
  return catalogsOf(rows).map(catalog => ({ catalog, rows: rows.filter(row => sameCatalog(row.catalog, catalog)) }));
}

function ofKind({ rows }: CatalogLine, kind: QueryKind): PublishedRow | undefined {
  return rows.find(({ requests }) => requests === kind);
}

function setupRow(rows: readonly PublishedRow[], kind: QueryKind, wanted: string): PublishedRow | undefined {
  return rows.find(({ requests, setup }) => requests === kind && setup === wanted);
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
