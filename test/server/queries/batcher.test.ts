import t from 'tap';
import { type Client, ClientShares } from '../../../src/server/admission/client-shares.js';
import type { DropReason } from '../../../src/server/admission/refusals.js';
import { Batcher, type BatcherOptions } from '../../../src/server/queries/batcher.js';
import { until, within } from '../../within.js';

interface Job {
  name: string;
  group: object;
  abandoned: boolean;
  costMs: number;
  client: Client | undefined;
}

const groupA = { name: 'a' };
const groupB = { name: 'b' };
const job = (name: string, group: object = groupA): Job => ({ ...costing(0, name), group });
const costing = (costMs: number, name: string, client?: Client): Job => ({
  name,
  group: groupA,
  abandoned: false,
  costMs,
  client,
});
const tick = () => new Promise(resolve => setImmediate(resolve));

/** A batcher whose threads are finished by hand. */
function bench(options: Partial<BatcherOptions<Job>> = {}) {
  const batches: { thread: number; names: string[]; finish: (ms?: number, lateMs?: number) => void }[] = [];
  const events: string[] = [];
  const dropped: [string, DropReason][] = [];
  const skipped: string[] = [];
  let onDrop: (() => void) | undefined;
  let nowMs = 0;
  const batcher = new Batcher<Job>({
    threads: 1,
    maxBatch: 4,
    maxQueue: 100,
    deadlineMs: 60_000,
    run: (thread, jobs) =>
      new Promise(resolve => {
        const names = jobs.map(one => one.name);
        const complete = () => events.push(`complete ${names.join()}`);
        events.push(`run ${names.join()}`);
        batches.push({ thread, names, finish: (ms = 0, lateMs = 0) => resolve({ ms, lateMs, complete }) });
      }),
    drop: (one, reason) => {
      dropped.push([one.name, reason]);
      onDrop?.();
    },
    skip: one => skipped.push(one.name),
    now: () => nowMs,
    ...options,
  });
  const nextDrop = () =>
    new Promise<void>(resolve => {
      onDrop = resolve;
    });
  const finish = async (index: number, ms = 0, lateMs = 0) => {
    batches[index]!.finish(ms, lateMs);
    await tick();
  };
  return {
    batcher,
    batches,
    events,
    dropped,
    skipped,
    nextDrop,
    finish,
    pass: (ms: number) => {
      nowMs += ms;
    },
    names: () => batches.map(batch => batch.names.join()),
  };
}

/** Gives a thread as many batches as it may have. */
async function fill(batcher: Batcher<Job>): Promise<void> {
  for (const name of ['running', 'behind']) {
    batcher.push(job(name));
    await tick();
  }
}

t.test('a job that comes alone travels alone', async t => {
  const { batcher, names } = bench();
  batcher.push(job('1'));
  await tick();
  t.same(names(), ['1']);
});

t.test('a thread that runs its batch for long gets none behind it: the job goes to the first that is idle', async t => {
  const { batcher, batches, finish, pass } = bench({ threads: 2 });
  for (const name of ['slow', 'quick']) {
    batcher.push(job(name));
    await tick();
  }
  const [slow, quick] = batches.map(batch => batch.thread);
  pass(1000);
  batcher.push(job('next'));
  await tick();
  t.equal(batches.length, 2, 'it waits');
  await finish(1);
  t.same(batches.at(-1)?.names, ['next']);
  t.equal(batches.at(-1)?.thread, quick);
  batcher.push(job('behind'));
  await tick();
  t.same([batches.at(-1)?.names, batches.at(-1)?.thread], [['behind'], quick], 'behind the one that has just begun');
  await finish(0);
  batcher.push(job('last'));
  await tick();
  t.equal(batches.at(-1)?.thread, slow, 'which is idle again');
});

