/**
 * What a daemon still answers when it is asked for three times what it can: connections that repeat a refused request
 * at once, and requests at a fixed rate. Beside it health, metrics and administration are asked ten times a second. Then
 * what a few clients with costly requests take from many with cheap ones.
 */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { DEMO_CATALOG } from '../catalogs/known-catalogs.js';
import { pathOf, requests } from '../catalogs/requests.js';
import { searchTexts } from '../catalogs/search-texts.js';
import { Faults, type Trial } from '../chaos/results.js';
import { ADMIN_PATH, adminHeaders } from '../harness/admin.js';
import { Daemon, onCores } from '../harness/daemon.js';
import { Latencies } from '../harness/latencies.js';
import { parsedJson } from '../harness/parsed-json.js';

const SCRIPT = fileURLToPath(new URL('./overload-clients.js', import.meta.url));
const QUERIES = '/api/storefront/v3/queries';
const VISITOR = 'market=uk&locale=en-GB&touchpoint=DESKTOP&customerKey=c&sessionKey=s';
/** So that a run is at its peak. */
const CONNECTIONS = [16, 64, 256];
const CROWD = 2000;
/** Of a rate that is not bounded by replies; refusals that are held back keep theirs. */
const MOST_CONNECTIONS = 8000;
const REQUESTS = 5000;
const PROBE_MS = 100;
const PROBES = ['/healthz', '/readyz', '/metrics', `${ADMIN_PATH}/snapshots`];
/** What is promised. */
const LEAST_SHARE = 0.9;
const MOST_TIMES_P99 = 3;
const MOST_PROBE_MS = 100;
const TIMES_CAPACITY = 3;
/** Clients of one address that send costly bodies. */
const HEAVY = [8, 60];
const LIGHT = 16;
const ADDRESSES = 200;

/** What the clients do. */
export interface Crowd {
  port: number;
  /** JSON: whole requests. */
  requestsFile: string;
  /** Most of them, where there is a rate. */
  connections: number;
  /** Absent: each connection sends the next request as soon as there is a reply. */
  perSecond?: number;
  warmUpSeconds: number;
  seconds: number;
}

const CrowdCount = Type.Object({
  sent: Type.Number(),
  answered: Type.Number(),
  refused: Type.Number(),
  /** Replies with another status. */
  others: Type.Number(),
  /** Connections that were broken off. */
  broken: Type.Number(),
  /** Requests that were due while no connection was free. */
  unsent: Type.Number(),
  /** Milliseconds, of the requests that were answered. */
  p50: Type.Number(),
  p99: Type.Number(),
  /** The same from arrival to reply, as the daemon states it, whole. */
  ownP50: Type.Number(),
  ownP99: Type.Number(),
  /** Between two looks at the clock, where there is a rate. */
  lateP99: Type.Number(),
});
const Line = Compile(CrowdCount);
export type CrowdCount = Static<typeof CrowdCount>;

/**
 * Where there is more than one core, clients have the last one for themselves: what they take is not taken from the
 * daemon, whose most is measured on the same cores.
 */
const CORES = availableParallelism();
const CLIENT_CORE = CORES > 1 ? String(CORES - 1) : undefined;
const DAEMON_CORES = CORES > 1 ? `0-${CORES - 2}` : undefined;

/** @param seconds of each measurement */
export async function benchOverload(folder: string, { seconds }: { seconds: number }): Promise<Trial[]> {
  const daemon = await Daemon.start(join(folder, 'data'), 0, ['--config', settingsIn(folder)], DAEMON_CORES);
  try {
    await daemon.importCatalog(DEMO_CATALOG, 'PUT');
    await daemon.ready();
    return [...(await overloaded(daemon, folder, seconds)), ...(await besideHeavy(daemon, folder, seconds))];
  } finally {
    await daemon.stop();
  }
}

/** Clients are told apart by a header, as they are behind a proxy. */
function settingsIn(folder: string): string {
  const file = join(folder, 'settings.json');
  writeFileSync(file, JSON.stringify({ behaviour: { addressHeader: 'x-forwarded-for' } }));
  return file;
}

