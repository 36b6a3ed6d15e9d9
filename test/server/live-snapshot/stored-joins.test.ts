/** When joined parts of the live snapshot are stored: in haste when it goes live, and to disk at rest and at the end. */
import { setTimeout } from 'node:timers/promises';
import t from 'tap';
import {
  StoredJoins,
  type StoredJoinsOptions,
  type StoreManner,
} from '../../../src/server/live-snapshot/stored-joins.js';
import type { SharedSnapshot } from '../../../src/snapshot/index.js';
import { collectGarbage } from '../../../src/snapshot/release.js';

interface Call extends StoreManner {
  id: string;
}

const LONGEST_MS = 60_000;
const LATER_MS = 5;

/** The timers under test do not keep a process: a daemon has sockets for that. */
const kept = setInterval(() => undefined, LONGEST_MS);
t.teardown(() => clearInterval(kept));

/** @param verified whether what the start has read is verified */
function open(more: Partial<StoredJoinsOptions> = {}, verified = true) {
  const durable: Call[] = [];
  const hasty: string[] = [];
  const warnings: string[] = [];
  let removed = 0;
  let called!: () => void;
  const first = new Promise<void>(resolve => {
    called = resolve;
  });
  const joins = new StoredJoins({
    store: async ({ id }, how) => {
      if (how.isDurable) durable.push({ id, ...how });
      else hasty.push(id);
      if (how.isDurable) called();
      return 1;
    },
    remove: async () => {
      removed++;
    },
    idle: async () => undefined,
    log: { debug: () => undefined, warn: (_: object, text: string) => warnings.push(text) } as never,
    ...more,
  });
  if (verified) joins.verified();
  return { joins, durable, hasty, warnings, first, removed: () => removed };
}

function snapshot(id: string, joined = [['a', 'b']] as [string, string][]): SharedSnapshot {
  return { id, joined: new Map(joined) } as SharedSnapshot;
}

/**
 * Has a second snapshot go live amid the write in haste of the first.
 * @param write writes the first. @returns its bytes
 * @returns when that write began and ended, and the next one began
 */
async function writtenInHaste(write: () => Promise<number>): Promise<[begun: number, ended: number, next: number]> {
  let begun = 0;
  let ended = 0;
  let written!: (atMs: number) => void;
  const next = new Promise<number>(resolve => {
    written = resolve;
  });
  const { joins } = open({
    store: async ({ id }) => {
      if (id !== '1') {
        written(performance.now());
        return 1;
      }
      begun = performance.now();
      joins.wentLive(snapshot('2'));
      const bytes = await write();
      ended = performance.now();
      return bytes;
    },
    idle: () => new Promise(() => undefined),
  });
  joins.wentLive(snapshot('1'));
  const nextMs = await next;
  await joins.close(LONGEST_MS);
  return [begun, ended, nextMs];
}

t.test('the last of several snapshots is stored at rest, in the background', async t => {
  const { joins, durable, hasty, first } = open();
  for (const id of ['1', '2', '3']) joins.wentLive(snapshot(id));
  await first;
  await joins.close(LONGEST_MS);
  t.strictSame(durable, [{ id: '3', background: true, isDurable: true }], 'and not again at the end');
  t.strictSame(hasty, ['3'], 'in haste before, where others do not follow at once');
});

t.test(
  'no import waits for it: it waits for the import that runs, and for the snapshot that this one brings',
  async t => {
    let ended!: () => void;
    let asked!: () => void;
    const isAsked = new Promise<void>(resolve => {
      asked = resolve;
    });
    const idle = () => {
      asked();
      return new Promise<void>(resolve => {
        ended = resolve;
      });
    };
    const { joins, durable } = open({ idle });
    joins.wentLive(snapshot('1'));
    await isAsked;
    joins.wentLive(snapshot('2'));
    ended();
    await joins.close(LONGEST_MS);
    t.strictSame(durable, [{ id: '2', background: false, isDurable: true }], 'at the end, what was still to be stored');
  },
);

t.test('what is stored already is not written, and what is not joined leaves nothing', async t => {
  const { joins, durable, hasty, removed } = open();
  joins.wentLive({ ...snapshot('1'), stored: new Set(['b']) });
  joins.wentLive(snapshot('2', []));
  await joins.close(LONGEST_MS);
  t.strictSame([...durable, ...hasty], []);
  t.equal(removed(), 1);
});

