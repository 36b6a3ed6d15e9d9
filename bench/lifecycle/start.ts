/**
 * How long a daemon takes from the start of its process until it listens, is ready and has answered a search that was
 * not asked before, over a data folder that is there already. The kernel has the files in memory from the second start
 * on: disks are not measured.
 */
import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { pathOf, requests } from '../catalogs/requests.js';
import { Daemon } from '../harness/daemon.js';
import type { Catalog, Row, Turn } from '../publishing/results.js';

const STARTS = 9;
const CACHE_MB = 64;
const POLL_MS = 2;
const READY_WITHIN_MS = 60_000;

/**
 * @param catalog that the data folder holds
 * @param texts to search for; without them the daemon has nothing to answer from and need only listen
 */
export async function measureStart(
  dataDir: string,
  catalog: Catalog,
  texts: readonly string[] | undefined,
): Promise<Row> {
  const turns: Turn[] = [];
  for (let i = 0; i < STARTS; i++) {
    const started = performance.now();
    const daemon = await Daemon.start(dataDir, CACHE_MB);
    try {
      const turn: Turn = { listeningMs: performance.now() - started };
      if (texts !== undefined) {
        await ready(daemon);
        turn.readyMs = performance.now() - started;
        const [search] = requests('search-page', texts, 1, `start ${i}`);
        const found = await status(`${daemon.url}${pathOf(search)}`);
        if (found !== 200) throw new Error(`the first search was answered with ${found}`);
        turn.answeredMs = performance.now() - started;
      }
      turn.cpuSeconds = daemon.cpuSeconds;
      turns.push(turn);
    } finally {
      await daemon.stop();
    }
  }
  return { measurement: 'start', catalog, turns };
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
