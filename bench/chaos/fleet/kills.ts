/**
 * `kill -9` of any daemon or NATS server of a fleet, and writers that are paused, amid imports, notifications and queries,
 * which come through a balancer that asks another daemon where one does not answer, and through one that does not.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { say } from '../../../scripts/setup/say.mjs';
import { unusedPort } from '../../../src/server/http/unused-port.js';
import { stream } from '../../catalogs/chance.js';
import { ADMIN_PATH, adminHeaders, postCatalog } from '../../harness/admin.js';
import { median } from '../../harness/figures.js';
import type { ChaosOptions } from '../options.js';
import { Faults, type Trial } from '../results.js';
import { Shop } from '../shop.js';
import { Visitors } from '../visitors.js';
import { Balancer, SERVED_BY } from './balancer.js';
import { type Member, MOST_BEHIND_SECONDS, startMember, untilHolds, writerOf } from './members.js';
import { NatsServer } from './nats.js';

const DAEMONS = 3;
const HOST = '127.0.0.1';
const NOTIFIERS = 2;
/** From what a kill has led to until the next one. */
const LONGEST_PAUSE_MS = 1500;
const RETRY_MS = 100;
const QUERY_EVERY_MS = 10;
/** How long a writer that was paused stays so after there is another one. */
const PAUSED_MS = 1000;
/** Longest that a fleet may be without a writer. */
const WRITER_WITHIN_MS = 10_000;
const WORD_LENGTH = 14;
/** For hexadecimal digits. */
const LETTERS = 'bdfgklmnprstvwxz';
/** Until a balancer has seen that a daemon is behind for too long. */
const NOTICED_WITHIN_SECONDS = 2;
/** The word of the first import. */
const FIRST = 'kettle';
const QUERY =
  '/api/storefront/v3/queries/search-page?market=uk&locale=en-GB&touchpoint=DESKTOP&userContext=SYNTHETIC&q=';

interface Imported {
  word: string;
  /** When it was acknowledged. */
  ms: number;
}