t.test('jobs of one tick are spread over the idle threads, each of which gets two batches', async t => {
  const { batcher, batches, names } = bench({ threads: 2 });
  for (const name of '1234567') batcher.push(job(name));
  await tick();
  t.same(names(), ['1,2', '3,4', '5,6', '7']);
  const [first, second, ...behind] = batches.map(({ thread }) => thread);
  t.not(first, second);
  t.same(behind, [first, second]);
});

t.test('of two jobs for an idle thread, the first has its reply while the other runs', async t => {
  const { batcher, names } = bench();
  for (const name of '12') batcher.push(job(name));
  await tick();
  t.same(names(), ['1', '2']);
});

t.test('jobs that arrive while the thread is busy form the next batches, in order and of bounded size', async t => {
  const { batcher, names, finish } = bench();
  batcher.push(job('0'));
  await tick();
  for (const name of '123456') batcher.push(job(name));
  await tick();
  t.same(names(), ['0', '1,2,3,4'], 'a thread has two batches at most');
  t.equal(batcher.depth, 2);
  await finish(0);
  t.same(names(), ['0', '1,2,3,4', '5,6']);
});

t.test('no job waits behind a batch while a thread is idle', async t => {
  const { batcher, batches, finish } = bench({ threads: 2, maxBatch: 1 });
  const threads = () => batches.map(({ thread }) => thread);
  batcher.push(job('1'));
  await tick();
  const [first] = threads();
  batcher.push(job('2'));
  await tick();
  const second = 1 - first!;
  t.same(threads(), [first, second]);
  batcher.push(job('3'));
  batcher.push(job('4'));
  batcher.push(job('5'));
  await tick();
  t.same(threads(), [first, second, first, second], 'behind the batches that began first');
  await finish(3);
  t.same(threads(), [first, second, first, second, second]);
});

t.test('the longer jobs take, the fewer there are in a batch', async t => {
  const { batcher, batches, finish } = bench({ maxBatch: 16 });
  for (const [jobMs, size] of [
    [0.1, 16],
    [0.75, 5],
    [1.5, 2],
    [30, 1],
    [0, 16],
  ] as const) {
    const first = batches.length;
    for (let i = 0; i < 40; i++) batcher.push(costing(jobMs, String(i)));
    await tick();
    for (let at = first; at < batches.length; at++) await finish(at);
    t.equal(batches[first]!.names.length, size, `${jobMs} ms each`);
  }
});

t.test('a long job travels alone, and no batch waits behind it', async t => {
  const { batcher, names, finish } = bench();
  batcher.push(costing(1, '1'));
  await tick();
  batcher.push(costing(100, 'long'));
  await tick();
  t.same(names(), ['1', 'long']);
  for (const name of '23') batcher.push(costing(1, name));
  await finish(0);
  t.same(names(), ['1', 'long'], 'others would wait for its end');
  await finish(1);
  t.same(names(), ['1', 'long', '2', '3']);
});

t.test('of several threads one has no long job', async t => {
  const { batcher, batches, names, finish } = bench({ threads: 3 });
  for (const name of 'abcd') batcher.push(costing(100, name));
  await tick();
  t.same(names(), ['a', 'b']);
  batcher.push(costing(1, 'short'));
  await tick();
  t.same(names(), ['a', 'b', 'short']);
  t.equal(new Set(batches.map(({ thread }) => thread)).size, 3);
  await finish(2);
  t.equal(batches.length, 3, 'it stays free for the next short one');
  await finish(0);
  t.same(names(), ['a', 'b', 'short', 'c']);
});

t.test('a thread gets its next batch before the last one is completed', async t => {
  const { batcher, events, finish } = bench({ maxBatch: 1 });
  for (const name of '123') batcher.push(job(name));
  await tick();
  await finish(0);
  t.same(events, ['run 1', 'run 2', 'run 3', 'complete 1']);
});

t.test('a batch never mixes snapshots', async t => {
  const { batcher, names, finish } = bench();
  batcher.push(job('a1'));
  batcher.push(job('a2'));
  batcher.push(job('b1', groupB));
  batcher.push(job('a3'));
  await tick();
  await finish(0);
  await finish(1);
  t.same(names(), ['a1,a2', 'b1', 'a3']);
});

