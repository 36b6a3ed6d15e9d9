/**
 * How long a daemon takes from the start of its process until it listens, is ready and has answered a search that was
 * not asked before, over a data folder that is there already. The kernel has the files in memory from the second start
 * on: disks are not measured.
 */
import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { pathOf, requests } from '../catalogs/requests.js';
import { Daemon } from '../harness/daemon.js';
import { median } from '../harness/figures.js';
import type { Measurement } from '../harness/measurement.js';

const STARTS = 9;
const CACHE_MB = 64;
const POLL_MS = 2;
const READY_WITHIN_MS = 60_000;

/** Of each start. Milliseconds from the start of the process. */
export interface TimedStarts {
  listening: number[];
  /** Empty without a catalog. */
  ready: number[];
  answered: number[];
  /** Seconds of CPU of all processes. */
  cpu: number[];
}

/**
 * @param name of what the data folder holds
 * @param texts to search for; without them the daemon has nothing to answer from and need only listen
 * @param targetSeconds to the first answer
 */
export async function measureStart(
  dataDir: string,
  name: string,
  texts: readonly string[] | undefined,
  targetSeconds?: number,
): Promise<Measurement> {
  const { listening, ready, answered, cpu } = await timeStarts(dataDir, name, texts, STARTS);
  const steps =
    texts === undefined
      ? 'listens'
      : `listens after ${seconds(median(listening))}, ready after ${seconds(median(ready))}, then answers`;
  const slowest = seconds(Math.max(...answered));
  return {
    what: `${name}: start`,
    rate: seconds(median(answered)),
    note: `${steps}; ${median(cpu).toFixed(2)} s of CPU, all processes; slowest of ${STARTS} ${slowest}`,
    ...(targetSeconds !== undefined && {
      target: `${targetSeconds} s`,
      met: median(answered) <= targetSeconds * 1000,
    }),
  };
}

/** Starts a daemon so many times. */
export async function timeStarts(
  dataDir: string,
  name: string,
  texts: readonly string[] | undefined,
  starts: number,
): Promise<TimedStarts> {
  const timed: TimedStarts = { listening: [], ready: [], answered: [], cpu: [] };
  for (let i = 0; i < starts; i++) {
    const started = performance.now();
    const daemon = await Daemon.start(dataDir, CACHE_MB);
    try {
      timed.listening.push(performance.now() - started);
      if (texts !== undefined) {
        await ready(daemon);
        timed.ready.push(performance.now() - started);
        const [search] = requests('search-page', texts, 1, `start ${i}`);
        const found = await status(`${daemon.url}${pathOf(search)}`);
        if (found !== 200) throw new Error(`${name}: the first search was answered with ${found}`);
      }
      timed.answered.push(performance.now() - started);
      timed.cpu.push(daemon.cpuSeconds);
    } finally {
      await daemon.stop();
    }
  }
  return timed;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}

/** As `Daemon.ready`, looked at more often, and by a client whose own first request costs less. */
async function ready(daemon: Daemon): Promise<void> {
  const started = performance.now();
  while ((await status(`${daemon.url}/readyz`)) !== 200) {
    if (performance.now() - started > READY_WITHIN_MS) throw new Error('the daemon does not become ready');
    await delay(POLL_MS);
  }
}

/** Of a GET, when the whole answer is there. */
function status(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, response => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    })
      .on('error', reject)
      .end();
  });
}
