/**
 * Acknowledged notifications a second: clicks with tickets of a search page, by many visitors at once. Each is answered
 * when it is on disk, so that a connection sends its next only after a commit; more connections than in the other
 * measurements stand for the visitors of a shop.
 */
import { Compile } from 'typebox/compile';
import { QUERY_RESPONSES } from '../../src/api/responses.js';
import type { Daemon } from '../harness/daemon.js';
import { CONNECTIONS, load, type Streams, warmUp } from '../harness/load-generator.js';
import { parsedJson } from '../harness/parsed-json.js';
import { timedLoad } from '../harness/timed-load.js';
import type { Catalog, Row, Turn } from '../publishing/results.js';

const VISITORS = 8 * CONNECTIONS;
/** Notifications of one connection before its stream starts over. */
const STREAM = 500;
const ROUNDS = 3;
const CONTEXT = 'market=uk&locale=en-GB&touchpoint=DESKTOP';
const STOREFRONT_PATH = '/api/storefront/v3';

const SearchPage = Compile(QUERY_RESPONSES['search-page']);

/** @param seconds of each round */
export async function measureNotifications(daemon: Daemon, catalog: Catalog, seconds: number): Promise<Row> {
  const sent = streams(await tickets(daemon.url));
  await load(daemon.url, sent, warmUp(seconds), VISITORS);
  const turns: Turn[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = await journalCounts(daemon);
    const measured = await timedLoad(daemon, sent, seconds, VISITORS);
    const after = await journalCounts(daemon);
    const commits = after.commits - before.commits;
    turns.push({
      ...measured,
      bytes: (after.bytes - before.bytes) / measured.requests,
      perCommit: measured.requests / commits,
      commitMs: ((after.commitSeconds - before.commitSeconds) / commits) * 1000,
      residentMb: daemon.residentMb,
    });
  }
  return { measurement: 'notifications', catalog, setup: `${VISITORS} connections`, turns };
}

/** What the journal has done so far. */
async function journalCounts(daemon: Daemon): Promise<{ commits: number; commitSeconds: number; bytes: number }> {
  return {
    commits: await daemon.metric('journal_commit_seconds_count'),
    commitSeconds: await daemon.metric('journal_commit_seconds_sum'),
    bytes: await daemon.metric('journal_written_bytes_total'),
  };
}

/** Of everything that a search page shows. */
async function tickets(url: string): Promise<string[]> {
  const query = `${CONTEXT}&userContext=SYNTHETIC&q=&limit=200`;
  const response = await fetch(`${url}${STOREFRONT_PATH}/queries/search-page?${query}`);
  const { primaryList } = parsedJson(SearchPage, await response.text(), 'search page');
  const products = primaryList.productGroups.flatMap(group => group.products);
  return products.flatMap(({ ticket, variants }) => [ticket, ...variants.map(variant => variant.ticket)]);
}

function streams(tickets: readonly string[]): Streams {
  const headers = { 'Content-Type': 'text/plain;charset=UTF-8' };
  return Array.from({ length: VISITORS }, (_, visitor) =>
    Array.from({ length: STREAM }, (_, i) => {
      const key = `n-${visitor}-${i >> 3}`;
      return {
        method: 'POST' as const,
        path: `${STOREFRONT_PATH}/notifications/click?market=uk&customerKey=${key}&sessionKey=${key}`,
        headers,
        body: JSON.stringify({ ticket: tickets[(visitor * 31 + i) % tickets.length] }),
      };
    }),
  );
}
