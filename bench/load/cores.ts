/**
 * What more cores would bring: what a request costs the front end's thread and what it costs all others (query threads
 * above all), answered from the cache and not, with one query thread and with two; what follows for machines with more
 * cores than this one is in core-model.ts. CPU time, which other processes disturb less than rates.
 */
import { QUERY_KINDS } from '../catalogs/requests.js';
import type { Daemon } from '../harness/daemon.js';
import { load, type Streams, streams, warmUp } from '../harness/load-generator.js';
import { type TimedLoad, timedLoad } from '../harness/timed-load.js';
import { type CoreSetup, coreSetupText } from '../publishing/core-setups.js';
import type { Catalog, Row } from '../publishing/results.js';
import { askedBefore } from './cache-hits.js';

const ROUNDS = 3;
/** Room for the answers to all questions that are asked again. */
const CACHE_MB = 512;
const ARGUMENTS: Readonly<Record<CoreSetup, readonly string[]>> = {
  '1 query thread': ['--workers', '1'],
  '2 query threads': ['--workers', '2'],
  '2 query threads, 2 front ends': ['--workers', '2', '--front-ends', '2'],
};

/** Starts a daemon over the data folder that is measured. */
export type StartDaemon = (cacheMb: number, args: readonly string[]) => Promise<Daemon>;

/** @param seconds of each round */
export async function* measureCores(
  start: StartDaemon,
  stop: (daemon: Daemon) => Promise<void>,
  catalog: Catalog,
  texts: readonly string[],
  seconds: number,
): AsyncGenerator<Row> {
  for (const setup of Object.keys(ARGUMENTS) as CoreSetup[]) {
    for (const cached of [false, true]) {
      const daemon = await start(cached ? CACHE_MB : 0, ARGUMENTS[setup]);
      await daemon.ready();
      for (const kind of QUERY_KINDS) {
        const sent = cached ? askedBefore(kind, texts, true) : streams(kind, texts, true);
        const turns = await measure(daemon, sent, seconds);
        yield { measurement: 'cores', catalog, requests: kind, setup: coreSetupText(cached, setup), turns };
      }
      await stop(daemon);
    }
  }
}

async function measure(daemon: Daemon, sent: Streams, seconds: number): Promise<TimedLoad[]> {
  await load(daemon.url, sent, warmUp(seconds));
  const rounds: TimedLoad[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const measured = await timedLoad(daemon, sent, seconds);
    if (measured.failed > 0) throw new Error(`${measured.failed} requests failed`);
    rounds.push(measured);
  }
  return rounds;
}
