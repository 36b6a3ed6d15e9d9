/**
 * How long a daemon takes from the start of its process until it listens, has answered a search that was not asked
 * before, and is ready, over a data folder that is there already. The kernel has the files in memory from the second start
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
        const [search] = requests('search-page', texts, 1, `start ${i}`);
        await answered(`${daemon.url}${pathOf(search)}`);
        turn.answeredMs = performance.now() - started;
        await answered(`${daemon.url}/readyz`);
        turn.readyMs = performance.now() - started;
      }
      turn.cpuSeconds = daemon.cpuSeconds;
      turns.push(turn);
    } finally {
      await daemon.stop();
    }
  }
  return { measurement: 'start', catalog, turns };
}

/** As `Daemon.ready`, asked more often, and by a client whose own first request costs less. */
async function answered(url: string): Promise<void> {
  const started = performance.now();
  while ((await status(url)) !== 200) {
    if (performance.now() - started > READY_WITHIN_MS) throw new Error(`${url} is not answered`);
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
