/** What becomes of the live snapshot when the start has read damaged joined parts, and when joined parts are stored. */
import t from 'tap';
import { Problem } from '../../../src/errors/problem.js';
import { RunningImports } from '../../../src/server/imports/running-imports.js';
import { LiveSnapshot, type LiveSnapshotOptions } from '../../../src/server/live-snapshot/live-snapshot.js';
import { Counts } from '../../../src/server/observability/counts.js';
import { Generations } from '../../../src/server/queries/generations.js';
import type { Preparation, SwapParticipant } from '../../../src/server/queries/swap-participant.js';
import type { SharedSnapshot } from '../../../src/snapshot/index.js';

/** The snapshots of a front end without query threads. */
class ThreadlessFrontEnd implements SwapParticipant {
  readonly answered = Promise.resolve();
  private readonly generations = new Generations(1024, () => undefined);

  constructor(private readonly events: string[]) {}

  get current() {
    return this.generations.live;
  }

  async prepare({ snapshot }: Preparation): Promise<void> {
    this.generations.prepare(snapshot);
  }

  async commit(id: string): Promise<void> {
    this.generations.commit(id);
  }

  async discard(id: string): Promise<void> {
    this.generations.discard(id);
  }

  async warm(): Promise<void> {
    this.events.push('warmed');
  }

  async rehearse(): Promise<void> {}

  async learn(): Promise<void> {
    this.events.push('learned');
  }

  async withdraw(id: string): Promise<void> {
    this.events.push(`${id} withdrawn`);
    await this.generations.withdraw(id);
  }
}

function snapshotOf(id: string, more: Partial<SharedSnapshot> = {}): SharedSnapshot {
  const manifest = { views: [], catalogGeneration: 1, counts: { products: 1 } };
  return { id, dataDir: '', manifest, parts: new Map(), ...more } as unknown as SharedSnapshot;
}

const STORED = { stored: new Set(['text-1.joined']) };
const DAMAGED = new Error('snapshot part text-1.joined: the checksum is wrong');

/** @param first what the first load has beside the snapshot */
function open(first: Partial<SharedSnapshot>, more: Partial<LiveSnapshotOptions> = {}) {
  const events: string[] = [];
  let fail!: (error: Error) => void;
  const verification = new Promise<void>((_, reject) => {
    fail = reject;
  });
  let stores!: () => void;
  const mayStore = new Promise<void>(resolve => {
    stores = resolve;
  });
  let loads = 0;
  const log = (_: object, text: string) => text === 'snapshot is live' || events.push(text);
  const live = new LiveSnapshot({
    load: async (id, previous) => {
      events.push(`${id} loaded${previous ? ` with ${previous.id}` : ''}`);
      return snapshotOf(id, loads++ === 0 ? first : {});
    },
    rehearse: async () => undefined,
    verifyAll: () => verification,
    compare: async () => undefined,
    readRest: async () => undefined,
    wentLive: ({ id }) => events.push(`${id} live`),
    verified: () => {
      events.push('may store');
      stores();
    },
    damaged: () => events.push('damaged'),
    removeJoins: async () => {
      events.push('joins removed');
    },
    service: new ThreadlessFrontEnd(events),
    others: [],
    compile: async () => undefined,
    imports: new RunningImports(),
    counts: new Counts(),
    log: { debug: log, info: log, warn: log, error: log } as never,
    ...more,
  });
  return { live, events, fail, mayStore };
}

const AGAIN = 'the snapshot is loaded again without stored joined parts';

t.test('what was joined to stored parts that turn out to be damaged is loaded again without them', async t => {
  const { live, events, fail, mayStore } = open(STORED);
  await live.adopt('A');
  await live.adopt('B');
  const before = live.current;
  t.notOk(events.includes('may store'), 'nothing is stored before');
  events.length = 0;
  fail(DAMAGED);
  await mayStore;
  await live.adopt('B');
  const withdrawn = ['B withdrawn', AGAIN, 'joins removed'];
  t.strictSame(
    events.filter(event => event !== 'warmed' && event !== 'may store'),
    [...withdrawn, 'B loaded', 'B live'],
    'files are removed when no query reads them',
  );
  t.not(live.current, before);
  t.equal(live.current?.shared.id, 'B');
});

