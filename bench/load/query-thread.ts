/** Uncached queries of one query thread alone, in a process of its own: see query-thread-process.ts. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { QUERY_KINDS, type QueryKind } from '../catalogs/requests.js';
import { percent, whole } from '../harness/figures.js';
import { type Measurement, rateTarget } from '../harness/measurement.js';
import { parsedJson } from '../harness/parsed-json.js';

const SCRIPT = fileURLToPath(new URL('./query-thread-process.js', import.meta.url));

/** What one thread came to with one kind of query. */
export const ThreadFigures = Type.Object({
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
const ThreadMeasurementSchema = Type.Object({ kind: Type.Enum([...QUERY_KINDS]), ...ThreadFigures.properties });
const Line = Compile(ThreadMeasurementSchema);

export type ThreadMeasurement = Static<typeof ThreadMeasurementSchema>;

/**
 * @param file the catalog that the data folder was filled with
 * @param targets queries a second
 */
export async function measureThread(
  dataDir: string,
  name: string,
  file: string,
  seconds: number,
  targets?: Readonly<Record<QueryKind, number>>,
): Promise<Measurement[]> {
  return (await askThread(dataDir, file, seconds)).map(({ kind, perSecond, p50, p99, bytes, fullPages }) => ({
    what: `${name}: ${kind}, one query thread, uncached`,
    rate: `${whole(perSecond)}/s`,
    p50,
    p99,
    cpuMicros: 1e6 / perSecond,
    bytes,
    ...(kind === 'search-page' && { note: `${percent(fullPages)} have 60 hits or more` }),
    ...rateTarget(targets?.[kind], perSecond),
  }));
}

/** Runs the process for each kind of query. */
export async function askThread(dataDir: string, file: string, seconds: number): Promise<ThreadMeasurement[]> {
  const timeout = (seconds * 4 + 60) * 1000;
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, dataDir, file, String(seconds)], { timeout });
  return stdout
    .trim()
    .split('\n')
    .map(line => parsedJson(Line, line, 'query thread'));
}
