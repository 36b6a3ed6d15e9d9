/**
 * Buffers of answers are used again and again while clients read slowly, disconnect and ask for what is cached: every
 * answer that arrives is the one to its request, to the byte.
 */
import { Agent, type IncomingMessage, request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import t from 'tap';
import { within } from '../../within.js';
import { startDaemon, type TestDaemon, VISITOR } from '../daemon.js';

const SEED = 20;
const CLIENTS = 12;
const REQUESTS = 30;
/**
 * Answers of up to an eighth of the cache's megabyte are cached. The largest are too large for the buffers of a socket:
 * they are being sent until the client has read most of them.
 */
const LENGTHS = [10, 3000, 40_000, 45_000, 50_000, 110_000, 110_000, 400_000, 430_000, 4_000_000];
/** Different texts of each length: with few of them, some are cached, and some are asked for at once. */
const VARIANTS = 6;

type Reader = 'attentive' | 'slow' | 'disconnects';

/** A linear congruential generator (Numerical Recipes). @returns integers below a bound */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** The filler that the query thread of these tests answers such a text with. */
function filler(q: string, length: number): string {
  return `${q} `.repeat(Math.ceil(length / (q.length + 1))).slice(0, length);
}

/** Resolves with the response when its first bytes have arrived; nothing more is read yet. */
function ask(daemon: TestDaemon, q: string, gzip: boolean, agent: Agent): Promise<IncomingMessage> {
  const url = daemon.url(`/api/storefront/v3/queries/search-page?${VISITOR}&q=${encodeURIComponent(q)}`);
  return new Promise((resolve, reject) => {
    request(url, { agent, headers: gzip ? { 'Accept-Encoding': 'gzip' } : {} }, resolve)
      .on('error', reject)
      .end();
  });
}

async function read(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece as Buffer);
  const body = Buffer.concat(pieces);
  return (response.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString();
}

for (const transport of ['native', 'node']) {
  t.test(`every answer is its own: transport ${transport}, seed ${SEED}`, async t => {
    const daemon = await startDaemon(t, {
      VITRINE_HTTP: transport,
      VITRINE_ANSWER_CACHE_MB: '1',
      VITRINE_WORKERS: '2',
      VITRINE_LIMITS_QUEUE_DEADLINE_MS: '60000',
    });
    await daemon.importCatalog('snapshot s1');
    const random = generator(SEED);
    let answered = 0;
    let active = CLIENTS;
    const seen = { attentive: 0, slow: 0, disconnects: 0 };
    /** Slow readers read on when so many requests have been answered. */
    let resting: { until: number; wake: () => void }[] = [];
    const wake = (until: number) => {
      const due = resting.filter(one => one.until <= until);
      resting = resting.filter(one => one.until > until);
      for (const one of due) one.wake();
    };
    const client = async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (let i = 0; i < REQUESTS; i++) {
        const length = LENGTHS[random(LENGTHS.length)]!;
        const q = `large ${length} of ${random(VARIANTS)}`;
        const draw = random(10);
        const reader: Reader = draw < 6 ? 'attentive' : draw < 8 ? 'slow' : 'disconnects';
        const response = await ask(daemon, q, random(4) === 0, agent);
        if (response.statusCode !== 200) t.fail(`${q}: status ${response.statusCode}`);
        seen[reader]++;
        if (reader === 'slow' && 2 * (resting.length + 1) <= active) {
          await new Promise<void>(resolve => resting.push({ until: answered + CLIENTS, wake: resolve }));
        }
        if (reader === 'disconnects') {
          response.destroy();
        } else {
          const answer = JSON.parse(await read(response)) as { q: string; filler: string };
          if (answer.q !== q || answer.filler !== filler(q, length)) t.fail(`${q}: answered with that of ${answer.q}`);
        }
        wake(++answered);
      }
      agent.destroy();
      active--;
      // There may not be as many requests left as slow readers wait for.
      wake(Number.POSITIVE_INFINITY);
    };
    await within('all answers', Promise.all(Array.from({ length: CLIENTS }, client)));
    t.equal(answered, CLIENTS * REQUESTS);
    t.ok(Math.min(...Object.values(seen)) > 50, JSON.stringify(seen));
    t.equal(await daemon.metric('vitrine_query_thread_failures_total'), 0);
  });
}
