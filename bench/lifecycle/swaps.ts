/**
 * Swaps between two kept snapshots under full load: what they do to latencies, at two paces, and whether any request
 * fails while they follow each other without a pause.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Daemon } from '../harness/daemon.js';
import { load, type Streams, streams } from '../harness/load-generator.js';
import { timedLoad } from '../harness/timed-load.js';
import type { Catalog, Row, Turn } from '../publishing/results.js';

/** Far more often than any shop imports, and without end. */
const PACES_MS = [5_000, 500];
const SWAPS_A_ROUND = 2;
const ROUNDS = 3;
const MANY = 1_000;
const MANY_WITHIN_MS = 900_000;
const MANY_WINDOW_SECONDS = 5;

/**
 * Latencies with swaps and without, in turns.
 * @param texts to search for, most frequent first
 * @param seconds of each load; longer where two swaps need longer
 */
export async function measureSwaps(
  daemon: Daemon,
  catalog: Catalog,
  texts: readonly string[],
  seconds: number,
): Promise<Row[]> {
  const sent = streams('mixed', texts, false);
  const swap = await swapper(daemon);
  await swap();
  await load(daemon.url, sent, seconds);
  const rows: Row[] = [];
  for (const pace of PACES_MS) rows.push(await measurePace(daemon, catalog, sent, seconds, pace, swap));
  return rows;
}

async function measurePace(
  daemon: Daemon,
  catalog: Catalog,
  sent: Streams,
  seconds: number,
  paceMs: number,
  swap: () => Promise<void>,
): Promise<Row> {
  const window = Math.max(seconds, (SWAPS_A_ROUND * paceMs) / 1000);
  const before: Turn[] = [];
  const turns: Turn[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    before.push(await timedLoad(daemon, sent, window));
    const stop = new AbortController();
    let swaps = 0;
    const swapping = (async () => {
      while (!stop.signal.aborted) {
        await swap();
        swaps++;
        await delay(paceMs, undefined, { signal: stop.signal }).catch(() => {});
      }
    })();
    const during = await timedLoad(daemon, sent, window);
    stop.abort();
    await swapping;
    turns.push({ ...during, swaps });
  }
  const setup = `every ${paceMs / 1000} s`;
  return { measurement: 'swap', catalog, requests: 'mixed', setup, turns, beside: { before } };
}

/** Swaps one behind the other under load. */
export async function measureManySwaps(daemon: Daemon, catalog: Catalog, texts: readonly string[]): Promise<Row> {
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
  const turn = { swaps, seconds, perSecond: swaps / seconds, requests, failed, residentMb: daemon.residentMb };
  return { measurement: 'swaps', catalog, requests: 'mixed', turns: [turn] };
}

/** What swaps to the other one of the two newest snapshots each time. */
async function swapper(daemon: Daemon): Promise<() => Promise<void>> {
  const [newest, older] = await daemon.snapshots();
  let swaps = 0;
  return () => daemon.rollback(swaps++ % 2 === 0 ? older : newest);
}
