/**
 * What more cores would bring: what a request costs the front end's thread and what it costs all others (query threads
 * above all), answered from the cache and not, with one query thread and with two; and what follows for machines with
 * more cores than this one. CPU time, which other processes disturb less than rates.
 *
 * The model: of n cores, F run front ends and n - F query threads, so that no more requests a second are answered than
 * F / (cost at the front end) and (n - F) / (cost at the others). Contention: costs are those with two query threads,
 * where all cores of this machine are busy. That many more come to share memory and caches, and what the network and its
 * interrupts take, is left out.
 */

import { load, streams } from '../harness/load-generator.js';
import { median, whole } from '../harness/markdown.js';
import { cpuSeconds, threadCpuSeconds } from '../harness/processes.js';
import { askedBefore } from './cache-hits.js';

const ROUNDS = 3;
const KINDS = /** @type {const} */ (['search-page', 'autocomplete']);
const MODELLED_CORES = [2, 8, 32];
/** Of the answers: none, as many as visitors' searches bring, all. */
const SHARES_CACHED = [0, 0.8, 1];
/** Room for the answers to all questions that are asked again. */
const CACHE_MB = 512;

/** @typedef {{ rate: number, p50: number, p99: number, front: number, others: number }} Measured costs in µs */

/**
 * @param {(cacheMb: number, args: string[]) => Promise<import('./throughput.js').Daemon>} start
 * @param {(daemon: import('./throughput.js').Daemon) => Promise<void>} stop
 * @returns {Promise<import('../harness/markdown.js').Row[]>}
 */
export async function measureCores(start, stop, name, texts, seconds) {
  /** @type {import('../harness/markdown.js').Row[]} */
  const rows = [];
  const setups = [
    { label: '1 query thread', args: ['--workers', '1'] },
    { label: '2 query threads', args: ['--workers', '2'] },
    { label: '2 query threads, 2 front ends', args: ['--workers', '2', '--front-ends', '2'] },
  ];
  /** @type {Record<string, Measured[]>} by kind and cache, in the order of the setups */
  const found = {};
  for (const { label, args } of setups) {
    for (const cached of [false, true]) {
      const daemon = await start(cached ? CACHE_MB : 0, args);
      await daemon.ready();
      for (const kind of KINDS) {
        const sent = cached ? askedBefore(kind, texts, true) : streams(kind, texts, true);
        const measured = await measure(daemon, sent, seconds);
        (found[`${kind} ${cached}`] ??= []).push(measured);
        rows.push(measuredRow(`${name}: ${kind}, gzip, ${cached ? 'from the cache' : 'uncached'}, ${label}`, measured));
      }
      await stop(daemon);
    }
  }
  for (const kind of KINDS) {
    const [one, two] = found[`${kind} false`];
    const [, hit] = found[`${kind} true`];
    const contention = two.others / one.others;
    for (const share of SHARES_CACHED) {
      const cost = { front: mixed(share, hit.front, two.front), others: mixed(share, hit.others, two.others) };
      for (const cores of MODELLED_CORES)
        rows.push(modelledRow(`${name}: ${kind}, gzip`, share, cores, cost, contention));
    }
  }
  return rows;
}

/** @returns {Promise<Measured>} */
async function measure(daemon, sent, seconds) {
  await load(daemon.url, sent, Math.max(1, seconds / 2));
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const front = threadCpuSeconds(daemon.pid, daemon.pid);
    const all = cpuSeconds(daemon.pid);
    const { requests, perSecond, p50, p99, failed } = await load(daemon.url, sent, seconds);
    if (failed > 0) throw new Error(`${failed} requests failed`);
    const frontMicros = ((threadCpuSeconds(daemon.pid, daemon.pid) - front) * 1e6) / requests;
    const allMicros = ((cpuSeconds(daemon.pid) - all) * 1e6) / requests;
    rounds.push({ rate: perSecond, p50, p99, front: frontMicros, others: Math.max(0, allMicros - frontMicros) });
  }
  const of = member => median(rounds.map(one => one[member]));
  return { rate: of('rate'), p50: of('p50'), p99: of('p99'), front: of('front'), others: of('others') };
}

/** @returns {import('../harness/markdown.js').Row} */
function measuredRow(what, { rate, p50, p99, front, others }) {
  return {
    what,
    rate: `${whole(rate)}/s`,
    p50,
    p99,
    cpuMicros: front + others,
    note: `first thread ${front.toFixed(1)} µs, all others ${others.toFixed(1)} µs`,
  };
}

/** @returns {import('../harness/markdown.js').Row} */
function modelledRow(what, share, cores, cost, contention) {
  const one = modelled(cores, 1, cost);
  let best = one;
  for (let frontEnds = 2; frontEnds < cores; frontEnds++) {
    const more = modelled(cores, frontEnds, cost);
    if (more.rate > best.rate) best = more;
  }
  const several =
    best === one ? 'more bring nothing' : `${best.frontEnds} of them ${whole(best.rate)}/s, then ${best.limit}`;
  return {
    what: `${what}, ${share * 100} % from the cache, modelled: ${cores} cores`,
    rate: `${whole(one.rate)}/s`,
    note: `1 front end, limited by ${one.limit}; ${several}; a query with two threads × ${contention.toFixed(2)}`,
  };
}

/** Costs in µs. */
function modelled(cores, frontEnds, { front, others }) {
  const byFront = (frontEnds * 1e6) / front;
  const byThreads = ((cores - frontEnds) * 1e6) / others;
  return { frontEnds, rate: Math.min(byFront, byThreads), limit: byFront < byThreads ? 'front ends' : 'query threads' };
}

function mixed(share, cached, uncached) {
  return share * cached + (1 - share) * uncached;
}
