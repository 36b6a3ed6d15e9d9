/** Uncached queries of one query thread alone, in a process of its own: see query-thread-process.ts. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { QUERY_KINDS } from '../catalogs/requests.js';
import { parsedJson } from '../harness/parsed-json.js';
import type { Catalog, Row } from '../publishing/results.js';

const SCRIPT = fileURLToPath(new URL('./query-thread-process.js', import.meta.url));

const ROUNDS = 3;
/** To read the search texts from a catalog of a million products takes the most of it. */
const OPEN_WITHIN_SECONDS = 300;

/** What one thread came to with one kind of query in one turn. */
const ThreadMeasurementSchema = Type.Object({
  kind: Type.Enum([...QUERY_KINDS]),
  /** Microseconds of CPU of the whole process for a query. */
  cpuMicros: Type.Number(),
  perSecond: Type.Number(),
  /** Milliseconds. */
  p50: Type.Number(),
  /** Milliseconds. */
  p99: Type.Number(),
  /** Of an answer. */
  bytes: Type.Number(),
  /** Share of the answers with 60 hits or more. */
  fullPages: Type.Number(),
});
const Line = Compile(ThreadMeasurementSchema);

export type ThreadMeasurement = Static<typeof ThreadMeasurementSchema>;

/**
 * Runs the process for both kinds of query, in turns.
 * @param file the catalog that the data folder was filled with
 * @param seconds of each turn
 */
export async function measureThread(dataDir: string, catalog: Catalog, file: string, seconds: number): Promise<Row[]> {
  const timeout = (seconds * QUERY_KINDS.length * (ROUNDS + 1) + OPEN_WITHIN_SECONDS) * 1000;
  const args = [SCRIPT, dataDir, file, String(seconds), String(ROUNDS)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout });
  const measured = stdout
    .trim()
    .split('\n')
    .map(line => parsedJson(Line, line, 'query thread'));
  return QUERY_KINDS.map(requests => ({
    measurement: 'thread',
    catalog,
    requests,
    turns: measured.filter(({ kind }) => kind === requests).map(({ kind: _, ...turn }) => turn),
  }));
}
