/**
 * Answers from the cache alone: a few hundred questions that have all been asked before, by visitors of whom nothing is
 * remembered, in turns with the bare endpoint that sends as many bytes under the same headers. The load generator is
 * slower than the bare endpoint, so the rates alone would flatter: what a request costs the thread that serves it, here
 * and there, is the fairer half of the comparison.
 */
import { pathOf, type QueryKind, type QueryRequest, requests } from '../catalogs/requests.js';
import type { BareEndpoint } from '../harness/bare-endpoint.js';
import type { Daemon } from '../harness/daemon.js';
import { median, percent, whole } from '../harness/figures.js';
import { CONNECTIONS, encodingHeaders, type Load, load, type Streams, warmUp } from '../harness/load-generator.js';
import { failures, type Measurement, noteOf } from '../harness/measurement.js';
import { firstThreadCpuSeconds } from '../harness/processes.js';
import { cacheCounts } from './throughput.js';

/** Different questions. */
const QUESTIONS = 300;
const ROUNDS = 3;
/** Share of the bare endpoint's rate. */
const TARGET = 0.6;
/** Written by the HTTP engine, here and there. */
const ENGINE_HEADERS = new Set(['content-length', 'date', 'uwebsockets', 'connection', 'keep-alive']);

/** A load, and what a request of it cost the thread that serves. */
interface TimedLoad extends Load {
  cpuMicros: number;
}

/**
 * @param daemon with room for all answers in its cache
 * @param name of the catalog
 * @param seconds of each round
 */
export async function measureCacheHits(
  daemon: Daemon,
  bare: BareEndpoint,
  name: string,
  kind: QueryKind,
  texts: readonly string[],
  seconds: number,
  gzip: boolean,
): Promise<Measurement> {
  const sent = askedBefore(kind, texts, gzip);
  const headers = await headersOf(`${daemon.url}${sent[0][0].path}`, gzip);
  await load(daemon.url, sent, warmUp(seconds));
  const ofDaemon: TimedLoad[] = [];
  const ofBare: TimedLoad[] = [];
  const shares: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = await cacheCounts(daemon);
    const measured = await timedLoad(daemon, sent, seconds);
    const after = await cacheCounts(daemon);
    const hits = after.hits - before.hits;
    shares.push(hits / (hits + after.misses - before.misses));
    ofDaemon.push(measured);
    await bare.answer(measured.bytes, headers, QUESTIONS);
    ofBare.push(await timedLoad(bare, sent, seconds));
  }
  const rate = median(ofDaemon.map(one => one.perSecond));
  const bareRate = median(ofBare.map(one => one.perSecond));
  const cpuMicros = median(ofDaemon.map(one => one.cpuMicros));
  const bareMicros = median(ofBare.map(one => one.cpuMicros));
  return {
    what: `${name}: ${kind}, from the cache${gzip ? ', gzip' : ''}`,
    rate: `${whole(rate)}/s`,
    p50: median(ofDaemon.map(one => one.p50)),
    p99: median(ofDaemon.map(one => one.p99)),
    cpuMicros,
    memoryMb: daemon.residentMb,
    bytes: ofDaemon[0].bytes,
    ofBare: rate / bareRate,
    note: noteOf(
      `bare ${whole(bareRate)}/s, ${bareMicros.toFixed(1)} µs`,
      `${percent(bareMicros / cpuMicros)} of bare by CPU`,
      `${percent(median(shares), 1)} from the cache`,
      failures(ofDaemon.reduce((sum, one) => sum + one.failed, 0)),
    ),
    target: `${percent(TARGET)} of bare`,
    met: rate / bareRate >= TARGET && bareMicros / cpuMicros >= TARGET,
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

async function timedLoad(server: { url: string; pid: number }, sent: Streams, seconds: number): Promise<TimedLoad> {
  const cpu = firstThreadCpuSeconds(server.pid);
  const measured = await load(server.url, sent, seconds);
  return { ...measured, cpuMicros: ((firstThreadCpuSeconds(server.pid) - cpu) * 1e6) / measured.requests };
}

/** Those of an answer that the daemon writes itself. */
async function headersOf(url: string, gzip: boolean): Promise<[name: string, value: string][]> {
  const response = await fetch(url, { headers: encodingHeaders(gzip) });
  await response.arrayBuffer();
  return [...response.headers.entries()].filter(([header]) => !ENGINE_HEADERS.has(header));
}
