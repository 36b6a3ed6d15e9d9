/** Requests a second of a daemon under load, in turns with the bare endpoint. */
import type { StreamKind } from '../catalogs/requests.js';
import type { BareEndpoint } from '../harness/bare-endpoint.js';
import type { Daemon } from '../harness/daemon.js';
import { median, percent, whole } from '../harness/figures.js';
import { type Load, load, streams, warmUp } from '../harness/load-generator.js';
import { failures, type Measurement, noteOf, rateTarget } from '../harness/measurement.js';
import { cpuSeconds } from '../harness/processes.js';

const ROUNDS = 2;

export interface ThroughputOptions {
  gzip: boolean;
  /** Whether the daemon has an answer cache. */
  cache: 'cached' | 'uncached';
  /** Requests a second. */
  target?: number;
}

/**
 * @param name of the catalog
 * @param texts to search for, most frequent first
 * @param seconds of each round
 */
export async function measureThroughput(
  daemon: Daemon,
  bare: BareEndpoint,
  name: string,
  kind: StreamKind,
  texts: readonly string[],
  seconds: number,
  { gzip, cache, target }: ThroughputOptions,
): Promise<Measurement> {
  const sent = streams(kind, texts, gzip);
  await load(daemon.url, sent, warmUp(seconds));
  const before = await cacheCounts(daemon);
  const ofDaemon: (Load & { cpuMicros: number })[] = [];
  const ofBare: Load[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const cpu = cpuSeconds(daemon.pid);
    const measured = await load(daemon.url, sent, seconds);
    ofDaemon.push({ ...measured, cpuMicros: ((cpuSeconds(daemon.pid) - cpu) * 1e6) / measured.requests });
    await bare.answer(measured.bytes);
    ofBare.push(await load(bare.url, sent, seconds));
  }
  const perSecond = median(ofDaemon.map(one => one.perSecond));
  const barePerSecond = median(ofBare.map(one => one.perSecond));
  const after = await cacheCounts(daemon);
  const hits = after.hits - before.hits;
  const asked = hits + after.misses - before.misses;
  return {
    what: `${name}: ${kind}, ${cache}${gzip ? ', gzip' : ''}`,
    rate: `${whole(perSecond)}/s`,
    p50: median(ofDaemon.map(one => one.p50)),
    p99: median(ofDaemon.map(one => one.p99)),
    cpuMicros: median(ofDaemon.map(one => one.cpuMicros)),
    memoryMb: daemon.residentMb,
    bytes: ofDaemon[0].bytes,
    ofBare: perSecond / barePerSecond,
    note: noteOf(
      `bare ${whole(barePerSecond)}/s`,
      asked > 0 ? `${percent(hits / asked)} from the cache` : undefined,
      failures(ofDaemon.reduce((sum, one) => sum + one.failed, 0)),
    ),
    ...rateTarget(target, perSecond),
  };
}

/** Look-ups in the answer cache so far. */
export async function cacheCounts(daemon: Daemon): Promise<{ hits: number; misses: number }> {
  return {
    hits: await daemon.metric('answer_cache_hits_total'),
    misses: await daemon.metric('answer_cache_misses_total'),
  };
}