t.test('when the queue is full the one that is due last is dropped, at once', async t => {
  const { batcher, dropped, names, finish } = bench({ maxQueue: 2 });
  await fill(batcher);
  batcher.push(costing(100, '1'));
  for (const name of '23') batcher.push(job(name));
  t.same(dropped, [['1', 'queue_full']]);
  await finish(0);
  t.same(names(), ['running', 'behind', '2,3']);
});

t.test('a job that waits past its deadline is dropped while the thread is still busy', async t => {
  const { batcher, dropped, nextDrop, names, finish } = bench({ deadlineMs: 50 });
  await fill(batcher);
  batcher.push(job('1'));
  await within('the drop', nextDrop());
  t.same(dropped, [['1', 'deadline']]);
  batcher.push(job('2'));
  await finish(0);
  t.same(names(), ['running', 'behind', '2']);
});

t.test('a job without a waiting request does not run', async t => {
  const { batcher, skipped, names, finish } = bench();
  await fill(batcher);
  const gone = job('1');
  batcher.push(gone);
  batcher.push(job('2'));
  gone.abandoned = true;
  await finish(0);
  t.same(names(), ['running', 'behind', '2']);
  t.same(skipped, ['1']);
});

t.test('work alone on a thread waits for its batches, and the other threads go on meanwhile', async t => {
  const { batcher, batches, names, finish } = bench({ threads: 2, maxBatch: 1 });
  batcher.push(job('1'));
  batcher.push(job('2'));
  await tick();
  const { thread } = batches[0]!;
  const events: string[] = [];
  let release = () => {};
  const done = batcher.alone(thread, async () => {
    events.push('alone');
    await new Promise<void>(resolve => {
      release = resolve;
    });
    return 7;
  });
  batcher.push(job('3'));
  batcher.push(job('4'));
  await tick();
  t.same(events, [], 'not while the batch runs');
  await finish(0);
  t.same(events, ['alone']);
  const others = () => batches.slice(1).map(batch => batch.thread);
  t.same(names(), ['1', '2', '3']);
  t.same(others(), [1 - thread, 1 - thread], 'the thread is not given a batch, the other one is');
  await finish(1);
  t.same(names(), ['1', '2', '3', '4']);
  t.equal(batches[3]!.thread, 1 - thread);
  batcher.push(job('5'));
  release();
  t.equal(await done, 7);
  await tick();
  t.same(names(), ['1', '2', '3', '4', '5']);
  t.equal(batches[4]!.thread, thread);
});

t.test('work alone on a thread waits for all its batches', async t => {
  const { batcher, finish } = bench();
  await fill(batcher);
  let began = false;
  const done = batcher.alone(0, async () => {
    began = true;
  });
  await finish(1);
  t.notOk(began);
  await finish(0);
  t.ok(began);
  await done;
});

t.test('several works alone on one thread follow each other, and a failing one frees the thread', async t => {
  const { batcher, names } = bench();
  const order: number[] = [];
  const works = [1, 2, 3].map(n =>
    batcher.alone(0, async () => {
      order.push(n);
      await tick();
      if (n === 2) throw new Error('broken');
    }),
  );
  batcher.push(job('1'));
  await t.rejects(works[1]!, /broken/);
  await works[2];
  await tick();
  t.same(order, [1, 2, 3]);
  t.same(names(), ['1']);
});

t.test('short work takes the place of a batch, and the thread has the next batch before the work ends', async t => {
  const { batcher, names, finish } = bench({ maxBatch: 1 });
  await fill(batcher);
  batcher.push(job('1'));
  let end = () => {};
  const ended = new Promise<void>(resolve => {
    end = resolve;
  });
  let began = false;
  const done = batcher.among(0, async () => {
    began = true;
    await ended;
    return 7;
  });
  await tick();
  t.notOk(began, 'the thread has two batches');
  await finish(0);
  t.ok(began, 'before what waits in the queue');
  t.same(names(), ['running', 'behind']);
  await finish(1);
  t.same(names(), ['running', 'behind', '1'], 'while the work goes on');
  const alone = batcher.alone(0, tick);
  end();
  t.equal(await done, 7);
  await finish(2);
  await alone;
  t.type(batcher.idleSinceMs(0), 'number');
});

