/**
 * Learning in a fleet: one daemon learns from what visitors do at all of them, and all answer with what it has learned; also
 * with another one that goes on after a kill, and where the servers are away.
 */
import t from 'tap';
import { learnedFile, peekLearned } from '../../src/behaviour/learning/learned-file.js';
import { behaviourFolder } from '../../src/server/behaviour/folders.js';
import { importWhenReady } from '../contract/admin.js';
import { groupLine } from '../contract/shop.js';
import { type Daemon, ready } from '../daemon.js';
import { NO_NATS, startMember, startNats, writer } from '../fleet.js';
import { testFolder } from '../folder.js';
import { START_PAUSE_MS, until } from '../within.js';

const DAEMONS = 3;
/** Of the shop that tests make, one in so many is a lamp. */
const THINGS = 5;
const KEYS = Array.from({ length: 9 }, (_, n) => `p-${THINGS * n}`);
const slow = { pauseMs: START_PAUSE_MS };
/** All visitors of the test come from one range of addresses. */
const env = { VITRINE_BEHAVIOUR_LEARN_SECONDS: '1', VITRINE_BEHAVIOUR_RANGE_SIGNALS: '0', VITRINE_WORKERS: '1' };

interface Hit {
  key: string;
  ticket: string;
}

async function search({ url }: Daemon, visitor: string): Promise<Hit[]> {
  const who = `market=uk&locale=en-GB&touchpoint=DESKTOP&customerKey=${visitor}&sessionKey=${visitor}`;
  const answer = await fetch(`${url}/api/storefront/v3/queries/search-page?${who}&q=lamp`);
  const { primaryList } = (await answer.json()) as { primaryList?: { productGroups: { products: Hit[] }[] } };
  return primaryList?.productGroups.map(({ products }) => products[0]!) ?? [];
}

async function order(daemon: Daemon): Promise<string> {
  return (await search(daemon, 'stranger')).map(({ key }) => key).join();
}

/** A visitor searches at a daemon and chooses a product. */
async function choose(daemon: Daemon, visitor: string, key: string): Promise<void> {
  const ticket = (await search(daemon, visitor)).find(hit => hit.key === key)!.ticket;
  for (const reaction of ['click', 'add-to-cart']) {
    const url = `${daemon.url}/api/storefront/v3/notifications/${reaction}?market=uk&customerKey=${visitor}&sessionKey=${visitor}`;
    const { status } = await fetch(url, { method: 'POST', body: JSON.stringify({ ticket }) });
    if (status !== 204) throw new Error(`${reaction}: ${status}`);
  }
}

t.test('a fleet of three daemons', { skip: NO_NATS }, async t => {
  const servers = await startNats(t);
  const folders = Array.from({ length: DAEMONS }, () => testFolder(t));
  const start = (i: number) =>
    startMember(t, servers, {
      dataDir: folders[i]!,
      env: { ...env, VITRINE_FLEET_NAME: `d${i}`, VITRINE_FLEET_QUORUM: 'all' },
    });
  let daemons = await Promise.all(folders.map((_, i) => start(i)));
  const lines = KEYS.map((_, n) => groupLine(THINGS * n, { title: 'Plain lamp' }));
  t.equal((await importWhenReady(daemons[0]!, 'PUT', lines)).status, 204);
  await Promise.all(daemons.map(({ url }) => ready(url)));
  const unlearned = await order(daemons[0]!);
  let before: string | undefined;

  let visitors = 0;
  /** Some visitors of each daemon choose a product, until it is the first everywhere. */
  const learn = async (key: string, count: number) => {
    for (let i = 0; i < count; i++) await choose(daemons[i % daemons.length]!, `v-${visitors++}`, key);
    await until(
      `${key} is the first, in one order everywhere`,
      async () => {
        const [first, ...others] = await Promise.all(daemons.map(order));
        return first!.startsWith(`${key},`) && others.every(other => other === first);
      },
      slow,
    );
  };
  const states = async () => {
    const learned = daemons.map(({ dataDir }) => peekLearned(learnedFile(behaviourFolder(dataDir))));
    return (await Promise.all(learned)).map(found => found && Buffer.from(found.state).toString('base64'));
  };

  await t.test('what visitors choose at all of them is learned by one, and in force on all', async t => {
    const last = KEYS.at(-1)!;
    t.notOk(unlearned.startsWith(`${last},`));
    await learn(last, 24);
    await until(
      'all have the state of the one',
      async () => {
        const [first, ...others] = await states();
        return first !== undefined && others.every(other => other === first);
      },
      slow,
    );
    t.pass();
  });

  await t.test('another daemon goes on when the one is killed', async t => {
    const name = await writer(daemons[0]!);
    const killed = daemons.findIndex((_, i) => `d${i}` === name);
    await daemons[killed]!.kill();
    const left = daemons.filter((_, i) => i !== killed);
    daemons = left;
    await until('there is another one', async () => ![undefined, name].includes(await writer(left[0]!)), slow);
    [before] = await states();
    await learn(KEYS[2]!, 80);
    t.pass();
  });

  await t.test('a daemon that starts while the servers are away has what it took over last', async t => {
    const last = await writer(daemons[0]!);
    const follower = daemons.find(({ dataDir }) => `d${folders.indexOf(dataDir)}` !== last)!;
    const wanted = await order(follower);
    await until(
      'it has the state of the other',
      async () => {
        const [state, ...others] = await states();
        return state !== before && others.every(other => other === state);
      },
      slow,
    );
    await servers[0]!.kill();
    await follower.stop();
    const restarted = await start(folders.indexOf(follower.dataDir));
    await ready(restarted.url);
    t.equal((await order(restarted)).split(',')[0], wanted.split(',')[0]);
  });
});
