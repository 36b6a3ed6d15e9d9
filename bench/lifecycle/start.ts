/**
 * How long a daemon takes from the start of its process until it listens, is ready and has answered a search that
 * nobody asked before, over a data folder that is there already. The kernel has the files in memory from the second
 * start on: disks are not measured.
 */
import { request } from 'node:http';
import { requests } from '../catalogs/search-texts.js';
import { startDaemon } from '../harness/daemon.js';
import { median } from '../harness/markdown.js';
import { childrenOf, cpuSeconds } from '../harness/processes.js';

const STARTS = 9;
const CACHE_MB = 64;
const POLL_MS = 2;
const READY_WITHIN_MS = 60_000;

/**
 * @param {string} dataDir
 * @param {string} name of what it holds
 * @param {string[] | undefined} texts to search for; without them the daemon has nothing to answer from and need only
 *   listen
 * @param {number} [targetSeconds] to the first answer
 * @returns {Promise<import('../harness/markdown.js').Row>}
 */
export async function measureStart(dataDir, name, texts, targetSeconds) {
  const { listening, ready, answered, cpu } = await timeStarts(dataDir, name, texts, STARTS);
  const milliseconds = median(answered);
  const steps =
    texts === undefined
      ? 'listens'
      : `listens after ${seconds(listening)}, ready after ${seconds(ready)}, then answers`;
  return {
    what: `${name}: start`,
    rate: `${seconds(answered)}`,
    note: `${steps}; ${median(cpu).toFixed(2)} s of CPU, all processes; slowest of ${STARTS} ${seconds([Math.max(...answered)])}`,
    ...(targetSeconds !== undefined && { target: `${targetSeconds} s`, met: milliseconds <= targetSeconds * 1000 }),
  };
}

/**
 * Starts a daemon so many times.
 * @returns {Promise<{ listening: number[], ready: number[], answered: number[], cpu: number[] }>} milliseconds from the
 *   start of the process; seconds of CPU of all processes
 */
export async function timeStarts(dataDir, name, texts, starts) {
  const listening = [];
  const ready = [];
  const answered = [];
  const cpu = [];
  for (let i = 0; i < starts; i++) {
    const started = performance.now();
    const daemon = await startDaemon(dataDir, CACHE_MB);
    try {
      listening.push(performance.now() - started);
      if (texts !== undefined) {
        await until(async () => (await status(`${daemon.url}/readyz`)) === 200);
        ready.push(performance.now() - started);
        const [{ query, parameters }] = requests('search-page', texts, 1, `start ${i}`);
        const found = await status(`${daemon.url}/api/storefront/v3/queries/${query}?${parameters}`);
        if (found !== 200) throw new Error(`${name}: the first search was answered with ${found}`);
      }
      answered.push(performance.now() - started);
      cpu.push(cpuSeconds(daemon.pid) + childrenOf(daemon.pid).reduce((sum, pid) => sum + cpuSeconds(pid), 0));
    } finally {
      await daemon.stop();
    }
  }
  return { listening, ready, answered, cpu };
}

function seconds(values) {
  return `${(median(values) / 1000).toFixed(2)} s`;
}

/** Of a GET, when the whole answer is there. @returns {Promise<number>} */
function status(url) {
  return new Promise((resolve, reject) => {
    request(url, response => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    })
      .on('error', reject)
      .end();
  });
}

async function until(holds) {
  const started = performance.now();
  while (!(await holds())) {
    if (performance.now() - started > READY_WITHIN_MS) throw new Error('the daemon does not become ready');
    await new Promise(resolve => setTimeout(resolve, POLL_MS));
  }
}