async function overloaded(daemon: Daemon, folder: string, seconds: number): Promise<Trial[]> {
  const texts = await searchTexts(DEMO_CATALOG);
  const asked = requests('mixed', texts, REQUESTS, 'overload');
  const requestsFile = join(folder, 'requests.json');
  writeFileSync(
    requestsFile,
    JSON.stringify(asked.map((request, i) => getOf(pathOf(request), `192.0.2.${i % ADDRESSES}`))),
  );
  const run = (crowd: Pick<Crowd, 'connections' | 'perSecond'>) =>
    runCrowd(daemon, { requestsFile, seconds, ...crowd });
  await run({ connections: LIGHT });
  const trials: Trial[] = [];
  let peak: Counted | undefined;
  for (const connections of CONNECTIONS) {
    const counted = await run({ connections });
    trials.push(trialOf(`${connections} connections`, counted, seconds));
    if (peak === undefined || counted.answered > peak.answered) peak = counted;
  }
  const perSecond = Math.round((peak!.answered / seconds) * TIMES_CAPACITY);
  for (const [what, crowd] of [
    [`${CROWD} connections, each request repeated at once`, { connections: CROWD }],
    [`${perSecond} requests a second, ${TIMES_CAPACITY} times the most`, { connections: MOST_CONNECTIONS, perSecond }],
  ] as const) {
    trials.push(trialOf(what, await run(crowd), seconds, peak));
  }
  return trials;
}

/** Light clients by themselves, and beside others with as much as a request may ask for. */
async function besideHeavy(daemon: Daemon, folder: string, seconds: number): Promise<Trial[]> {
  const light = Array.from({ length: REQUESTS }, (_, i) =>
    getOf(
      `${QUERIES}/autocomplete?${VISITOR}&q=${'abcdefghijklmnoprstuvw'[i % 22]}${i % 97}`,
      `192.0.2.${i % ADDRESSES}`,
    ),
  );
  const refused = heavyBody(i => `rule ${`incl brand {"${'b'.repeat(84)}${i}"} `.repeat(1000)}`);
  const costly = heavyBody(
    i => `${Array.from({ length: 99 }, (_, k) => `rule incl price [${k + i}, ${k + 500}]`).join(' ')}`,
  );
  const files = { light, refused: [refused], costly: [costly] };
  for (const [name, texts] of Object.entries(files)) writeFileSync(join(folder, `${name}.json`), JSON.stringify(texts));
  const run = (name: keyof typeof files, connections: number, perSecond?: number) =>
    runCrowd(daemon, {
      requestsFile: join(folder, `${name}.json`),
      connections,
      seconds,
      ...(perSecond && { perSecond }),
    });
  const alone = await run('light', LIGHT, 200);
  const trials = [trialOf('200 light requests a second', alone, seconds)];
  for (const [name, what] of [
    ['refused', 'ten lists of 99 KB of rules'],
    ['costly', 'ten lists of 100 groups and 99 rules'],
  ] as const) {
    for (const heavy of HEAVY) {
      const failures = await daemon.metric('query_thread_failures_total');
      const [beside] = await Promise.all([run('light', LIGHT, 200), run(name, heavy)]);
      const trial = trialOf(`beside ${heavy} clients with ${what}`, beside!, seconds);
      const deaths = (await daemon.metric('query_thread_failures_total')) - failures;
      if (deaths > 0) trial.faults.push(`${deaths} query threads ended`);
      if (beside!.refused > 0) trial.faults.push(`${beside!.refused} light requests refused`);
      trials.push({ ...trial, failed: trial.faults.length });
    }
  }
  return trials;
}

