/**
 * What one query thread does in its time, without sockets and with a core of its own: opens the announced snapshot of a
 * data folder, and answers queries in a loop. `node query-thread-process.js DATA_DIR CATALOG SECONDS ROUNDS`
 * prints one JSON object for each kind of query in each round.
 */

import type { Pages } from '../../src/pages/pages.js';
import type { StorefrontRequest } from '../../src/pages/shared/requests.js';
import { QUERY_KINDS, requests } from '../catalogs/requests.js';
import { searchTexts } from '../catalogs/search-texts.js';
import { Latencies } from '../harness/latencies.js';
import { openAnnounced, pagesOver, parsedQuery } from '../harness/own-pages.js';
import type { ThreadMeasurement } from './query-thread.js';

/** Requests before the stream starts over. */
const STREAM = 20_000;
/** Hits of a full page. */
const PAGE = 60;

const [, , dataDir, catalog, seconds, rounds] = process.argv;
const pages = pagesOver(await openAnnounced(dataDir));
const texts = await searchTexts(catalog);

const streams = QUERY_KINDS.map(kind => ({
  kind,
  parsed: requests(kind, texts, STREAM, 'thread').map(({ query, parameters }) => parsedQuery(query, parameters)),
}));
for (const { parsed } of streams) answer(pages, parsed, Number(seconds));
for (let round = 0; round < Number(rounds); round++) {
  for (const { kind, parsed } of streams) {
    const measured: ThreadMeasurement = { kind, ...answer(pages, parsed, Number(seconds)) };
    console.log(JSON.stringify(measured));
  }
}
pages.close();

/** Answers one request after the other for some seconds. */
function answer(
  pages: Pages,
  requests: readonly StorefrontRequest[],
  seconds: number,
): Omit<ThreadMeasurement, 'kind'> {
  const latencies = new Latencies();
  const started = performance.now();
  const cpu = process.cpuUsage();
  let [bytes, full, now] = [0, 0, started];
  for (let i = 0; now - started < seconds * 1000; i++) {
    const { body, totalHits } = pages.answer(requests[i % requests.length], Date.now());
    const after = performance.now();
    latencies.add(after - now);
    now = after;
    bytes += body.length;
    if (totalHits >= PAGE) full++;
  }
  const { user, system } = process.cpuUsage(cpu);
  const { count } = latencies;
  return {
    cpuMicros: (user + system) / count,
    perSecond: count / ((now - started) / 1000),
    ...latencies.quantiles(),
    bytes: Math.round(bytes / count),
    fullPages: full / count,
  };
}
