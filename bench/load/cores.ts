/**
 * What more cores would bring: what a request costs the front end's thread and what it costs all others (query threads
 * above all), answered from the cache and not, with one query thread and with two; and what follows for machines with
 * more cores than this one. CPU time, which other processes disturb less than rates.
 */
import { QUERY_KINDS, type QueryKind } from '../catalogs/requests.js';
import type { Daemon } from '../harness/daemon.js';
import { median, whole } from '../harness/figures.js';
import { load, type Streams, streams, warmUp } from '../harness/load-generator.js';
import type { Measurement } from '../harness/measurement.js';
import { cpuSeconds, firstThreadCpuSeconds } from '../harness/processes.js';
import { askedBefore } from './cache-hits.js';
import { modelledCores, type RequestCost } from './core-model.js';

const ROUNDS = 3;
/** Room for the answers to all questions that are asked again. */
const CACHE_MB = 512;
const SETUPS: readonly { label: string; args: readonly string[] }[] = [
  { label: '1 query thread', args: ['--workers', '1'] },
  { label: '2 query threads', args: ['--workers', '2'] },
  { label: '2 query threads, 2 front ends', args: ['--workers', '2', '--front-ends', '2'] },
];

/** Starts a daemon over the data folder that is measured. */
export type StartDaemon = (cacheMb: number, args: readonly string[]) => Promise<Daemon>;

interface Measured extends RequestCost {
  /** Requests a second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  /** Milliseconds. */
  p99: number;
}

/** What was measured in one setup. */
type BySetup = Record<'cached' | 'uncached', Record<QueryKind, Measured>>;

/** @param name of the catalog @param seconds of each round */
export async function measureCores(
  start: StartDaemon,
  stop: (daemon: Daemon) => Promise<void>,
  name: string,
  texts: readonly string[],
  seconds: number,
): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  const setups: BySetup[] = [];
  for (const { label, args } of SETUPS) {
    const measured = async (cache: 'cached' | 'uncached') => {
      const cached = cache === 'cached';
      const daemon = await start(cached ? CACHE_MB : 0, args);
      await daemon.ready();
      const measureKind = async (kind: QueryKind) => {
        const one = await measure(
          daemon,
          cached ? askedBefore(kind, texts, true) : streams(kind, texts, true),
          seconds,
        );
        const what = `${name}: ${kind}, gzip, ${cached ? 'from the cache' : 'uncached'}, ${label}`;
        measurements.push(measurement(what, one));
        return one;
      };
      const byKind = {
        'search-page': await measureKind('search-page'),
        autocomplete: await measureKind('autocomplete'),
      };
      await stop(daemon);
      return byKind;
    };
    setups.push({ uncached: await measured('uncached'), cached: await measured('cached') });
  }
  const [oneThread, twoThreads] = setups;
  for (const kind of QUERY_KINDS) {
    const costs = { hit: twoThreads.cached[kind], miss: twoThreads.uncached[kind] };
    const contention = costs.miss.others / oneThread.uncached[kind].others;
    measurements.push(...modelledCores(`${name}: ${kind}, gzip`, costs, contention));
  }
  return measurements;
}

async function measure(daemon: Daemon, sent: Streams, seconds: number): Promise<Measured> {
  await load(daemon.url, sent, warmUp(seconds));
  const rounds: Measured[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const frontBefore = firstThreadCpuSeconds(daemon.pid);
    const allBefore = cpuSeconds(daemon.pid);
    const { requests, perSecond, p50, p99, failed } = await load(daemon.url, sent, seconds);
    if (failed > 0) throw new Error(`${failed} requests failed`);
    const front = ((firstThreadCpuSeconds(daemon.pid) - frontBefore) * 1e6) / requests;
    const all = ((cpuSeconds(daemon.pid) - allBefore) * 1e6) / requests;
    rounds.push({ rate: perSecond, p50, p99, front, others: Math.max(0, all - front) });
  }
  const of = (member: keyof Measured) => median(rounds.map(one => one[member]));
  return { rate: of('rate'), p50: of('p50'), p99: of('p99'), front: of('front'), others: of('others') };
}

function measurement(what: string, { rate, p50, p99, front, others }: Measured): Measurement {
  return {
    what,
    rate: `${whole(rate)}/s`,
    p50,
    p99,
    cpuMicros: front + others,
    note: `first thread ${front.toFixed(1)} µs, all others ${others.toFixed(1)} µs`,
  };
}
