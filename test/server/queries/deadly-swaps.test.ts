/**
 * Snapshots replace each other a thousand times while the real query threads answer, and die at random tasks: a query
 * is answered from the snapshot that it began with, or fails with an error that its caller gets.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { searchPageOf } from '../../../src/server/queries/warm-up.js';
import type { SharedSnapshot } from '../../../src/snapshot/index.js';
import { testFolder } from '../../folder.js';
import { Builder } from '../../pages/shop.js';
import { within } from '../../within.js';
import { QUERY_THREAD, startService } from './real-threads.js';

const SEED = 13;
const SWAPS = 1000;
/** Queries that are asked before a snapshot is prepared, and again when it is live. */
const QUERIES = 2;
const PRODUCTS = 4;
/** Of this many tasks, one is the last of its thread. */
const TASKS_A_DEATH = 256;
const MOST_TASKS = 1 << 16;
const LIVES = 0;
const DIES_BEFORE = 1;
const DIES_AFTER = 2;

/** What a query thread is, but that it ends at tasks of a schedule: as they come, or with their results. */
const MORTAL = `
  const threads = require('node:worker_threads');
  const { receiveMessageOnPort } = threads;
  let schedule;
  let death;
  threads.receiveMessageOnPort = port => {
    const received = receiveMessageOnPort(port);
    if (received === undefined) return undefined;
    schedule ??= received.message.data;
    const { deaths, tasks } = schedule ?? {};
    const isStart = received.message.kind === 'start';
    death = isStart || !tasks ? ${LIVES} : deaths[Atomics.add(tasks, 0, 1) % deaths.length];
    if (death === ${DIES_BEFORE}) process.exit(7);
    return received;
  };
  const { default: serve } = require(${JSON.stringify(QUERY_THREAD)});
  module.exports = channel => {
    const { postMessage } = channel.port;
    channel.port.postMessage = (...reply) => {
      if (death === ${DIES_AFTER}) process.exit(7);
      postMessage.apply(channel.port, reply);
    };
    return serve(channel);
  };
`;

/** A linear congruential generator (Numerical Recipes). @returns integers below a bound */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Products whose prices and whose last title are those of an edition: snapshots of two editions share some parts. */
function groupsOf(edition: { title: number; price: number }) {
  const product = (i: number) => ({
    markets: ['se'],
    defaults: { title: `Lampa ${i === 0 ? edition.title : i}`, url: `/${i}`, dataLocale: 'sv-SE' },
    variants: { [`v${i}`]: { defaults: { listPrice: edition.price + i, stock: 1 } } },
  });
  return Object.fromEntries(
    Array.from({ length: PRODUCTS }, (_, i) => [`g${i}`, { products: { [`p${i}`]: product(i) } }]),
  );
}

t.test(`a thousand swaps under load, with threads that die: seed ${SEED}`, async t => {
  const next = generator(SEED);
  const deaths = Uint8Array.from({ length: MOST_TASKS }, () =>
    next(TASKS_A_DEATH) > 0 ? LIVES : next(2) === 0 ? DIES_BEFORE : DIES_AFTER,
  );
  const tasks = new Int32Array(new SharedArrayBuffer(4));
  const filename = join(testFolder(t), 'mortal-thread.cjs');
  writeFileSync(filename, MORTAL);

  const builder = new Builder(t, true);
  const editions = [
    { title: 100, price: 10 },
    { title: 100, price: 20 },
    { title: 200, price: 20 },
  ];
  const snapshots = editions.map(edition => {
    const shop = builder.open({ groups: groupsOf(edition), translations: [] });
    shop.close();
    return shop.shared;
  });
  t.equal(new Set(snapshots.map(({ id }) => id)).size, editions.length);
  const [first] = snapshots;
  const { service, counts } = await startService(t, first!, { threads: 2, filename, moreData: { deaths, tasks } });

  const failures: string[] = [];
  const wrong: string[] = [];
  let answers = 0;
  /** The titles and prices that an answer has, in their order. */
  const facts = (json: string) => (json.match(/"title":"[^"]*"|"listPrice":\{[^}]*\}/g) ?? []).join();
  const expected = new Map<string, string>();
  const ask = (): Promise<void> =>
    new Promise(resolve => {
      const generation = service.current!;
      const { id } = generation.shared;
      const query = { request: searchPageOf('se', 'sv-SE'), encoding: 'identity', key: '', own: false } as const;
      service.enqueue(generation, query, {
        gone: false,
        settle(outcome) {
          if ('failure' in outcome) failures.push(JSON.stringify(outcome.failure));
          else {
            answers++;
            const found = facts(Buffer.from(outcome.answer.body).toString());
            const before = expected.get(id);
            if (before === undefined) expected.set(id, found);
            else if (found !== before) wrong.push(`${id}: ${found}`);
          }
          resolve();
        },
        shed(reason) {
          wrong.push(reason);
          resolve();
        },
      });
    });
  const askAll = () => Promise.all(Array.from({ length: QUERIES }, ask));

  let refused = 0;
  const swapTo = async (snapshot: SharedSnapshot): Promise<boolean> => {
    try {
      await service.prepare({ snapshot, signals: undefined, views: [], together: false });
    } catch (error) {
      if (!(error instanceof Error)) wrong.push(String(error));
      refused++;
      await service.discard(snapshot.id, undefined);
      return false;
    }
    await service.commit(snapshot.id);
    return true;
  };
  for (let swaps = 0; swaps < SWAPS; ) {
    const before = askAll();
    const live = service.current!.shared.id;
    const others = snapshots.filter(({ id }) => id !== live);
    if (await swapTo(others[next(others.length)]!)) swaps++;
    await within('answers', Promise.all([before, askAll()]));
  }

  t.same(wrong, []);
  t.equal(new Set(expected.values()).size, editions.length, 'each edition has answers of its own');
  t.ok(
    failures.every(failure => /worker|thread/i.test(failure)),
    'what fails says why',
  );
  t.ok(failures.length < answers / 100, `${failures.length} failures beside ${answers} answers`);
  t.ok(counts.threadFailures > 0 && refused > 0, `${counts.threadFailures} deaths, ${refused} while a snapshot opened`);
});