t.test('short work that fails frees its place, and waits for exclusive use to end', async t => {
  const { batcher, names } = bench();
  const order: string[] = [];
  const works = Promise.allSettled([
    batcher.alone(0, async () => {
      await tick();
      order.push('alone');
    }),
    ...['1', '2', '3'].map(name =>
      batcher.among(0, async () => {
        order.push(name);
        throw new Error('broken');
      }),
    ),
  ]);
  batcher.push(job('a'));
  t.same(
    (await works).map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected', 'rejected'],
  );
  t.same(order, ['alone', '1', '2', '3']);
  await tick();
  t.same(names(), ['a']);
});

t.test('a long queue is served completely and in order', async t => {
  const served: string[] = [];
  const { batcher } = bench({
    maxQueue: 10_000,
    run: async (_thread, jobs) => {
      served.push(...jobs.map(one => one.name));
      return { ms: 0, lateMs: 0, complete: () => undefined };
    },
  });
  const expected = Array.from({ length: 5000 }, (_, i) => String(i));
  for (const name of expected) batcher.push(job(name));
  await until('the end of the queue', () => batcher.depth === 0);
  t.same(served, expected);
});

t.test('work between batches waits until they have taken some time, or there are none', async t => {
  const { batcher, finish, batches } = bench();
  await batcher.afterBatches(0, 10);
  const many = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm'];
  for (const name of many) batcher.push(job(name));
  await tick();
  let over = false;
  const waiting = batcher.afterBatches(0, 10).then(() => {
    over = true;
  });
  await finish(0, 4);
  t.notOk(over, 'batches have taken 4 ms');
  await finish(1, 6);
  t.ok(over, 'batches have taken 10 ms');
  await waiting;
  const idle = batcher.afterBatches(0, 1000);
  await finish(2, 1);
  await finish(3, 1);
  await idle;
  t.equal(batches.length, 4, 'there are none left');
});

t.test('the start and an import wait for batches of one thread at once, and both go on', async t => {
  const { batcher, finish } = bench();
  for (const name of ['a', 'b', 'c', 'd', 'e']) batcher.push(job(name));
  await tick();
  const both = Promise.all([batcher.afterBatches(0, 4), batcher.afterBatches(0, 4)]);
  await finish(0, 4);
  await t.resolves(within('both', both));
});

t.test('a thread is quiet when its last batch is some time ago, or that has been waited for long enough', async t => {
  const { batcher, finish, pass } = bench();
  await batcher.quiet(0, 0, 100);
  const waits = async (ms: number, mostMs: number) => {
    let over = false;
    const quiet = batcher.quiet(0, ms, mostMs).then(() => {
      over = true;
    });
    await tick();
    return { quiet, over: () => over };
  };
  batcher.push(job('a'));
  await tick();
  const long = await waits(1, 1000);
  const short = await waits(1, 5);
  pass(5);
  await within('the most', short.quiet);
  t.notOk(long.over(), 'the batch goes on');
  await finish(0, 5);
  t.notOk(long.over(), 'it has just ended');
  pass(1);
  await within('quiet', long.quiet);
});

t.test('a thread that has had no jobs but other work is quiet', async t => {
  const { batcher } = bench();
  await batcher.among(0, tick);
  await t.resolves(within('quiet', batcher.quiet(0, 1, 1000)));
});

t.test('work between batches waits for a thread in exclusive use until that ends, and not for a batch', async t => {
  const { batcher } = bench();
  const alone = batcher.alone(0, tick);
  await t.resolves(within('the thread to be idle', batcher.afterBatches(0, 10)));
  await alone;
});