export async function fleetKills(folder: string, { seed, kills, within }: ChaosOptions): Promise<Trial[]> {
  const untilMs = performance.now() + (within ?? Number.POSITIVE_INFINITY) * 1000;
  const draws = stream(`fleet kills ${seed}`);
  const servers = await NatsServer.startAll(folder, DAEMONS);
  const names = Array.from({ length: DAEMONS }, (_, i) => `d${i}`);
  const ports = await Promise.all(names.map(() => unusedPort(HOST, 0)));
  const start = (i: number) => startMember(folder, names[i], servers, ports[i]);
  const members = await Promise.all(names.map((_, i) => start(i)));
  const balancers = await Promise.all([true, false].map(retries => Balancer.start(folder, ports, retries)));
  const [stale, late, failed, lostImported, lostNotified] = Array.from({ length: 5 }, () => new Faults());
  const counts = {
    writers: 0,
    followers: 0,
    servers: 0,
    'writers paused': 0,
  };
  const queries = { 'with retries': 0, 'of these failed': 0, without: 0, failed: 0 };
  let answers = 0;
  const alive = new Set(members);
  const visitors = new Visitors();
  const imported: Imported[] = [];
  let isEnded = false;

  const anyAlive = () => draws.pick([...alive]);
  const importer = async () => {
    for (let n = 0; !isEnded; ) {
      const word = wordOf(n);
      if (await wasImported(anyAlive(), word)) {
        imported.push({ word, ms: performance.now() });
        n++;
      } else await delay(RETRY_MS);
    }
  };
  const notifier = async () => {
    while (!isEnded) {
      // One whose outcome is not known is not sent again.
      const outcome = await visitors.notify(new Shop(anyAlive().daemon.url)).catch(() => undefined);
      if (outcome?.status !== 204) await delay(RETRY_MS);
    }
  };
  const asker = async (balancer: Balancer, asked: keyof typeof queries, unanswered: keyof typeof queries) => {
    for (; !isEnded; await delay(QUERY_EVERY_MS)) {
      queries[asked]++;
      const askedMs = performance.now();
      const since = askedMs - (MOST_BEHIND_SECONDS + NOTICED_WITHIN_SECONDS) * 1000;
      const old = imported.findLast(({ ms }) => ms < since);
      const answer = await answerOf(balancer, old?.word ?? FIRST);
      if (answer === undefined) queries[unanswered]++;
      else answers++;
      if (answer?.hits !== 0) continue;
      const age = ((askedMs - (old?.ms ?? 0)) / 1000).toFixed(1);
      const took = ((performance.now() - askedMs) / 1000).toFixed(1);
      stale.add(`an answer of daemon ${answer.by} lacks ${old?.word}, imported ${age} s before, and took ${took} s`);
    }
  };
  await untilHolds('the first import', () => wasImported(members[0], FIRST));
  for (const { daemon } of members) await daemon.ready();
  for (const balancer of balancers)
    await untilHolds('the balancer', async () => (await answerOf(balancer, FIRST))?.hits === 1);
  const asking = [asker(balancers[0], 'with retries', 'of these failed'), asker(balancers[1], 'without', 'failed')];
  const work = [importer(), ...asking, ...Array.from({ length: NOTIFIERS }, notifier)];

  const writerMs: number[] = [];
  for (let kill = 1; kill <= kills && performance.now() < untilMs; kill++) {
    await delay(draws.below(LONGEST_PAUSE_MS));
    const kind = draws.pick(['writer', 'writer', 'follower', 'server', 'pause'] as const);
    if (kind === 'server') {
      const server = draws.pick(servers);
      counts.servers++;
      await server.kill();
      await delay(draws.below(LONGEST_PAUSE_MS));
      await server.start();
    } else if (kind === 'pause') {
      const writer = await writerOf(members[0]);
      const paused = members.find(({ name }) => name === writer) ?? members[0];
      counts['writers paused']++;
      writerMs.push(await pauseMember(members, paused, alive));
    } else {
      const writer = (await writerOf(members[0])) ?? 'd0';
      const victim = members.findIndex(({ name }) => (name === writer) === (kind === 'writer'));
      counts[kind === 'writer' ? 'writers' : 'followers']++;
      const ms = await killMember(members, victim, alive, kind === 'writer');
      if (ms !== undefined) writerMs.push(ms);
      members[victim] = await start(victim);
      await members[victim].daemon.ready();
      alive.add(members[victim]);
    }
    if (kill % 10 === 0)
      say(`${kill} kills, ${imported.length} imports, ${visitors.acknowledged.length} notifications`);
  }
  isEnded = true;
  await Promise.all(work);
  for (const ms of writerMs) if (ms > WRITER_WITHIN_MS) late.add(`no new writer within ${Math.round(ms)} ms`);
  for (let i = 0; i < queries['of these failed']; i++)
    failed.add('a query failed though the balancer asks another daemon');
  for (const member of members) {
    const lost = () => lostImports(member, imported);
    await untilHolds('all imports', async () => (await lost()).length === 0).catch(() => undefined);
    for (const word of await lost()) lostImported.add(`${member.name} lacks the import of ${word}`);
    const journal = join(member.dataDir, 'journal');
    await untilHolds('all notifications', async () => (await visitors.faults(journal)).length === 0).catch(
      () => undefined,
    );
    for (const fault of await visitors.faults(journal)) lostNotified.add(`${member.name}: ${fault}`);
  }
  for (const balancer of balancers) await balancer.stop();
  for (const { daemon } of members) await daemon.stop();
  for (const server of servers) await server.kill();
  const trial = (what: string, tried: number, { count, first }: Faults, figures: Trial['figures'] = {}): Trial => ({
    what,
    tried,
    failed: count,
    faults: first,
    figures,
  });
  const writers = { 'median ms': writerMs.length > 0 ? median(writerMs) : 0, most: Math.max(0, ...writerMs) };
  return [
    trial('a new writer within ten seconds', writerMs.length, late, { ...counts, ...writers }),
    trial('acknowledged imports, on each daemon', imported.length * DAEMONS, lostImported),
    trial('acknowledged notifications, on each daemon', visitors.acknowledged.length * DAEMONS, lostNotified),
    trial('answers, as new as the setting says', answers, stale),
    trial('queries, asked again of another daemon', queries['with retries'], failed, queries),
  ];
}

