/**
 * Swaps between two kept snapshots under full load: what they do to latencies, at two paces, and whether any request
 * fails while they follow each other without a pause.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Daemon } from '../harness/daemon.js';
import { median, whole } from '../harness/figures.js';
import { type Load, load, type Streams, streams } from '../harness/load-generator.js';
import type { Measurement } from '../harness/measurement.js';

/** Far more often than any shop imports, and without end. */
const PACES_MS = [5_000, 500];
const SWAPS_A_ROUND = 2;
const ROUNDS = 3;
const MOST_P99_GROWTH = 1.2;
const MANY = 1_000;
const MANY_WITHIN_MS = 900_000;
const MANY_WINDOW_SECONDS = 5;

/**
 * Latencies with swaps and without, in turns.
 * @param name of the catalog
 * @param texts to search for, most frequent first
 * @param seconds of each load; longer where two swaps need longer
 */
export async function measureSwaps(
  daemon: Daemon,
  name: string,
  texts: readonly string[],
  seconds: number,
): Promise<Measurement[]> {
  const sent = streams('mixed', texts, false);
  const swap = await swapper(daemon);
  await swap();
  await load(daemon.url, sent, seconds);
  const measurements: Measurement[] = [];
  for (const pace of PACES_MS) {
    measurements.push(await measurePace(daemon, name, sent, seconds, pace, swap));
  }
  return measurements;
}

async function measurePace(
  daemon: Daemon,
  name: string,
  sent: Streams,
  seconds: number,
  paceMs: number,
  swap: () => Promise<void>,
): Promise<Measurement> {
  const window = Math.max(seconds, (SWAPS_A_ROUND * paceMs) / 1000);
  const before: Load[] = [];
  const during: Load[] = [];
  let swaps = 0;
  for (let round = 0; round < ROUNDS; round++) {
    before.push(await load(daemon.url, sent, window));
    const stop = new AbortController();
    const swapping = (async () => {
      while (!stop.signal.aborted) {
        await swap();
        swaps++;
        await delay(paceMs, undefined, { signal: stop.signal }).catch(() => {});
      }
    })();
    during.push(await load(daemon.url, sent, window));
    stop.abort();
    await swapping;
  }
  const growth = median(during.map(({ p99 }, i) => p99 / before[i].p99));
  const failed = during.reduce((sum, one) => sum + one.failed, 0);
  const p99Before = median(before.map(one => one.p99)).toFixed(2);
  return {
    what: `${name}: mixed, uncached, a swap every ${paceMs / 1000} s`,
    rate: `${whole(median(during.map(one => one.perSecond)))}/s`,
    p50: median(during.map(one => one.p50)),
    p99: median(during.map(one => one.p99)),
    note: `p99 before: ${p99Before} ms (× ${growth.toFixed(2)}); ${swaps} swaps; ${failed} failed`,
    target: `p99 × ${MOST_P99_GROWTH}, 0 failed`,
    met: growth <= MOST_P99_GROWTH && failed === 0,
  };
}

/** Swaps one behind the other under load. */
export async function measureManySwaps(daemon: Daemon, name: string, texts: readonly string[]): Promise<Measurement> {
  const sent = streams('mixed', texts, true);
  const swap = await swapper(daemon);
  const started = performance.now();
  let swaps = 0;
  const swapping = (async () => {
    for (; swaps < MANY && performance.now() - started < MANY_WITHIN_MS; swaps++) await swap();
    return true;
  })();
  let ended = false;
  let failed = 0;
  let requests = 0;
  while (!ended) {
    const window = await load(daemon.url, sent, MANY_WINDOW_SECONDS);
    failed += window.failed;
    requests += window.requests;
    ended = await Promise.race([swapping, delay(0, false)]);
  }
  const seconds = (performance.now() - started) / 1000;
  return {
    what: `${name}: swaps without a pause, under load`,
    rate: `${(swaps / seconds).toFixed(1)}/s`,
    memoryMb: daemon.residentMb,
    note: `${whole(swaps)} swaps, ${whole(requests)} requests, ${failed} failed`,
    target: `${whole(MANY)} swaps, 0 failed`,
    met: swaps === MANY && failed === 0,
  };
}

/** What swaps to the other one of the two newest snapshots each time. */
async function swapper(daemon: Daemon): Promise<() => Promise<void>> {
  const [newest, older] = await daemon.snapshots();
  let swaps = 0;
  return () => daemon.rollback(swaps++ % 2 === 0 ? older : newest);
}