function getOf(path: string, address: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\n\r\n`;
}

function heavyBody(rules: (list: number) => string): string {
  const lists = Array.from({ length: 10 }, (_, i) => ({ id: `l${i}`, limit: 100, productRules: rules(i) }));
  const body = JSON.stringify({ recommendationLists: lists });
  return `POST ${QUERIES}/cart-page?${VISITOR} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 198.51.100.7\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

/** What clients counted, how long the slowest reply to a probe took, by path, and what the daemon took. */
interface Counted extends CrowdCount {
  probes: Record<string, number>;
  /** Seconds of CPU of all its threads, a second. */
  cpu: number;
}

async function runCrowd(daemon: Daemon, crowd: Omit<Crowd, 'port' | 'warmUpSeconds'>): Promise<Counted> {
  const full: Crowd = {
    port: Number(new URL(daemon.url).port),
    warmUpSeconds: Math.max(1, crowd.seconds / 4),
    ...crowd,
  };
  const timeout = (full.seconds + full.warmUpSeconds + 60) * 1000;
  const ending = new AbortController();
  const [command, ...words] = onCores(CLIENT_CORE, [process.execPath, SCRIPT, JSON.stringify(full)]);
  const clients = promisify(execFile)(command!, words, { timeout });
  const cpu = cpuWithin(daemon, full);
  const probes = Promise.all(PROBES.map(path => slowest(`${daemon.url}${path}`, ending.signal)));
  const { stdout } = await clients.finally(() => ending.abort());
  const slowests = await probes;
  const counted = parsedJson(Line, stdout, 'clients');
  return { ...counted, probes: Object.fromEntries(PROBES.map((path, i) => [path, slowests[i]!])), cpu: await cpu };
}

/** In the middle of what is measured. */
async function cpuWithin(daemon: Daemon, { warmUpSeconds, seconds }: Crowd): Promise<number> {
  await delay((warmUpSeconds + seconds / 4) * 1000);
  const begun = daemon.cpuSeconds;
  const begunMs = performance.now();
  await delay((seconds / 2) * 1000);
  return ((daemon.cpuSeconds - begun) * 1000) / (performance.now() - begunMs);
}

/** The last word of its path. */
function probeName(path: string): string {
  return path.split('/').at(-1)!;
}

/** @returns p99 of the time to the end of a reply, ms */
async function slowest(url: string, ended: AbortSignal): Promise<number> {
  const latencies = new Latencies();
  while (!ended.aborted) {
    const startMs = performance.now();
    await (await fetch(url, { headers: adminHeaders() })).arrayBuffer();
    latencies.add(performance.now() - startMs);
    await delay(PROBE_MS);
  }
  return latencies.quantiles().p99;
}

/** @param peak what it is held against, if it is */
function trialOf(what: string, counted: Counted, seconds: number, peak?: Counted): Trial {
  const { sent, answered, refused, others, broken, unsent, p50, p99, ownP50, ownP99, lateP99, cpu, probes } = counted;
  const faults = new Faults();
  if (others + broken > 0) faults.add(`${others} replies with another status, ${broken} connections broken off`);
  for (const [path, ms] of Object.entries(probes)) {
    if (ms > MOST_PROBE_MS) faults.add(`${path} took ${ms.toFixed(0)} ms (p99)`);
  }
  if (peak) {
    const share = answered / peak.answered;
    if (share < LEAST_SHARE) faults.add(`${(share * 100).toFixed(0)} % of the most that were answered`);
    if (p99 > MOST_TIMES_P99 * peak.p99)
      faults.add(`p99 ${p99.toFixed(0)} ms, ${(p99 / peak.p99).toFixed(1)} times that of the peak`);
  }
  const figures = {
    'answered a second': answered / seconds,
    ...(peak && { '% of the most': (answered / peak.answered) * 100 }),
    'p50 ms': p50,
    'p99 ms': p99,
    'of these in the daemon p50 ms': ownP50,
    'in the daemon p99 ms': ownP99,
    'refused a second': refused / seconds,
    ...(peak && { 'CPU a refusal μs': refusalCost(counted, peak, seconds) }),
    ...(lateP99 > 0 && { 'clients late p99 ms': lateP99 }),
    'daemon CPU': cpu,
    ...(unsent > 0 && { 'not sent a second': unsent / seconds }),
    ...Object.fromEntries(Object.entries(probes).map(([path, ms]) => [`${probeName(path)} p99 ms`, ms])),
  };
  return { what, tried: sent, failed: faults.count, faults: faults.first, figures };
}

/** What the daemon's time beside answers is, by refusal, where an answer takes what it does at the peak; microseconds. */
function refusalCost({ cpu, answered, refused }: Counted, peak: Counted, seconds: number): number {
  const beside = cpu * seconds - (peak.cpu * seconds * answered) / peak.answered;
  return (Math.max(0, beside) * 1e6) / refused;
}
