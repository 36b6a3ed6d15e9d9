/**
 * Notifications without visitors behind them move no product to where visitors see it: without tickets of what was shown,
 * from visitors who have asked nothing, or from thousands of visitors at one address who all ask and all choose the same,
 * also for a phrase that hardly any other visitor searches.
 */
import { Agent, request } from 'node:http';
import t from 'tap';
import { testFolder } from '../folder.js';
import { until } from '../within.js';
import { startDemoDaemon } from './demo-daemon.js';

const LEARNED_WITHIN_MS = 120_000;
const TOGETHER = 64;
const SEEN = 50;
const PAGE = 100;
const WANTED = 60;
const RARE_CLICKS = 400;

const settings = { behaviour: { learnSeconds: 1, addressHeader: 'x-forwarded-for' } };
const folder = testFolder(t, { 'vitrine.json': JSON.stringify(settings) });
const daemon = await startDemoDaemon(t, { dataDir: `${folder}/data`, args: ['--config', `${folder}/vitrine.json`] });
t.teardown(() => daemon.stop());
const agent = new Agent({ keepAlive: true, maxSockets: TOGETHER });
t.teardown(() => agent.destroy());

const VIEW = 'market=uk&locale=en-GB&touchpoint=DESKTOP';
const who = (visitor: string) => `customerKey=${visitor}&sessionKey=${visitor}-session`;

interface Shown {
  key: string;
  ticket: string;
  variants: { ticket: string }[];
}

function send(method: string, path: string, body?: object, from = ''): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'text/plain', 'X-Forwarded-For': from };
    const sent = request(`${daemon.url}/api/storefront/v3/${path}`, { method, agent, headers }, reply => {
      let text = '';
      reply.setEncoding('utf8').on('data', piece => (text += piece));
      reply.on('end', () => resolve({ status: reply.statusCode!, text })).on('error', reject);
    });
    sent.on('error', reject).end(body && JSON.stringify(body));
  });
}

const search = async (q: string, visitor: string, more = '') =>
  send('GET', `queries/search-page?${VIEW}&q=${encodeURIComponent(q)}&${who(visitor)}${more}`);
const notify = async (type: string, visitor: string, body: object, from?: string) =>
  (await send('POST', `notifications/${type}?market=uk&${who(visitor)}`, body, from)).status;

/** The first products of all groups. */
async function hits(q: string): Promise<Shown[]> {
  const { text } = await search(q, 'watcher', `&limit=${PAGE}&notify=false`);
  const page = JSON.parse(text) as { primaryList: { productGroups: { products: Shown[] }[] } };
  return page.primaryList.productGroups.map(({ products }) => products[0]!);
}

async function attack(count: number, one: (i: number) => Promise<number>): Promise<Set<number>> {
  const statuses = new Set<number>();
  let next = 0;
  const lane = async () => {
    while (next < count) statuses.add(await one(next++));
  };
  await Promise.all(Array.from({ length: TOGETHER }, lane));
  return statuses;
}

/** Resolves when all that was sent before has been learned. */
async function learned(phrase: string): Promise<void> {
  for (let i = 0; i < 3; i++) await search(phrase, `teacher-${i}`);
  const begun = encodeURIComponent(phrase.slice(0, -2));
  for (const deadline = Date.now() + LEARNED_WITHIN_MS; Date.now() < deadline; ) {
    const { text } = await send('GET', `queries/autocomplete?${VIEW}&q=${begun}&${who('watcher')}&notify=false`);
    if (text.includes(phrase)) return;
  }
  throw new Error(`${phrase} was not learned within ${LEARNED_WITHIN_MS} ms`);
}

const PHRASE = 'women';
const before = await hits(PHRASE);
const aim = before[WANTED];
if (aim === undefined) throw new Error(`${PHRASE} has only ${before.length} hits`);
const first = before.slice(0, SEEN).map(({ key }) => key);

t.test('four thousand clicks with one ticket, of visitors who have asked nothing', async t => {
  t.same(await attack(4000, i => notify('click', `stranger-${i}`, { ticket: aim.ticket })), new Set([204]));
  const [context, position, tag] = before[0]!.ticket.split('.');
  const forged = `${context}.${position}.${tag}.p.${aim.key}`;
  t.same(await attack(200, i => notify('click', `forger-${i}`, { ticket: forged })), new Set([400]));
  await attack(400, i => notify('add-favorite', `admirer-${i}`, { productKey: aim.key }));
  await learned('linen shirt white');
  t.same(
    (await hits(PHRASE)).slice(0, SEEN).map(({ key }) => key),
    first,
  );
});

for (const [ranges, phrase, taught] of [
  [1, 'men', 'down jacket black'],
  [20, 'kids', 'rain jacket yellow'],
] as const) {
  t.test(`a phrase that is hardly searched, and clicks of visitors in ${ranges} ranges of addresses`, async t => {
    const before = (await hits(phrase)).map(({ key }) => key);
    const { key, ticket } = (await hits(phrase))[WANTED]!;
    for (let i = 0; i < 3; i++) await search(phrase, `honest-${i}`);
    const statuses = await attack(RARE_CLICKS, async i => {
      const [visitor, from] = [`rare-${ranges}-${i}`, `198.51.${i % ranges}.7`];
      // Clicks of visitors who have searched count.
      await send('GET', `queries/search-page?${VIEW}&q=socks&limit=1&${who(visitor)}`, undefined, from);
      return notify('click', visitor, { ticket }, from);
    });
    t.same(statuses, new Set([204]));
    await learned(taught);
    // Choices are learned with their notifications, the searches that dilute them a little later.
    const seen = before.slice(0, SEEN).join();
    let after: string[] = [];
    await until(`the first products for ${phrase} are those of before`, async () => {
      after = (await hits(phrase)).map(({ key }) => key);
      return after.slice(0, SEEN).join() === seen;
    });
    t.ok(after.indexOf(key) >= SEEN, `${key} is at place ${after.indexOf(key)}`);
  });
}

t.test('four hundred visitors at one address, who ask, look, choose and buy', async t => {
  const statuses = await attack(400, async i => {
    const visitor = `puppet-${i}`;
    await search(PHRASE, visitor);
    await send('GET', `queries/product-page?${VIEW}&productKey=${encodeURIComponent(aim.key)}&${who(visitor)}`);
    await notify('add-favorite', visitor, { productKey: aim.key });
    await notify('add-to-cart', visitor, { ticket: aim.variants[0]!.ticket });
    return notify('click', visitor, { ticket: aim.ticket });
  });
  t.same(statuses, new Set([204]));
  await learned('wool jumper grey');
  // Choices are learned with their notifications, the searches that dilute them a little later.
  const place = async () => (await hits(PHRASE)).findIndex(({ key }) => key === aim.key);
  await until(`${aim.key} stands where visitors do not see it`, async () => (await place()) >= SEEN);
});
