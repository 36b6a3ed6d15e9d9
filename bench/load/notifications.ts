/**
 * Acknowledged notifications a second: clicks with tickets of a search page, by many visitors at once. Each is answered
 * when it is on disk, so that a connection sends its next only after a commit; more connections than in the other
 * measurements stand for the visitors of a shop.
 */
import { CONNECTIONS, load } from '../harness/load-generator.js';
import { whole } from '../harness/markdown.js';
import { cpuSeconds } from '../harness/processes.js';

/** @typedef {import('../harness/markdown.js').Row} Row */

const TARGET = 10_000;
const VISITORS = 8 * CONNECTIONS;
/** Notifications of one connection before its stream starts over. */
const STREAM = 500;
const ROUNDS = 3;
const PLACE = 'market=uk&locale=en-GB&touchpoint=DESKTOP';

/** @param {Awaited<ReturnType<import('../harness/daemon.js').startDaemon>>} daemon @returns {Promise<Row>} */
export async function measureNotifications(daemon, name, seconds) {
  const sent = streams(await tickets(daemon.url));
  await load(daemon.url, sent, Math.max(1, seconds / 2), VISITORS);
  const rounds = [];
  const commits = await daemon.metric('journal_commit_seconds_count');
  const waited = await daemon.metric('journal_commit_seconds_sum');
  const written = await daemon.metric('journal_written_bytes_total');
  for (let round = 0; round < ROUNDS; round++) {
    const cpu = cpuSeconds(daemon.pid);
    const measured = await load(daemon.url, sent, seconds, VISITORS);
    rounds.push({ ...measured, cpuMicros: ((cpuSeconds(daemon.pid) - cpu) * 1e6) / measured.requests });
  }
  rounds.sort((a, b) => a.perSecond - b.perSecond);
  const { perSecond, p50, p99, cpuMicros } = rounds[ROUNDS >> 1];
  const all = rounds.reduce((sum, { requests }) => sum + requests, 0);
  const failed = rounds.reduce((sum, one) => sum + one.failed, 0);
  const together = (await daemon.metric('journal_commit_seconds_count')) - commits;
  const commitMs = (((await daemon.metric('journal_commit_seconds_sum')) - waited) / together) * 1000;
  const bytes = ((await daemon.metric('journal_written_bytes_total')) - written) / all;
  return {
    what: `${name}: notifications, ${VISITORS} connections`,
    rate: `${whole(perSecond)}/s`,
    p50,
    p99,
    cpuMicros,
    memoryMb: daemon.residentMb,
    note: [
      `${whole(all / together)} a commit of ${commitMs.toFixed(1)} ms`,
      `${whole(bytes)} bytes each`,
      ...(failed > 0 ? [`${failed} FAILED`] : []),
    ].join('; '),
    target: `${whole(TARGET)}/s`,
    met: perSecond >= TARGET && failed === 0,
  };
}

/** Of everything that a search page shows. @returns {Promise<string[]>} */
async function tickets(url) {
  const query = `${PLACE}&userContext=SYNTHETIC&q=&limit=200`;
  const page = await (await fetch(`${url}/api/storefront/v3/queries/search-page?${query}`)).json();
  const products = page.primaryList.productGroups.flatMap(group => group.products);
  return products.flatMap(({ ticket, variants }) => [ticket, ...variants.map(variant => variant.ticket)]);
}

function streams(tickets) {
  const headers = { 'Content-Type': 'text/plain;charset=UTF-8' };
  return Array.from({ length: VISITORS }, (_, visitor) =>
    Array.from({ length: STREAM }, (_, i) => ({
      method: /** @type {const} */ ('POST'),
      path: `/api/storefront/v3/notifications/click?market=uk&customerKey=n-${visitor}-${i >> 3}&sessionKey=n-${visitor}-${i >> 3}`,
      headers,
      body: JSON.stringify({ ticket: tickets[(visitor * 31 + i) % tickets.length] }),
    })),
  );
}
