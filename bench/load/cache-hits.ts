/**
 * Answers from the cache alone: a few hundred questions that have all been asked before, by visitors of whom nothing is
 * remembered, in turns with a daemon on node:http and with the bare endpoint that sends as many bytes under the same headers. The load generator is
 * slower than the bare endpoint, so the rates alone would flatter: what a request costs the thread that serves it, here
 * and there, is the fairer half of the comparison.
 */
import { pathOf, type QueryKind, type QueryRequest, requests } from '../catalogs/requests.js';
import type { BareEndpoint } from '../harness/bare-endpoint.js';
import type { Daemon } from '../harness/daemon.js';
import { CONNECTIONS, encodingHeaders, load, type Streams, warmUp } from '../harness/load-generator.js';
import { timedLoad } from '../harness/timed-load.js';
import type { Catalog, Row, Turn } from '../publishing/results.js';
import { cacheCounts, cachedShare } from './cache-counts.js';

/** Different questions. */
const QUESTIONS = 300;
const ROUNDS = 3;
/** Written by the HTTP engine, here and there. */
const ENGINE_HEADERS = new Set(['content-length', 'date', 'uwebsockets', 'connection', 'keep-alive']);

/**
 * @param daemon with room for all answers in its cache
 * @param overNode the same, but served by node:http
 * @param seconds of each round
 */
export async function measureCacheHits(
  daemon: Daemon,
  overNode: Daemon,
  bare: BareEndpoint,
  catalog: Catalog,
  kind: QueryKind,
  texts: readonly string[],
  seconds: number,
  gzip: boolean,
): Promise<Row> {
  const sent = askedBefore(kind, texts, gzip);
  const headers = await headersOf(`${daemon.url}${sent[0][0].path}`, gzip);
  for (const { url } of [daemon, overNode]) await load(url, sent, warmUp(seconds));
  const turns: Turn[] = [];
  const ofNode: Turn[] = [];
  const ofBare: Turn[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = await cacheCounts(daemon);
    const measured = await timedLoad(daemon, sent, seconds);
    turns.push({
      ...measured,
      cachedShare: cachedShare(before, await cacheCounts(daemon)),
      residentMb: daemon.residentMb,
    });
    ofNode.push(await timedLoad(overNode, sent, seconds));
    await bare.answer(measured.bytes, headers, QUESTIONS);
    ofBare.push(await timedLoad(bare, sent, seconds));
  }
  return {
    measurement: 'hits',
    catalog,
    requests: kind,
    ...(gzip && { setup: 'gzip' }),
    turns,
    beside: { bare: ofBare, node: ofNode },
  };
}

/** Every connection asks the same questions, each in another order and for other visitors. */
export function askedBefore(kind: QueryKind, texts: readonly string[], gzip: boolean): Streams {
  const headers = encodingHeaders(gzip);
  const questions = requests(kind, texts.slice(0, QUESTIONS), QUESTIONS, 'hits');
  return Array.from({ length: CONNECTIONS }, (_, connection) =>
    questions.map((_, i) => {
      const question = questions[(i * 7 + connection * 11) % QUESTIONS];
      return { path: pathOf(ofVisitor(question, `v-${connection}-${i >> 3}`)), headers };
    }),
  );
}

function ofVisitor({ query, parameters }: QueryRequest, visitor: string): QueryRequest {
  return { query, parameters: parameters.replace(/Key=[^&]*/g, `Key=${visitor}`) };
}

/** Those of an answer that the daemon writes itself. */
async function headersOf(url: string, gzip: boolean): Promise<[name: string, value: string][]> {
  const response = await fetch(url, { headers: encodingHeaders(gzip) });
  await response.arrayBuffer();
  return [...response.headers.entries()].filter(([header]) => !ENGINE_HEADERS.has(header));
}
