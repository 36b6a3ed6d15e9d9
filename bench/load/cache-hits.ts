/**
 * Answers from the cache alone: a few hundred questions that have all been asked before, by visitors of whom nothing is
 * remembered, in turns with the bare endpoint that sends as many bytes under the same headers. The load generator is
 * slower than the bare endpoint, so the rates alone would flatter: what a request costs the thread that serves it, here
 * and there, is the fairer half of the comparison.
 */

import { requests } from '../catalogs/search-texts.js';
import { CONNECTIONS, load } from '../harness/load-generator.js';
import { median, whole } from '../harness/markdown.js';
import { threadCpuSeconds } from '../harness/processes.js';

/** Different questions. */
const QUESTIONS = 300;
const ROUNDS = 3;
const TARGET = 0.6;

/**
 * @param {import('./throughput.js').Daemon} daemon with room for all answers in its cache
 * @param {'search-page' | 'autocomplete'} kind
 * @param {{ gzip: boolean }} options
 * @returns {Promise<import('../harness/markdown.js').Row>}
 */
export async function measureHits(daemon, yardstick, name, kind, texts, seconds, { gzip }) {
  const sent = askedBefore(kind, texts, gzip);
  const headers = await headersOf(`${daemon.url}${sent[0][0].path}`, sent[0][0].headers);
  await load(daemon.url, sent, Math.max(1, seconds / 2));
  const own = [];
  const bare = [];
  const shares = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = await counted(daemon);
    own.push(await timed(daemon, sent, seconds));
    const after = await counted(daemon);
    shares.push((after.hits - before.hits) / (after.hits - before.hits + after.misses - before.misses));
    await yardstick.answer(own.at(-1).bytes, headers, QUESTIONS);
    bare.push(await timed(yardstick, sent, seconds));
  }
  const of = (runs, member) => median(runs.map(run => run[member]));
  const ofBare = of(own, 'perSecond') / of(bare, 'perSecond');
  const cpuOfBare = of(bare, 'micros') / of(own, 'micros');
  const failed = own.reduce((sum, one) => sum + one.failed, 0);
  return {
    what: `${name}: ${kind}, from the cache${gzip ? ', gzip' : ''}`,
    rate: `${whole(of(own, 'perSecond'))}/s`,
    p50: of(own, 'p50'),
    p99: of(own, 'p99'),
    cpuMicros: of(own, 'micros'),
    memoryMb: daemon.residentMb,
    bytes: own[0].bytes,
    ofBare,
    note: [
      `bare ${whole(of(bare, 'perSecond'))}/s, ${of(bare, 'micros').toFixed(1)} µs`,
      `${Math.round(cpuOfBare * 100)} % of bare by CPU`,
      `${(median(shares) * 100).toFixed(1)} % from the cache`,
      ...(failed > 0 ? [`${failed} FAILED`] : []),
    ].join('; '),
    target: `${TARGET * 100} % of bare`,
    met: ofBare >= TARGET && cpuOfBare >= TARGET,
  };
}

/** Every connection asks the same questions, each in another order and for other visitors. */
export function askedBefore(kind, texts, gzip) {
  const headers = { 'Accept-Encoding': gzip ? 'gzip' : 'identity' };
  const ask = ({ query, parameters }, visitor) => ({
    path: `/api/storefront/v3/queries/${query}?${parameters.replace(/Key=[^&]*/g, `Key=${visitor}`)}`,
    headers,
  });
  const questions = requests(kind, texts.slice(0, QUESTIONS), QUESTIONS, 'hits');
  return Array.from({ length: CONNECTIONS }, (_, connection) =>
    questions.map((_, i) => ask(questions[(i * 7 + connection * 11) % QUESTIONS], `v-${connection}-${i >> 3}`)),
  );
}

/** A load, and the microseconds of CPU that a request of it cost the thread that serves. */
async function timed(server, sent, seconds) {
  const cpu = threadCpuSeconds(server.pid, server.pid);
  const measured = await load(server.url, sent, seconds);
  return { ...measured, micros: ((threadCpuSeconds(server.pid, server.pid) - cpu) * 1e6) / measured.requests };
}

async function counted(daemon) {
  return {
    hits: await daemon.metric('answer_cache_hits_total'),
    misses: await daemon.metric('answer_cache_misses_total'),
  };
}

/** Those that the daemon writes itself; the others come from the engine, here and there. */
async function headersOf(url, headers) {
  const response = await fetch(url, { headers });
  await response.arrayBuffer();
  const engine = new Set(['content-length', 'date', 'uwebsockets', 'connection', 'keep-alive']);
  return [...response.headers].filter(([header]) => !engine.has(header));
}
