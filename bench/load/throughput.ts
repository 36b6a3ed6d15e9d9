/** Requests a second of a daemon under load, in turns with the bare endpoint. */
import type { StreamKind } from '../catalogs/requests.js';
import type { BareEndpoint } from '../harness/bare-endpoint.js';
import type { Daemon } from '../harness/daemon.js';
import { load, streams, warmUp } from '../harness/load-generator.js';
import { timedLoad } from '../harness/timed-load.js';
import type { Catalog, Row, Turn } from '../publishing/results.js';
import { cacheCounts, cachedShare } from './cache-counts.js';

const ROUNDS = 3;

export interface ThroughputOptions {
  gzip: boolean;
  /** Whether the daemon has an answer cache. */
  cache: 'cached' | 'uncached';
}

/**
 * @param texts to search for, most frequent first
 * @param seconds of each round
 */
export async function measureThroughput(
  daemon: Daemon,
  bare: BareEndpoint,
  catalog: Catalog,
  kind: StreamKind,
  texts: readonly string[],
  seconds: number,
  { gzip, cache }: ThroughputOptions,
): Promise<Row> {
  const sent = streams(kind, texts, gzip);
  await load(daemon.url, sent, warmUp(seconds));
  const turns: Turn[] = [];
  const ofBare: Turn[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = await cacheCounts(daemon);
    const measured = await timedLoad(daemon, sent, seconds);
    turns.push({
      ...measured,
      cachedShare: cachedShare(before, await cacheCounts(daemon)),
      residentMb: daemon.residentMb,
    });
    await bare.answer(measured.bytes);
    ofBare.push(await timedLoad(bare, sent, seconds));
  }
  return {
    measurement: cache,
    catalog,
    requests: kind,
    ...(gzip && { setup: 'gzip' }),
    turns,
    beside: { bare: ofBare },
  };
}