/** @returns after how long another daemon was the writer, where the victim was it */
async function killMember(
  members: readonly Member[],
  victim: number,
  alive: Set<Member>,
  isWriter: boolean,
): Promise<number | undefined> {
  const { daemon, name } = members[victim];
  alive.delete(members[victim]);
  process.kill(daemon.pid, 'SIGKILL');
  const witness = members[(victim + 1) % members.length];
  const ms = await untilHolds('another writer', async () => {
    const writer = await writerOf(witness);
    return writer !== undefined && (writer !== name || !isWriter);
  });
  await daemon.ended;
  return isWriter ? ms : undefined;
}

/** Stops the writer as a partition or a starved machine would, until there is another one. @returns after how long that was */
async function pauseMember(members: readonly Member[], paused: Member, alive: Set<Member>): Promise<number> {
  alive.delete(paused);
  const witness = members.find(member => member !== paused)!;
  process.kill(paused.daemon.pid, 'SIGSTOP');
  const ms = await untilHolds('another writer', async () => {
    const writer = await writerOf(witness);
    return writer !== undefined && writer !== paused.name;
  });
  await delay(PAUSED_MS);
  process.kill(paused.daemon.pid, 'SIGCONT');
  await paused.daemon.ready();
  alive.add(paused);
  return ms;
}

/** @returns how many products a query finds, however long that takes, and by which daemon; undefined where it fails */
async function answerOf({ url }: Balancer, word: string): Promise<{ hits: number; by: string | null } | undefined> {
  try {
    const reply = await fetch(`${url}${QUERY}${word}`);
    const text = await reply.text();
    if (reply.status !== 200) return undefined;
    const { primaryList } = JSON.parse(text) as { primaryList: { totalHits: number } };
    return { hits: primaryList.totalHits, by: reply.headers.get(SERVED_BY) };
  } catch {
    return undefined;
  }
}

/** A word that no query for another one finds. */
function wordOf(n: number): string {
  const digits = createHash('sha256').update(`${n}`).digest('hex').slice(0, WORD_LENGTH);
  return digits.replace(/[0-9a-f]/g, digit => LETTERS[Number.parseInt(digit, 16)]);
}

class BadImport extends Error {}

/** Whether an import of a product whose title is a word was acknowledged. */
async function wasImported({ daemon }: Member, word: string): Promise<boolean> {
  const defaults = { title: word, url: `/${word}`, dataLocale: 'en-GB' };
  const product = {
    markets: ['uk'],
    defaults,
    variants: { [`v-${word}`]: { defaults: { listPrice: 1, sellingPrice: 1, stock: 1 } } },
  };
  const line = { replace: { key: `g-${word}`, productGroup: { products: { [`p-${word}`]: product } } } };
  try {
    const { status, text } = await postCatalog(
      daemon.url,
      gzipSync(`${JSON.stringify(line)}\n`),
      'POST',
      'blockingTimeout=PT1M',
    );
    if (status === 400) throw new BadImport(text);
    return status === 204;
  } catch (error) {
    if (error instanceof BadImport) throw error;
    return false;
  }
}

async function lostImports({ daemon }: Member, imported: readonly Imported[]): Promise<string[]> {
  const reply = await fetch(`${daemon.url}${ADMIN_PATH}/export/catalog`, { headers: adminHeaders() });
  const text = await reply.text();
  return imported.filter(({ word }) => !text.includes(`"g-${word}"`)).map(({ word }) => word);
}