t.test('a queue that stays long has no room, one that is long for a moment has', async t => {
  const { batcher, finish, pass } = bench({ maxBatch: 1, deadlineMs: 1000 });
  // While a thread runs four batches of 4 ms, three jobs may wait.
  const push = (count: number) => {
    for (let i = 0; i < count; i++) batcher.push(costing(5, String(i)));
  };
  let ended = 0;
  const run = async (count: number) => {
    for (let i = 0; i < count; i++) await finish(ended++);
  };
  push(5);
  await tick();
  t.notOk(batcher.isCrowded(), 'few wait');
  push(30);
  t.notOk(batcher.isCrowded(), 'many wait, since now');
  pass(99);
  t.notOk(batcher.isCrowded());
  pass(1);
  t.ok(batcher.isCrowded(), 'they have been waiting for a while');
  await run(30);
  t.notOk(batcher.isCrowded(), 'few wait again');
  push(30);
  t.ok(batcher.isCrowded(), 'no burst shortly after');
  await run(30);
  pass(1000);
  t.notOk(batcher.isCrowded());
  push(30);
  t.notOk(batcher.isCrowded(), 'one later on');
});

t.test('of longer jobs as many may always wait, up to a tenth of how long one may', async t => {
  const haveRoom = async (count: number, ms: number) => {
    const { batcher, finish, pass } = bench({ maxBatch: 1, deadlineMs: 1000 });
    for (let i = 0; i < count + 2; i++) {
      batcher.push(costing(ms, 'waits'));
      await tick();
    }
    for (let ended = 0; ended < 100; ended++) {
      pass(ms);
      await finish(ended);
      batcher.push(costing(ms, 'waits'));
    }
    t.equal(batcher.depth, count);
    pass(2000);
    return !batcher.isCrowded();
  };
  t.ok(await haveRoom(60, 1), 'what is run in 60 ms');
  t.notOk(await haveRoom(70, 1));
  t.ok(await haveRoom(45, 2), 'what is run in 90 ms');
  t.notOk(await haveRoom(55, 2), 'what is run in 110 ms');
});

t.test('a client whose jobs fill its share of the queue gets no more of it, and others do', async t => {
  const clients = new ClientShares({ share: 0.5, threads: 1, mostDelayMs: 500 });
  const [greedy, other] = [clients.of('a', 0), clients.of('b', 0)];
  const { batcher, names, finish, pass } = bench({ deadlineMs: 1000, maxQueue: 40 });
  await fill(batcher);
  batcher.isCrowded(other);
  greedy.charge(200, performance.now());
  for (let i = 0; i < 2; i++) batcher.push(costing(5, `greedy ${i}`, greedy));
  t.notOk(batcher.isCrowded(greedy), 'for a moment');
  pass(100);
  t.ok(batcher.isCrowded(greedy), '10 of 16 ms of the queue');
  t.notOk(batcher.isCrowded(other));
  batcher.push(costing(5, 'other', other));
  await finish(0);
  t.equal(names().at(-1), 'other', 'it comes first, as the client of the others has had much');
  await finish(1);
  t.equal(names().at(-1), 'greedy 0');
  other.open = 20;
  t.ok(batcher.isCrowded(other), 'half of the places as open requests');
});

t.test('a client that asks alone has all that threads can run, until another one asks', async t => {
  const clients = new ClientShares({ share: 0.5, threads: 1, mostDelayMs: 500 });
  const [lone, other] = [clients.of('a', 0), clients.of('b', 0)];
  const { batcher, pass } = bench({ deadlineMs: 1000, maxQueue: 40 });
  await fill(batcher);
  lone.open = 30;
  for (let i = 0; i < 3; i++) batcher.push(costing(5, 'lone', lone));
  pass(2000);
  t.notOk(batcher.isCrowded(lone), '15 of 16 ms of the queue, and three quarters of the places');
  t.notOk(batcher.isCrowded(other));
  t.ok(batcher.isCrowded(lone), 'its share');
  pass(999);
  t.ok(batcher.isCrowded(lone));
  pass(1);
  t.notOk(batcher.isCrowded(lone), 'no other has asked for a second');
  batcher.push(costing(5, 'lone', lone));
  pass(2000);
  t.ok(batcher.isCrowded(lone), 'no more than is run in time');
  t.notOk(batcher.isCrowded(other), 'one that has nothing in the queue');
  lone.open = 35;
  pass(2000);
  t.ok(batcher.isCrowded(lone), 'seven of eight places');
});

