/**
 * Queries a second of one, two and three daemons of a fleet that are asked at once, and what a notification costs the daemon
 * that takes it and one that follows; then, by these, what a fleet of 16 machines would answer. Daemons, servers and the
 * load share the machine's cores, so that rates do not add up here; the model goes by CPU time.
 */
import { availableParallelism } from 'node:os';
import { searchTexts } from '../../catalogs/search-texts.js';
import { median } from '../../harness/figures.js';
import { type Load, load, type Streams, streams, warmUp } from '../../harness/load-generator.js';
import { Faults, type Trial } from '../results.js';
import { Shop } from '../shop.js';
import { Visitors } from '../visitors.js';
import { type Member, untilHolds } from './members.js';

/** Of all daemons together: enough for the cores, and too few for any daemon to refuse some. */
const CONNECTIONS = 6;
const ROUNDS = 3;
const ROUND_SECONDS = 3;
const ASKED_EACH = 100;
const NOTIFICATIONS = 6000;
const NOTIFIERS = 16;
/** Of a visit, for the model. */
const QUERIES_A_NOTIFICATION = 10;
const MACHINES = 16;

/** @param members of one fleet, which answer from the same snapshot @param file of its catalog */
export async function fleetThroughput(members: readonly Member[], file: string): Promise<Trial[]> {
  const sent = streams('search-page', await searchTexts(file), true);
  for (const { daemon } of members) await load(daemon.url, sent, warmUp(ROUND_SECONDS), CONNECTIONS);
  const faults = await askEach(members[0]!, sent[0]!);
  const perSecond: number[] = [];
  let queryMs = 0;
  for (let count = 1; count <= members.length; count++) {
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await askAtOnce(members.slice(0, count), sent));
    perSecond.push(median(rounds.map(({ rate }) => rate)));
    for (const failures of rounds.flatMap(round => round.failures)) {
      for (const [kind, times] of Object.entries(failures)) faults.add(`${count} daemons: ${times} times ${kind}`);
    }
    if (count === 1) queryMs = median(rounds.map(({ cpuMs }) => cpuMs));
  }
  const { takenMs, followedMs } = await notificationCosts(members);
  const figures = {
    ...Object.fromEntries(perSecond.map((rate, i) => [`queries/s of ${i + 1}`, rate])),
    'CPU ms of a query': queryMs,
    'of a notification taken': takenMs,
    followed: followedMs,
    [`times one machine's queries, ${MACHINES} machines`]: timesOne(MACHINES, { queryMs, takenMs, followedMs }),
  };
  const what = `search pages, ${members.length} daemons on ${availableParallelism()} cores`;
  return [{ what, tried: members.length * ROUNDS, failed: faults.count, faults: faults.first, figures }];
}

interface Costs {
  queryMs: number;
  takenMs: number;
  followedMs: number;
}

/** What machines answer together, as a multiple of one: each takes its share of visitors, and follows what the others take. */
function timesOne(machines: number, { queryMs, takenMs, followedMs }: Costs): number {
  const visitMs = QUERIES_A_NOTIFICATION * queryMs + takenMs;
  return (machines * visitMs) / (visitMs + (machines - 1) * followedMs);
}

/** Some requests by themselves: the load does not tell what is wrong with one. */
async function askEach({ daemon }: Member, requests: Streams[number]): Promise<Faults> {
  const faults = new Faults();
  for (const { path } of requests.slice(0, ASKED_EACH)) {
    const reply = await fetch(daemon.url + path);
    const text = await reply.text();
    if (!reply.ok) faults.add(`${path}: ${reply.status} ${text}`);
  }
  return faults;
}

/** Each daemon has its own part of the connections. @returns the sum of their rates, and CPU of daemons for a query */
async function askAtOnce(
  members: readonly Member[],
  sent: Streams,
): Promise<{ rate: number; cpuMs: number; failures: Load['failures'][] }> {
  const before = cpuMsOf(members);
  const each = Math.ceil(CONNECTIONS / members.length);
  const loads = await Promise.all(members.map(({ daemon }) => load(daemon.url, sent, ROUND_SECONDS, each)));
  const sum = (of: (one: (typeof loads)[number]) => number) => loads.reduce((all, one) => all + of(one), 0);
  return {
    rate: sum(({ perSecond }) => perSecond),
    cpuMs: (cpuMsOf(members) - before) / sum(({ requests }) => requests),
    failures: loads.map(({ failures }) => failures),
  };
}

/** All are sent to the first daemon; the others follow. CPU of all that has to do with them, until their journals have them. */
async function notificationCosts(members: readonly Member[]): Promise<Omit<Costs, 'queryMs'>> {
  const [taker, ...others] = members;
  const shop = new Shop(taker!.daemon.url);
  const visitors = new Visitors();
  const before = members.map(member => cpuMsOf([member]));
  const notify = async () => {
    while (visitors.count < NOTIFICATIONS) await visitors.notify(shop);
  };
  await Promise.all(Array.from({ length: NOTIFIERS }, notify));
  const last = visitors.acknowledged.at(-1)!;
  for (const { daemon } of members) {
    await untilHolds('the last notification', async () => (await new Shop(daemon.url).notified()).has(last));
  }
  const [taken, ...followed] = members.map((member, i) => (cpuMsOf([member]) - before[i]!) / NOTIFICATIONS);
  return { takenMs: taken!, followedMs: followed.reduce((sum, ms) => sum + ms, 0) / others.length };
}

function cpuMsOf(members: readonly Member[]): number {
  return members.reduce((sum, { daemon }) => sum + daemon.cpuSeconds * 1000, 0);
}
