/** Five lines of figures for the README of the project, each with its machine and date, at one catalog size. */
import { whole } from '../harness/figures.js';
import { type AnswerKind, EACH_TEXT_ONCE, OVER_HTTP } from './answer-kinds.js';
import { cell, fixed, milliseconds, seconds, spread } from './cells.js';
import { machineText } from './conditions.js';
import { besideColumns, besideStored } from './lucene-tables.js';
import type { Measured, Run, Turn } from './results.js';
import { figureOf, measuredRows, newestBySize, type PublishedRow, rowsOf } from './rows.js';

/** Products. */
const SIZE = 100_000;

type Rows = readonly PublishedRow[];

/** @returns Markdown; a line whose figures were not measured is left out */
export function summary(daemon: readonly Run[], lucene: readonly Run[]): string {
  const runs = [...daemon, ...lucene];
  const rows = rowsOf(runs);
  const find = (measurement: Measured, requests?: string) =>
    newestBySize(rows, measurement, requests).find(({ catalog }) => catalog.count === SIZE);
  const lines = [
    queries('One query thread, nothing cached', find('thread', 'search-page'), find('thread', 'autocomplete')),
    queries(
      'Over HTTP by 32 connections, the load on the same cores, nothing cached',
      find('uncached', 'search-page'),
      find('uncached', 'autocomplete'),
    ),
    besideLucene(measuredRows(rows, 'answers').filter(({ catalog }) => catalog.count === SIZE)),
    imports(find('import'), updatesOf(rows)),
    startAndMemory(find('start'), find('size')),
  ];
  const written = lines.flatMap(line => {
    if (line === undefined) return [];
    const places = [...new Set(line.rows.map(row => placeText(row, runs)))].join('; ');
    return `- ${line.text} *(${places})*`;
  });
  return [`${whole(SIZE)} products of the invented catalog:`, '', ...written].join('\n');
}

function placeText({ run, catalog: { variants } }: PublishedRow, runs: readonly Run[]): string {
  const where = machineText(runs[run - 1].conditions);
  return variants === undefined ? where : `${where}, ${variants} variants a product`;
}

/** Of prices, in the newest run. */
function updatesOf(rows: Rows): PublishedRow | undefined {
  const found = measuredRows(rows, 'updates').filter(({ setup }) => setup === '1,000 prices');
  return newestBySize(found, 'updates').find(({ catalog }) => catalog.count === SIZE);
}

interface Line {
  text: string;
  rows: Rows;
}

function queries(where: string, search?: PublishedRow, complete?: PublishedRow): Line | undefined {
  if (!search || !complete) return undefined;
  const figures = ({ turns }: PublishedRow, what: string) => {
    const latencies = (['p50', 'p99'] as const).flatMap(name => {
      const value = figureOf(turns, name);
      return value === undefined ? [] : `${name} ${milliseconds(value)} ms`;
    });
    return `${cell(figureOf(turns, 'perSecond'))} ${what} a second (${latencies.join(', ')})`;
  };
  const pages = figures(search, 'search pages with 60 products and all facets');
  return { text: `${where}: ${pages}, ${figures(complete, 'autocompletes')}.`, rows: [search, complete] };
}

function besideLucene(rows: Rows): Line | undefined {
  const rowOf = (kind: AnswerKind, texts?: string) =>
    rows.find(({ requests, setup }) => requests === kind && setup === texts);
  const times = (kind: AnswerKind) => {
    const row = rowOf(kind);
    const ratios = row && [besideStored(row), besideColumns(row)];
    const [stored, columns] = (ratios ?? [undefined, undefined]).map(value => cell(value, fixed(1)));
    return `${stored} times as many (${columns})`;
  };
  const also = (what: string, setup: string) => {
    const ratios = (['page', 'few', 'prefix'] as const).flatMap(kind => {
      const row = rowOf(kind, setup);
      return row ? [cell(besideStored(row), fixed(1))] : [];
    });
    return ratios.length > 0 ? `; ${what}, ${ratios.join(', ')}` : '';
  };
  if (rows.length === 0) return undefined;
  const first = also('where each text is asked for the first time', EACH_TEXT_ONCE);
  const served = also('ours over HTTP and Lucene in process', OVER_HTTP);
  const text = `Beside Lucene in the same run, one thread each: ${times('page')} search pages, ${times('few')} with 8 hits, ${times('prefix')} for unfinished words; in brackets beside Lucene with its cards not compressed${first}${served}.`;
  return { text, rows };
}

function imports(whole: PublishedRow | undefined, update: PublishedRow | undefined): Line | undefined {
  if (!whole) return undefined;
  const all = `A whole catalog is live ${cell(figureOf(whole.turns, 'seconds'), value => value.toFixed(0))} s after its import began`;
  if (!update) return { text: `${all}.`, rows: [whole] };
  const seen = figureOf(update.turns, 'p50') ?? spread(update.turns, 'seenMs').p50;
  return {
    text: `${all}; ${update.setup} are seen by queries after ${cell(seen, milliseconds)} ms.`,
    rows: [whole, update],
  };
}

function startAndMemory(start: PublishedRow | undefined, size: PublishedRow | undefined): Line | undefined {
  if (!start || !size) return undefined;
  const of = (name: keyof Turn, text?: (value: number) => string) => cell(figureOf(size.turns, name), text);
  const disk = (figureOf(size.turns, 'indexBytes') ?? 0) + (figureOf(size.turns, 'cardBytes') ?? 0);
  const text = `The first answer comes ${cell(figureOf(start.turns, 'answeredMs'), seconds)} s after the start of the process; serving takes ${of('ownMb')} MB of memory without mapped files, the snapshot ${whole(disk / 1e6)} MB on disk.`;
  return { text, rows: [start, size] };
}
