/**
 * Load on a server: connections that each send their own stream of requests, the next one when the last is answered.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { pathOf, requests, type StreamKind } from '../catalogs/requests.js';
import { Connection, encoded, type LoadRequest } from './connection.js';
import { Latencies } from './latencies.js';

export const CONNECTIONS = 32;
/** Requests of one connection before its stream starts over. */
const STREAM = 3_000;
/** After which an answer is not waited for any longer, and how often that is looked at. */
const TIMEOUT_MS = 10_000;
const LOOK_MS = 500;

/** What connections send, a list of requests each. */
export type Streams = readonly (readonly LoadRequest[])[];

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
  /** Of the failed, how many of each kind: the status, or that the connection was broken off. */
  failures: Readonly<Record<string, number>>;
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
  const latencies = new Latencies();
  const failures: Record<string, number> = {};
  const fail = (kind: string) => {
    failures[kind] = (failures[kind] ?? 0) + 1;
  };
  let [bytes, first, last] = [0, 0, 0];
  const events = {
    answered: (status: number, received: number, milliseconds: number) => {
      last = performance.now();
      first ||= last;
      bytes += received;
      latencies.add(milliseconds);
      if (status < 200 || status > 299) fail(`status ${status}`);
    },
    failed: () => fail('broken off'),
  };
  const server = new URL(url);
  const sent = streams.map(stream => stream.map(request => encoded(server, request)));
  const all = Array.from({ length: connections }, (_, i) => new Connection(server, sent[i % sent.length]!, events));
  const look = setInterval(() => {
    const now = performance.now();
    for (const connection of all) if (connection.waitedMs(now) > TIMEOUT_MS) connection.breakOff();
  }, LOOK_MS);
  await delay(seconds * 1000);
  clearInterval(look);
  for (const connection of all) connection.end();
  const { count } = latencies;
  return {
    perSecond: count / ((last - first) / 1000 || 1),
    ...latencies.quantiles(),
    requests: count,
    bytes: count === 0 ? 0 : Math.round(bytes / count),
    failed: Object.values(failures).reduce((sum, count) => sum + count, 0),
    failures,
  };
}

/** The length of a load before measuring, in seconds. */
export function warmUp(seconds: number): number {
  return Math.max(1, seconds / 2);
}
