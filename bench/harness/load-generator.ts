/**
 * Load on a server: 32 connections that each send their own stream of requests, the next one when the last is
 * answered. Latencies are kept one by one, in fractions of a millisecond.
 */
import autocannon from 'autocannon';
import { requests } from '../catalogs/search-texts.js';

export const CONNECTIONS = 32;
/** Requests of one connection before its stream starts over. */
const STREAM = 3_000;

/**
 * What the connections will send.
 * @param {Parameters<typeof requests>[0]} kind
 * @param {string[]} texts
 * @param {boolean} gzip whether answers may come compressed
 */
export function streams(kind, texts, gzip) {
  const headers = { 'Accept-Encoding': gzip ? 'gzip' : 'identity' };
  return Array.from({ length: CONNECTIONS }, (_, connection) =>
    requests(kind, texts, STREAM, String(connection)).map(({ query, parameters }) => ({
      path: `/api/storefront/v3/queries/${query}?${parameters}`,
      headers,
    })),
  );
}

/**
 * @typedef {object} Load
 * @property {number} perSecond requests
 * @property {number} p50 milliseconds
 * @property {number} p99 milliseconds
 * @property {number} requests
 * @property {number} bytes of an answer on average, headers included
 * @property {number} failed answers that are no 2xx, broken connections and time-outs
 */

/**
 * @param {string} url
 * @param {import('autocannon').Request[][]} streams one for each connection; taken in turn
 * @param {number} seconds
 * @param {number} connections
 * @returns {Promise<Load>}
 */
export async function load(url, streams, seconds, connections = CONNECTIONS) {
  let connection = 0;
  const latencies = new Latencies();
  let failed = 0;
  let bytes = 0;
  let first = 0;
  let last = 0;
  const run = autocannon({
    url,
    connections,
    duration: seconds,
    sampleInt: 100,
    timeout: 10,
    setupClient: client => {
      client.setRequests(streams[connection++ % streams.length]);
      skipBodies(client);
    },
  });
  run.on('response', (_client, status, received, milliseconds) => {
    last = performance.now();
    first ||= last;
    bytes += received;
    latencies.add(milliseconds);
    if (status < 200 || status > 299) failed++;
  });
  const { errors, timeouts } = await run;
  const { count } = latencies;
  return {
    perSecond: count / ((last - first) / 1000 || 1),
    p50: latencies.quantile(0.5),
    p99: latencies.quantile(0.99),
    requests: count,
    bytes: count === 0 ? 0 : Math.round(bytes / count),
    failed: failed + errors + timeouts,
  };
}

/**
 * The generator would turn every body into text for checks that are not made here; of a compressed one that takes it
 * longer than the daemon takes for the answer.
 */
function skipBodies(client) {
  const { pipelinedRequests } = /** @type {{ pipelinedRequests: { addBody(part: Buffer): void } }} */ (client);
  pipelinedRequests.addBody = () => undefined;
}

export class Latencies {
  count = 0;
  #values = new Float64Array(1 << 16);

  add(milliseconds) {
    if (this.count === this.#values.length) {
      const larger = new Float64Array(this.count * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.count++] = milliseconds;
  }

  quantile(share) {
    const sorted = this.#values.slice(0, this.count).sort();
    return sorted[Math.min(this.count - 1, Math.floor(this.count * share))] ?? 0;
  }
}