t.test('where the long jobs of a client take all the room, one that has none there finds some', async t => {
  const clients = new ClientShares({ share: 0.5, threads: 1, mostDelayMs: 500 });
  const [greedy, other] = [clients.of('a', 0), clients.of('b', 0)];
  const { batcher, pass } = bench({ deadlineMs: 1000 });
  await fill(batcher);
  for (let i = 0; i < 4; i++) batcher.push(costing(30, 'greedy', greedy));
  pass(100);
  t.ok(batcher.isCrowdedFor(costing(30, 'greedy', greedy)), 'what waits takes 120 ms');
  t.notOk(batcher.isCrowdedFor(costing(30, 'other', other)));
});

t.test('long jobs have no room where many wait, and short ones do', async t => {
  const { batcher, pass } = bench({ deadlineMs: 1000 });
  await fill(batcher);
  const [long, short] = [costing(30, 'long'), costing(5, 'short')];
  for (let i = 0; i < 4; i++) batcher.push(long);
  t.notOk(batcher.isCrowdedFor(long), 'for a moment');
  pass(100);
  t.ok(batcher.isCrowdedFor(long), 'what waits takes 120 ms');
  t.notOk(batcher.isCrowdedFor(short));
  t.notOk(batcher.isCrowded());
});

t.test('where all have to wait, a client that has nothing in the queue is refused last', async t => {
  const clients = new ClientShares({ share: 0.5, threads: 1, mostDelayMs: 500 });
  const of = (name: string) => clients.of(name, 0);
  const { batcher, pass } = bench({ deadlineMs: 1000 });
  await fill(batcher);
  const push = (count: number, name: string) => {
    for (let i = 0; i < count; i++) batcher.push(costing(5, name, of(name)));
  };
  for (const name of 'abc') push(2, name);
  pass(100);
  t.ok(batcher.isCrowded(), 'one that is not told apart');
  t.ok(batcher.isCrowded(of('a')), 'one that has jobs there');
  t.notOk(batcher.isCrowded(of('d')));
  push(1, 'd');
  t.ok(batcher.isCrowded(of('h')), 'unless they wait for twice as long');
});

t.test('a queue that stays full has no room', async t => {
  const { batcher, finish, pass } = bench({ maxQueue: 2 });
  await fill(batcher);
  for (const name of '12') batcher.push(job(name));
  t.notOk(batcher.isCrowded());
  pass(100);
  t.ok(batcher.isCrowded());
  await finish(0);
  t.notOk(batcher.isCrowded(), 'until some of it runs');
});

t.test('the later the front end is, the more work threads have', async t => {
  const { batcher, batches, finish } = bench({ maxBatch: 64 });
  let ended = 0;
  const sizeAfter = async (lateMs: number) => {
    for (let round = 0; round < 100; round++) {
      for (let i = 0; i < 40; i++) batcher.push(costing(1, String(i)));
      await tick();
      for (; ended < batches.length; ended++) await finish(ended, batches[ended]!.names.length, lateMs);
    }
    for (let i = 0; i < 40; i++) batcher.push(costing(1, String(i)));
    await tick();
    const { length } = batches.at(-1)!.names;
    for (; ended < batches.length; ended++) await finish(ended, batches[ended]!.names.length, lateMs);
    return length;
  };
  t.equal(await sizeAfter(0), 4, 'jobs of 1 ms');
  t.equal(await sizeAfter(10.5), 10);
  t.equal(await sizeAfter(1000), 15);
});