t.test('while imports follow each other, parts are written in haste, and not to disk', async t => {
  let written!: () => void;
  const isWritten = new Promise<void>(resolve => {
    written = resolve;
  });
  const calls: string[] = [];
  const { joins } = open({
    store: async ({ id }, { isDurable }) => {
      calls.push(`${id} ${isDurable ? 'to disk' : 'in haste'}`);
      written();
      return 1;
    },
    idle: () => new Promise(() => undefined),
  });
  joins.wentLive(snapshot('1'));
  await isWritten;
  joins.wentLive(snapshot('2'));
  await joins.close(LONGEST_MS);
  t.strictSame(calls, ['1 in haste', '2 to disk']);
});

t.test('the pause after a write in haste is as long as what was written is large', async t => {
  const WRITTEN_BYTES = 120_000_000;
  const [, ended, next] = await writtenInHaste(async () => WRITTEN_BYTES);
  t.ok(next - ended > 250, `${next - ended} ms`);
});

t.test('a write in haste is followed by a pause, also before that of a snapshot that came during it', async t => {
  // The pause under test is measured by how long a write takes.
  const WRITE_MS = 50;
  const [begun, ended, next] = await writtenInHaste(() => setTimeout(WRITE_MS, 1));
  t.ok(next - ended > (ended - begun) / 2, `${next - ended} ms`);
});

t.test('a failure is logged, and the end waits no longer than it may', async t => {
  const failing = open({ store: async () => Promise.reject(new Error('disk full')) });
  failing.joins.wentLive(snapshot('1'));
  await failing.joins.close(LONGEST_MS);
  t.match(failing.warnings, [/cannot be stored/]);
  let aborted = false;
  const hanging = open({
    store: (_snapshot, _how, stop) => {
      stop.addEventListener('abort', () => {
        aborted = true;
      });
      return new Promise(() => undefined);
    },
  });
  hanging.joins.wentLive(snapshot('1'));
  await hanging.joins.close(1);
  t.ok(aborted);
});

t.test('nothing is stored before what the start has read is verified', async t => {
  const early = open({}, false);
  early.joins.wentLive(snapshot('1'));
  await early.joins.close(1);
  early.joins.verified();
  await early.joins.remove();
  t.strictSame([...early.durable, ...early.hasty], []);
  const later = open({}, false);
  later.joins.wentLive(snapshot('1'));
  const closed = later.joins.close(LONGEST_MS);
  later.joins.verified();
  await closed;
  t.strictSame(later.durable, [{ id: '1', background: false, isDurable: true }], 'the end waits for that');
});

t.test('what a start could not use is removed before parts are written, and nothing during a write', async t => {
  const events: string[] = [];
  let end!: () => void;
  const isWritten = new Promise<void>(resolve => {
    end = resolve;
  });
  let begin!: () => void;
  const isBegun = new Promise<void>(resolve => {
    begin = resolve;
  });
  const { joins } = open({
    store: async ({ id }) => {
      events.push(`${id} begins`);
      begin();
      await isWritten;
      events.push(`${id} written`);
      return 1;
    },
    remove: async () => {
      events.push('removed');
    },
  });
  joins.wentLive({ ...snapshot('1'), unusable: 'text-1.joined has 20 bytes, expected 30' });
  const closed = joins.close(LONGEST_MS);
  await isBegun;
  const removed = joins.remove();
  end();
  await Promise.all([closed, removed]);
  t.strictSame(events, ['removed', '1 begins', '1 written', 'removed']);
});

t.test('what went live before the start was verified is garbage when it is replaced', async t => {
  const { joins, durable, first } = open({}, false);
  const goLive = (id: string): WeakRef<SharedSnapshot> => {
    const live = snapshot(id);
    joins.wentLive(live);
    return new WeakRef(live);
  };
  const replaced = goLive('1');
  // Behind the timer that begins its write in haste.
  await setTimeout(LATER_MS);
  const live = goLive('2');
  await setTimeout(LATER_MS);
  collectGarbage();
  t.equal(replaced.deref(), undefined);
  t.equal(live.deref()?.id, '2');
  joins.verified();
  await first;
  t.same(
    durable.map(({ id }) => id),
    ['2'],
  );
});
