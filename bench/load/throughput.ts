/** The measurements: each takes a running daemon and gives one row of the table. */
import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { load, streams } from '../harness/load-generator.js';
import { median, whole } from '../harness/markdown.js';
import { cpuSeconds, memory } from '../harness/processes.js';

/** @typedef {Awaited<ReturnType<import('../harness/daemon.js').startDaemon>>} Daemon */
/** @typedef {import('../harness/markdown.js').Row} Row */
/** @typedef {{ rate: number, text: string }} Target */

const ROUNDS = 2;
const IMPORT_SECONDS = 60;
const INGEST_MB = 2_000;

/**
 * Imports a whole catalog.
 * @returns {Promise<{ seconds: number, cpu: number, own: number, peak: number }>} of the ingest process: seconds of CPU,
 *   most megabytes without and with mapped files
 */
export async function timeImport(/** @type {Daemon} */ daemon, file) {
  const pid = daemon.ingestPid;
  let own = 0;
  const sampler = setInterval(() => {
    own = Math.max(own, memory(pid).own);
  }, 100);
  const started = performance.now();
  const cpu = cpuSeconds(pid);
  try {
    await daemon.importCatalog(file, 'PUT');
  } finally {
    clearInterval(sampler);
  }
  const seconds = (performance.now() - started) / 1000;
  return { seconds, cpu: cpuSeconds(pid) - cpu, own, peak: memory(pid).peak };
}

/** Import and build of a whole catalog. */
export async function measureImport(/** @type {Daemon} */ daemon, name, file, products, bytes) {
  const { seconds, cpu, own, peak } = await timeImport(daemon, file);
  const atFullSize = products === 100_000;
  /** @type {Row} */
  const row = {
    what: `${name}: import and build`,
    rate: `${seconds.toFixed(1)} s`,
    memoryMb: peak,
    note: `${whole(bytes / 1e6)} MB of lines; ${cpu.toFixed(1)} s of CPU; ${whole(own)} MB without mapped files`,
    ...(atFullSize && {
      target: `${IMPORT_SECONDS} s, ${whole(INGEST_MB)} MB`,
      met: seconds <= IMPORT_SECONDS && peak <= INGEST_MB,
    }),
  };
  return row;
}

/** @returns {Promise<Row[]>} uncached queries of a lone query thread */
export async function measureThread(dataDir, name, file, seconds, targets) {
  return (await askThread(dataDir, file, seconds)).map(({ kind, perSecond, p50, p99, bytes, fullPages }) => {
    const note = kind === 'search-page' ? { note: `${Math.round(fullPages * 100)} % have 60 hits or more` } : {};
    return {
      what: `${name}: ${kind}, one query thread, uncached`,
      rate: `${whole(perSecond)}/s`,
      p50,
      p99,
      cpuMicros: 1e6 / perSecond,
      bytes,
      ...note,
      ...aim(targets?.[kind], perSecond),
    };
  });
}

/** What `query-thread.mjs` says of each kind of query. */
export async function askThread(dataDir, file, seconds) {
  const script = fileURLToPath(new URL('./query-thread-process.js', import.meta.url));
  const timeout = (seconds * 4 + 60) * 1000;
  const { stdout } = await promisify(execFile)(process.execPath, [script, dataDir, file, String(seconds)], { timeout });
  return stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));
}

/** Load on the daemon and on the bare endpoint in turn. @returns {Promise<Row>} */
export async function measureLoad(daemon, yardstick, name, kind, texts, seconds, { gzip, cache, target }) {
  const sent = streams(kind, texts, gzip);
  await load(daemon.url, sent, Math.max(1, seconds / 2));
  const hits = await daemon.metric('answer_cache_hits_total');
  const misses = await daemon.metric('answer_cache_misses_total');
  const own = [];
  const bare = [];
  let cpuMicros = [];
  for (let round = 0; round < ROUNDS; round++) {
    const cpu = cpuSeconds(daemon.pid);
    const measured = await load(daemon.url, sent, seconds);
    cpuMicros.push(((cpuSeconds(daemon.pid) - cpu) * 1e6) / measured.requests);
    own.push(measured);
    await yardstick.answer(measured.bytes);
    bare.push(await load(yardstick.url, sent, seconds));
  }
  cpuMicros = cpuMicros.sort((a, b) => a - b);
  const perSecond = median(own.map(one => one.perSecond));
  const barePerSecond = median(bare.map(one => one.perSecond));
  const failed = own.reduce((sum, one) => sum + one.failed, 0);
  const found = (await daemon.metric('answer_cache_hits_total')) - hits;
  const asked = found + (await daemon.metric('answer_cache_misses_total')) - misses;
  return {
    what: `${name}: ${kind}, ${cache}${gzip ? ', gzip' : ''}`,
    rate: `${whole(perSecond)}/s`,
    p50: median(own.map(one => one.p50)),
    p99: median(own.map(one => one.p99)),
    cpuMicros: median(cpuMicros),
    memoryMb: daemon.residentMb,
    bytes: own[0].bytes,
    ofBare: perSecond / barePerSecond,
    note: [
      `bare ${whole(barePerSecond)}/s`,
      ...(asked > 0 ? [`${Math.round((found / asked) * 100)} % from the cache`] : []),
      ...(failed > 0 ? [`${failed} FAILED`] : []),
    ].join('; '),
    ...aim(target, perSecond),
  };
}

/** The bare endpoint. */
export async function startYardstick() {
  const child = fork(fileURLToPath(new URL('../harness/bare-endpoint-process.js', import.meta.url)));
  const [{ port }] = await once(child, 'message');
  return {
    url: `http://127.0.0.1:${port}`,
    pid: /** @type {number} */ (child.pid),
    /**
     * @param {number} bytes of every answer from now on
     * @param {[string, string][]} headers of it
     * @param {number} bodies that take turns
     */
    async answer(bytes, headers = [['Content-Type', 'application/json;charset=utf-8']], bodies = 1) {
      child.send({ bytes, headers, bodies });
      await once(child, 'message');
    },
    async stop() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

function aim(target, perSecond) {
  return target === undefined ? {} : { target: `${whole(target)}/s`, met: perSecond >= target };
}
