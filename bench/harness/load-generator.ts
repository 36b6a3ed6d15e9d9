/**
 * Load on a server: connections that each send their own stream of requests, the next one when the last is answered.
 */
import autocannon from 'autocannon';
import { pathOf, requests, type StreamKind } from '../catalogs/requests.js';
import { Latencies } from './latencies.js';

export const CONNECTIONS = 32;
/** Requests of one connection before its stream starts over. */
const STREAM = 3_000;
const SAMPLE_MS = 100;
const TIMEOUT_SECONDS = 10;

/** What connections send, a list of requests each. */
export type Streams = readonly autocannon.Request[][];

export interface Load {
  /** Requests. */
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  /** Milliseconds. */
  p99: number;
  requests: number;
  /** Of an answer on average, headers included. */
  bytes: number;
  /** Answers that are no 2xx, broken connections and time-outs. */
  failed: number;
  /** Of the failed, how many of each kind: the status, that the connection was broken off, or that none came in time. */
  failures: Readonly<Record<string, number>>;
}

/** A client of the load generator; its types leave out the member that reads bodies. */
interface ReadingClient extends autocannon.Client {
  pipelinedRequests: { addBody(part: Buffer): void };
}

/** Headers of a client that takes compressed answers or does not. */
export function encodingHeaders(gzip: boolean): { 'Accept-Encoding': string } {
  return { 'Accept-Encoding': gzip ? 'gzip' : 'identity' };
}

/**
 * What the connections send when each of them has visitors of its own.
 * @param texts most frequent first
 * @param gzip whether answers may come compressed
 */
export function streams(kind: StreamKind, texts: readonly string[], gzip: boolean): Streams {
  const headers = encodingHeaders(gzip);
  return Array.from({ length: CONNECTIONS }, (_, connection) =>
    requests(kind, texts, STREAM, String(connection)).map(request => ({ path: pathOf(request), headers })),
  );
}

/** @param streams one for each connection; taken in turn */
export async function load(url: string, streams: Streams, seconds: number, connections = CONNECTIONS): Promise<Load> {
  let connection = 0;
  const latencies = new Latencies();
  const failures: Record<string, number> = {};
  const fail = (kind: string, times = 1) => {
    if (times > 0) failures[kind] = (failures[kind] ?? 0) + times;
  };
  let bytes = 0;
  let first = 0;
  let last = 0;
  const options: autocannon.Options = {
    url,
    connections,
    duration: seconds,
    sampleInt: SAMPLE_MS,
    timeout: TIMEOUT_SECONDS,
    setupClient: client => {
      client.setRequests(streams[connection++ % streams.length]);
      skipBodies(client as ReadingClient);
    },
  };
  const { errors, timeouts } = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
    run.on('response', (_client, status, received, milliseconds) => {
      last = performance.now();
      first ||= last;
      bytes += received;
      latencies.add(milliseconds);
      if (status < 200 || status > 299) fail(`status ${status}`);
    });
  });
  fail('broken off', errors);
  fail('timed out', timeouts);
  const { count } = latencies;
  return {
    perSecond: count / ((last - first) / 1000 || 1),
    ...latencies.quantiles(),
    requests: count,
    bytes: count === 0 ? 0 : Math.round(bytes / count),
    failed: Object.values(failures).reduce((sum, times) => sum + times, 0),
    failures,
  };
}

/** The length of a load before measuring, in seconds. */
export function warmUp(seconds: number): number {
  return Math.max(1, seconds / 2);
}

/**
 * The generator would turn every body into text for checks that are not made here; of a compressed one that takes it
 * longer than the daemon takes for the answer.
 */
function skipBodies({ pipelinedRequests }: ReadingClient): void {
  pipelinedRequests.addBody = () => undefined;
}
