/**
 * How much longer the first request of a kind takes than later ones: as soon as a daemon is ready, five seconds later,
 * and behind a swap. One client asks one request after the other, of each kind one, and then of each kind twenty. Each
 * time another kind is the first of all.
 */
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { Daemon } from '../harness/daemon.js';
import { median } from '../harness/figures.js';
import type { Catalog, Row, Turn } from '../publishing/results.js';
import { headersOf, type KindOfRequest, kindsOfRequests } from './requests-of-all-kinds.js';

const ROUNDS = 3;
const WARM = 20;
const REST_MS = 5_000;
/** Kinds that come first are as many places apart from round to round. */
const TURN = 8;

type Moment = 'ready' | 'five seconds later' | 'behind a swap';

/** @param dataDir with two snapshots of the catalog */
export async function measureFirsts(dataDir: string, catalog: Catalog, texts: readonly string[]): Promise<Row[]> {
  const rows = new Map<string, Row>();
  const enter = (moment: Moment, requests: string, turn: Turn): void => {
    const row = rows.get(`${moment} ${requests}`);
    if (row) row.turns.push(turn);
    else rows.set(`${moment} ${requests}`, { measurement: 'firsts', catalog, requests, setup: moment, turns: [turn] });
  };
  const kinds = await kindsOf(dataDir, texts);
  for (let round = 0; round < ROUNDS; round++) {
    const ordered = [...kinds.slice((round * TURN) % kinds.length), ...kinds.slice(0, (round * TURN) % kinds.length)];
    for (const moment of ['ready', 'five seconds later'] as const) {
      const daemon = await Daemon.start(dataDir, 0);
      await daemon.ready();
      if (moment !== 'ready') await delay(REST_MS);
      for (const [kind, turn] of await firsts(daemon.url, ordered, round)) enter(moment, kind, turn);
      if (moment !== 'ready') {
        const [live, other] = await daemon.snapshots();
        await daemon.rollback(other);
        for (const [kind, turn] of await firsts(daemon.url, ordered, ROUNDS + round))
          enter('behind a swap', kind, turn);
        await daemon.rollback(live);
      }
      await daemon.stop();
    }
  }
  return [...rows.values()];
}

/** Asked of a daemon that ends then: what the page needs to know of the catalog warms up what is measured. */
async function kindsOf(dataDir: string, texts: readonly string[]): Promise<KindOfRequest[]> {
  const daemon = await Daemon.start(dataDir, 0);
  await daemon.ready();
  const kinds = await kindsOfRequests(daemon.url, texts);
  await daemon.stop();
  return kinds;
}

async function firsts(url: string, kinds: readonly KindOfRequest[], round: number): Promise<Map<string, Turn>> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const numbers = (place: number) => round * (WARM + 1) + place;
  await ask(url, { path: '/healthz' }, agent);
  const first = new Map<string, number>();
  for (const kind of kinds) first.set(kind.name, await ask(url, kind.make(numbers(0)), agent));
  const turns = new Map<string, Turn>();
  for (const kind of kinds) {
    const warm: number[] = [];
    for (let i = 1; i <= WARM; i++) warm.push(await ask(url, kind.make(numbers(i)), agent));
    turns.set(kind.name, { firstMs: first.get(kind.name)!, warmMs: median(warm) });
  }
  agent.destroy();
  return turns;
}

/** @returns milliseconds until the whole answer is there. @throws Error unless it is a 2xx */
function ask(url: string, { path, body }: { path: string; body?: unknown }, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const method = body === undefined ? 'GET' : 'POST';
    const asked = request(`${url}${path}`, { agent, method, headers: headersOf(path) }, response => {
      const status = response.statusCode ?? 0;
      let failure = '';
      response.on('data', (bytes: Buffer) => {
        if (status > 299) failure += bytes.toString();
      });
      response.on('end', () => {
        if (status > 299) reject(new Error(`${path}: ${status} ${failure}`));
        else resolve(performance.now() - started);
      });
    });
    asked.on('error', reject);
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
