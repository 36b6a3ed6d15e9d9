/**
 * Whether queries pause while a shop is updated or backed up: queries that are due every few milliseconds, however many
 * are unanswered, with imports one after the other or backups, and without, in turns. Time counts from when a query
 * was due, so that one pause shows in all queries that were due within it.
 */
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type Draws, stream } from '../catalogs/chance.js';
import { pathOf, requests } from '../catalogs/requests.js';
import { ADMIN_PATH, adminHeaders, postCatalog } from '../harness/admin.js';
import type { Daemon } from '../harness/daemon.js';
import { Latencies } from '../harness/latencies.js';
import type { Catalog, Row, Turn } from '../publishing/results.js';
import { distinctProducts, type Edits, PRICES, TITLES } from './updates.js';

/** Two hundred queries a second: a tenth of what one thread answers. */
const EVERY_MS = 5;
const ROUNDS = 3;
/** Between two imports or backups. */
const REST_MS = 500;
const QUERIES = 2_000;
const CONNECTIONS = 64;

/** What goes on beside the queries; resolves when it has been done once. */
type Work = () => Promise<void>;

/** @param seconds of each load */
export async function measurePauses(
  daemon: Daemon,
  catalog: Catalog,
  texts: readonly string[],
  seconds: number,
): Promise<Row[]> {
  const paths = requests('mixed', texts, QUERIES, 'pauses').map(pathOf);
  const draws = stream('bench pauses');
  const works: [setup: string, work: Work][] = [
    ...[PRICES, TITLES].map((edits): [string, Work] => [edits.setup, importer(daemon, catalog, edits, draws)]),
    ['a backup', () => backUp(daemon)],
  ];
  await probe(daemon.url, paths, seconds);
  const rows: Row[] = [];
  for (const [setup, work] of works) {
    // The first one compiles code and opens what later ones find open.
    await work();
    const before: Turn[] = [];
    const turns: Turn[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      before.push(await probe(daemon.url, paths, seconds));
      turns.push(await beside(work, () => probe(daemon.url, paths, seconds)));
    }
    rows.push({ measurement: 'pauses', catalog, requests: 'mixed', setup, turns, beside: { before } });
  }
  return rows;
}

/** Works all the time that a load takes. */
async function beside(work: Work, load: () => Promise<Turn>): Promise<Turn> {
  const ending = new AbortController();
  let times = 0;
  const working = (async () => {
    while (!ending.signal.aborted) {
      await work();
      times++;
      await delay(REST_MS, undefined, { signal: ending.signal }).catch(() => {});
    }
  })();
  const turn = await load().finally(() => ending.abort());
  await working;
  return { ...turn, imports: times };
}

function importer({ url }: Daemon, { count }: Catalog, { instruction }: Edits, draws: Draws): Work {
  // Other values than those that were imported before.
  let round = 1_000;
  return async () => {
    round++;
    const edits = distinctProducts(draws, count).map(number => instruction(number, round, draws));
    const body = gzipSync(`${edits.map(edit => JSON.stringify({ editAttributes: edit })).join('\n')}\n`, { level: 1 });
    const { status, text } = await postCatalog(url, body, 'POST', 'blockingTimeout=PT2M');
    if (status !== 204) throw new Error(`import: ${status} ${text}`);
  };
}

/** Takes a whole backup, and keeps nothing of it. */
async function backUp({ url }: Daemon): Promise<void> {
  const sent = request(`${url}${ADMIN_PATH}/backup`, { method: 'POST', headers: adminHeaders() }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  if (response.statusCode !== 200) throw new Error(`backup: ${response.statusCode}`);
}

async function probe(url: string, paths: readonly string[], seconds: number): Promise<Turn> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const latencies = new Latencies();
  const answers: Promise<boolean>[] = [];
  const startMs = performance.now();
  for (let i = 0; i * EVERY_MS < seconds * 1000; i++) {
    const dueMs = startMs + i * EVERY_MS;
    const earlyMs = dueMs - performance.now();
    if (earlyMs > 0) await delay(earlyMs);
    answers.push(
      answered(agent, `${url}${paths[i % paths.length]}`).then(good => {
        latencies.add(performance.now() - dueMs);
        return good;
      }),
    );
  }
  const failed = (await Promise.all(answers)).filter(good => !good).length;
  agent.destroy();
  return { ...latencies.quantiles(), ...latencies.longest(), requests: latencies.count, failed };
}

function answered(agent: Agent, url: string): Promise<boolean> {
  return new Promise(resolve => {
    const sent = request(url, { agent }, response => {
      response.resume();
      response.on('close', () => resolve(response.complete && response.statusCode === 200));
    });
    sent.on('error', () => resolve(false));
    sent.end();
  });
}
