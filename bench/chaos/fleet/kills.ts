/** `kill -9` of any daemon or NATS server of a fleet, and writers that are paused, amid imports, notifications and queries. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { say } from '../../../scripts/setup/say.mjs';
import { stream } from '../../catalogs/chance.js';
import { ADMIN_PATH, adminHeaders, postCatalog } from '../../harness/admin.js';
import { median } from '../../harness/figures.js';
import type { ChaosOptions } from '../options.js';
import { Faults, type Trial } from '../results.js';
import { Shop } from '../shop.js';
import { Visitors } from '../visitors.js';
import { type Member, startMember, untilHolds, writerOf } from './members.js';
import { NatsServer } from './nats.js';

const DAEMONS = 3;
const NOTIFIERS = 2;
/** Of a query, an import that is sent, and a kill behind the one before. */
const LONGEST_PAUSE_MS = 1500;
const RETRY_MS = 100;
const ANSWER_WITHIN_MS = 1000;
/** How long a writer that was paused stays so after there is another one. */
const PAUSED_MS = 1000;
/** Longest that a fleet may be without a writer. */
const WRITER_WITHIN_MS = 10_000;
const QUERY =
  '/api/storefront/v3/queries/search-page?market=uk&locale=en-GB&touchpoint=DESKTOP&userContext=SYNTHETIC&q=';

export async function fleetKills(folder: string, { seed, kills }: ChaosOptions): Promise<Trial[]> {
  const draws = stream(`fleet kills ${seed}`);
  const servers = await NatsServer.startAll(folder, DAEMONS);
  const names = Array.from({ length: DAEMONS }, (_, i) => `d${i}`);
  const members = await Promise.all(names.map(name => startMember(folder, name, servers)));
  const faults = new Faults();
  const counts = {
    writers: 0,
    followers: 0,
    servers: 0,
    'writers paused': 0,
    queries: 0,
    'refused at first': 0,
    'refused by all': 0,
  };
  const alive = new Set(members);
  const visitors = new Visitors();
  const imported: string[] = [];
  let isEnded = false;

  const anyAlive = () => draws.pick([...alive]);
  const importer = async () => {
    for (let n = 0; !isEnded; ) {
      const word = `kettle${n}`;
      if (await wasImported(anyAlive(), word)) {
        imported.push(word);
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
  const asker = async () => {
    while (!isEnded) {
      // As a balancer that does not know yet who is gone.
      const order = draws.pick([members, [...members].reverse()]);
      counts.queries++;
      const answers = async (member: Member) =>
        fetch(`${member.daemon.url}${QUERY}kettle`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).then(
          async reply => (await reply.arrayBuffer()) && reply.status === 200,
          () => false,
        );
      if (await answers(order[0])) continue;
      counts['refused at first']++;
      if (!(await answers(order[1])) && !(await answers(order[2]))) counts['refused by all']++;
    }
  };
  await untilHolds('the first import', () => wasImported(members[0], 'kettle'));
  for (const { daemon } of members) await daemon.ready();
  const work = [importer(), asker(), ...Array.from({ length: NOTIFIERS }, notifier)];

  const writerMs: number[] = [];
  for (let kill = 1; kill <= kills; kill++) {
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
      members[victim] = await startMember(folder, members[victim].name, servers);
      await members[victim].daemon.ready();
      alive.add(members[victim]);
    }
    if (kill % 10 === 0)
      say(`${kill} kills, ${imported.length} imports, ${visitors.acknowledged.length} notifications`);
  }
  isEnded = true;
  await Promise.all(work);
  for (const ms of writerMs) if (ms > WRITER_WITHIN_MS) faults.add(`no new writer within ${Math.round(ms)} ms`);
  if (counts['refused by all'] > 0) faults.add(`${counts['refused by all']} queries were answered by none`);
  for (const member of members) {
    const lost = () => lostImports(member, imported);
    await untilHolds('all imports', async () => (await lost()).length === 0).catch(() => undefined);
    for (const word of await lost()) faults.add(`${member.name} lacks the import of ${word}`);
    const journal = join(member.dataDir, 'journal');
    await untilHolds('all notifications', async () => (await visitors.faults(journal)).length === 0).catch(
      () => undefined,
    );
    for (const fault of await visitors.faults(journal)) faults.add(`${member.name}: ${fault}`);
  }
  for (const { daemon } of members) await daemon.stop();
  for (const server of servers) await server.kill();
  return [
    {
      what: 'kill -9 of daemons and NATS servers of a fleet, writers paused',
      tried: kills,
      failed: faults.count,
      faults: faults.first,
      figures: {
        ...counts,
        'acknowledged imports': imported.length,
        'acknowledged notifications': visitors.acknowledged.length,
        'new writer after ms, median': writerMs.length > 0 ? median(writerMs) : 0,
        most: Math.max(0, ...writerMs),
      },
    },
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

async function lostImports({ daemon }: Member, words: readonly string[]): Promise<string[]> {
  const reply = await fetch(`${daemon.url}${ADMIN_PATH}/export/catalog`, { headers: adminHeaders() });
  const text = await reply.text();
  return words.filter(word => !text.includes(`"g-${word}"`));
}