t.test(
  'stored parts that cannot be read, which is known when they are compared, are loaded again before any goes live',
  async t => {
    const { live, events } = open(STORED, { compare: () => Promise.reject(DAMAGED) });
    await live.adopt('A');
    const seen = events.filter(event => event !== 'warmed' && event !== 'may store');
    t.strictSame(seen, ['A loaded', AGAIN, 'joins removed', 'A loaded', 'A live']);
  },
);

t.test('where other parts cannot be read, all files are verified, and none goes live', async t => {
  const { live, events, fail } = open(
    {},
    { compare: () => Promise.reject(new Error('text-1.part ends at 20 of 30 bytes')) },
  );
  fail(DAMAGED);
  await t.rejects(live.adopt('A'), DAMAGED);
  t.notOk(events.includes('A live'));
});

t.test('a later import stays live', async t => {
  let imported: Promise<void> | undefined;
  const { live, events, fail, mayStore } = open(STORED, {
    removeJoins: async () => {
      imported = live.adopt('C');
    },
  });
  await live.adopt('A');
  await live.adopt('B');
  fail(DAMAGED);
  await mayStore;
  await imported;
  await live.adopt('C');
  t.equal(live.current?.shared.id, 'C');
  t.strictSame(
    events.filter(event => event.includes('loaded') && event !== AGAIN),
    ['A loaded', 'B loaded with A', 'C loaded'],
  );
});

t.test(
  'a damaged overlay, of which the start has read what it joined from it, takes the next one out of use',
  async t => {
    const file = 'text-1.part';
    const manifest = { views: [], catalogGeneration: 1, counts: { products: 1 }, files: [{ file, bytes: 1 }] };
    const joined = { manifest } as unknown as Partial<SharedSnapshot>;
    const load = async (id: string) => snapshotOf(id, joined);
    const found = open({}, { load });
    await found.live.adopt('A');
    await found.live.adopt('B');
    const message = `${file}: the checksum is wrong`;
    found.fail(new Problem('snapshot_damaged', message, [{ path: file, message }]));
    await found.mayStore;
    t.ok(found.events.includes('B withdrawn'));
    t.ok(found.events.includes('damaged'));
    const told = open({}, { load });
    await told.live.adopt('A');
    await told.live.adopt('B');
    await told.live.giveUpUnverified(['text-2.part']);
    t.equal(told.live.current?.shared.id, 'B');
    await told.live.giveUpUnverified([file]);
    t.equal(told.live.current, undefined);
  },
);

t.test('files that have gone with a replaced snapshot leave the live one as it is', async t => {
  for (const first of [STORED, {}]) {
    const { live, events, fail, mayStore } = open(first);
    await live.adopt('A');
    await live.adopt('B');
    const before = live.current;
    fail(new Error('snapshot part cards-1.data: no such file'));
    await mayStore;
    await live.adopt('B');
    t.equal(live.current, before);
    t.ok(events.includes('the snapshot went before it was verified'));
  }
});

t.test('joined parts may be stored once a snapshot is live that no start has read', async t => {
  const events: string[] = [];
  const { live } = open(STORED, {
    load: async id => {
      if (id === 'A') throw new Error('damaged');
      return snapshotOf(id);
    },
    verified: () => events.push('may store'),
    wentLive: ({ id }) => events.push(`${id} live`),
  });
  await t.rejects(live.adopt('A'), /damaged/);
  await live.adopt('B');
  t.strictSame(events, ['may store', 'B live']);
});

t.test('a daemon that is stopped while it warms up or verifies finds nothing wrong with that', async t => {
  const { live, events, fail, mayStore } = open({});
  await live.adopt('A');
  events.length = 0;
  live.close();
  fail(new Error('the thread was ended'));
  await mayStore;
  t.strictSame(
    events.filter(event => event !== 'warmed'),
    ['may store'],
  );
});
