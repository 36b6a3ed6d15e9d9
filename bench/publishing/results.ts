/**
 * Published measurements as JSON, `bench/results/NAME.json`: a list of runs, newest first, each with its conditions and
 * the rows that it measured, each row with every single turn. Pages are generated from these files alone.
 *
 * A new run replaces the rows that it measured again and leaves all others where they are, so that sizes and single
 * measurements can be published one by one. Rows of one table may therefore come from different days and machines; each
 * table says from which.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { inCheckout } from '../harness/checkout.js';
import { parsedJson } from '../harness/parsed-json.js';
import { PARTS } from '../options.js';

export type ResultsName = 'daemon' | 'lucene' | 'yardsticks';

/** Digits that are kept of a figure. */
const DIGITS = 6;
const STRICT = { additionalProperties: false };
const figure = () => Type.Optional(Type.Number());

/** The figures of one turn. What a measurement does not look at is left out. */
const Turn = Type.Object(
  {
    /** Answers, notifications, swaps or products a second. */
    perSecond: figure(),
    /** Milliseconds of an answer, or of an update until queries show it. */
    p50: figure(),
    p99: figure(),
    p999: figure(),
    longest: figure(),
    /** Microseconds of CPU for an answer: of all threads, and of the front end's thread alone. */
    cpuMicros: figure(),
    frontCpuMicros: figure(),
    /** Of an answer or a notification, on average. */
    bytes: figure(),
    requests: figure(),
    /** Requests without an answer of 2xx. */
    failed: figure(),
    /** Shares of 1: answers with 60 hits or more, answers from the cache. */
    fullPages: figure(),
    cachedShare: figure(),
    /** Seconds, and seconds of CPU, of an import or of writing. */
    seconds: figure(),
    cpuSeconds: figure(),
    /** Of the catalog's lines, before compression. */
    lineBytes: figure(),
    /** Megabytes that are resident: without mapped files, with them, and the most with them. */
    ownMb: figure(),
    residentMb: figure(),
    peakMb: figure(),
    /** The same without mapped files, of one process. */
    daemonMb: figure(),
    ingestMb: figure(),
    /** Megabytes on disk. */
    diskMb: figure(),
    diskWithoutCardsMb: figure(),
    /** Bytes on disk, what views share once; and for a product in a view, each view counted with all its parts. */
    indexBytes: figure(),
    cardBytes: figure(),
    indexBytesPerItem: figure(),
    cardBytesPerItem: figure(),
    views: figure(),
    /** Milliseconds from the start of the process. */
    listeningMs: figure(),
    readyMs: figure(),
    answeredMs: figure(),
    /** Milliseconds of the first request of a kind, and of later ones. */
    firstMs: figure(),
    warmMs: figure(),
    /** Milliseconds from the last byte of an import to its reply, and to the first query that shows it. */
    repliedMs: figure(),
    seenMs: figure(),
    firstSeenMs: figure(),
    /** Imports or backups, or swaps, so far or in this turn. */
    imports: figure(),
    swaps: figure(),
    /** Notifications of a commit, and its milliseconds. */
    perCommit: figure(),
    commitMs: figure(),
    /** Things remembered of a visitor. */
    remembered: figure(),
    /** Shares of searches: as many hits on both sides, some on our side alone, some on the other alone. */
    sameHits: figure(),
    oursAlone: figure(),
    otherAlone: figure(),
    /** Of our side to the other, by rate and by CPU time, where medians of turns alone were kept. */
    ratio: figure(),
    cpuRatio: figure(),
  },
  STRICT,
);

const Catalog = Type.Object(
  {
    name: Type.Enum(['invented', 'fashion', 'demo', 'empty', 'visitors']),
    /** Products, or visitors. */
    count: Type.Integer({ minimum: 0 }),
    /** Of every product of an invented catalog; from two to five where it is left out. */
    variants: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  STRICT,
);

const turns = () => Type.Array(Turn, { minItems: 1 });

const Row = Type.Object(
  {
    measurement: Type.Enum([...PARTS, 'growth', 'indexing', 'answers', 'memory', 'disk', 'agreement']),
    catalog: Catalog,
    /** The kind of requests. */
    requests: Type.Optional(Type.String()),
    /** What else tells it from other rows of the measurement: compression, threads, pace. */
    setup: Type.Optional(Type.String()),
    /** Our side, in the order of measuring. */
    turns: turns(),
    /**
     * Measured in the same turns: the bare endpoint, a daemon on node:http, Lucene, Lucene with cards in columns, the load before swaps, imports or backups; or
     * our own side, where the row is of an engine beside us.
     */
    beside: Type.Optional(
      Type.Object(
        {
          bare: Type.Optional(turns()),
          node: Type.Optional(turns()),
          lucene: Type.Optional(turns()),
          columns: Type.Optional(turns()),
          before: Type.Optional(turns()),
          ours: Type.Optional(turns()),
        },
        STRICT,
      ),
    ),
    /** Bytes of a product in a view, by kind of part. */
    partBytesPerItem: Type.Optional(Type.Record(Type.String(), Type.Number())),
    /** Why a figure is missing. */
    note: Type.Optional(Type.String()),
  },
  STRICT,
);

export const ConditionsSchema = Type.Object(
  {
    date: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
    machine: Type.Object(
      { cpu: Type.String(), cores: Type.Integer(), memoryGb: Type.Number(), platform: Type.String() },
      STRICT,
    ),
    versions: Type.Record(Type.String(), Type.String()),
    options: Type.Record(Type.String(), Type.Union([Type.Number(), Type.String()])),
    /** What else was going on. */
    note: Type.Optional(Type.String()),
  },
  STRICT,
);

const Run = Type.Object({ conditions: ConditionsSchema, rows: Type.Array(Row, { minItems: 1 }) }, STRICT);
const validator = Compile(Type.Object({ version: Type.Literal(1), runs: Type.Array(Run) }, STRICT));

export type Turn = Static<typeof Turn>;
export type Catalog = Static<typeof Catalog>;
export type Row = Static<typeof Row>;
export type Measured = Row['measurement'];
export type Conditions = Static<typeof ConditionsSchema>;
export type Run = Static<typeof Run>;

/** @throws Error that names the file and the path in it that is wrong */
export function parseResults(text: string, source: string): Run[] {
  return parsedJson(validator, text, source).runs;
}

/** @returns runs, newest first; none where nothing was published yet */
export function readResults(name: ResultsName): Run[] {
  const file = fileOf(name);
  return existsSync(file) ? parseResults(readFileSync(file, 'utf8'), file) : [];
}

/** Puts rows into the file; see `merged`. @throws Error that names a member that results do not have */
export function record(name: ResultsName, conditions: Conditions, rows: readonly Row[]): void {
  const file = fileOf(name);
  mkdirSync(dirname(file), { recursive: true });
  const text = resultsJson(merged(readResults(name), conditions, rows));
  // What cannot be read again would cost those before, too.
  parseResults(text, 'what was measured');
  writeFileSync(file, text);
}

/** The file's text. */
export function resultsJson(runs: readonly Run[]): string {
  return roundedJson({ version: 1, runs });
}

/** Lines of JSON, figures rounded to six digits. */
export function roundedJson(results: object): string {
  const rounded = (_name: string, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(DIGITS)) : value;
  return `${JSON.stringify(results, rounded, 2)}\n`;
}

/**
 * Runs with new rows in place of those that measured the same, on a catalog of the same size. Under the same conditions
 * as the newest run they continue it. Runs of which nothing is left go.
 */
export function merged(runs: readonly Run[], conditions: Conditions, rows: readonly Row[]): Run[] {
  const replaced = new Set(rows.map(identity));
  const kept = runs
    .map(run => ({ ...run, rows: run.rows.filter(row => !replaced.has(identity(row))) }))
    .filter(run => run.rows.length > 0);
  const [newest, ...older] = kept;
  if (newest && JSON.stringify(newest.conditions) === JSON.stringify(conditions)) {
    return [{ conditions, rows: [...newest.rows, ...rows] }, ...older];
  }
  return [{ conditions, rows: [...rows] }, ...kept];
}

function identity({ measurement, catalog, requests, setup }: Row): string {
  return JSON.stringify([measurement, catalog.name, catalog.count, requests, setup]);
}

function fileOf(name: ResultsName): string {
  return inCheckout(`bench/results/${name}.json`);
}
