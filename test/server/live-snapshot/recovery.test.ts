/** Which snapshot is live while another is damaged, and what operators are told, over snapshots that are names alone. */
import t from 'tap';
import { Recovery, type RecoveryOptions } from '../../../src/server/live-snapshot/recovery.js';
import type { Damage, SharedSnapshot } from '../../../src/snapshot/index.js';
import { until } from '../../within.js';

const [OLDER, OLD, ANNOUNCED, NEWER] = ['00000001-a', '00000002-b', '00000003-c', '00000004-d'];
const DAMAGE: Damage = { file: 'cards-1.data', kind: 'checksum', found: 'the checksum is wrong' };

interface Stage {
  /** The live snapshot. */
  live?: string;
  /** Snapshots of which no file is missing. */
  whole: string[];
  /** What is found when files are read. */
  damages?: Damage[];
  /** Snapshots that have a damaged file, which cannot be put aside. */
  stuck?: string[];
  /** Snapshots of the format of another release. */
  otherFormats?: string[];
  /** Snapshots that cannot be loaded. */
  unusable?: string[];
  /** Whether queries read the damaged files. */
  areRead?: boolean;
}

function open({ live, whole, damages = [], stuck = [], otherFormats = [], unusable = [], areRead = false }: Stage) {
  const events: string[] = [];
  const state = { live, whole, damages, areRead, announced: ANNOUNCED };
  const goLive = (how: string) => async (id: string) => {
    events.push(`${how} ${id}`);
    if (unusable.includes(id)) throw new Error('damaged too');
    state.live = id;
    state.areRead = false;
  };
  const log = () => undefined;
  const counts = { damagedFiles: 0 };
  const options: RecoveryOptions = {
    announced: async () => state.announced,
    whole: async () => state.whole,
    inspect: async ids => {
      events.push(`inspect ${ids.join(' ')}`);
      const snapshots = stuck.filter(id => ids.includes(id));
      const left = snapshots.length > 0 ? { left: state.damages.map(({ file }) => file) } : {};
      return { damages: state.damages, snapshots, otherFormats, ...left };
    },
    live: {
      get current() {
        return state.live === undefined ? undefined : ({ shared: { id: state.live } as SharedSnapshot } as never);
      },
      adopt: goLive('adopt'),
      reload: goLive('reload'),
      readsFromDisk: files => state.areRead && files.length > 0,
      giveUpUnverified: async () => undefined,
    },
    rebuild: () => events.push('rebuild'),
    firstRetryMs: 1,
    counts,
    log: { debug: log, info: log, warn: log, error: log } as never,
  };
  return { recovery: new Recovery(options), events, state, counts };
}

t.test('an earlier snapshot goes live rather than a later one, and the next where one cannot be used', async t => {
  const { recovery, events } = open({ whole: [NEWER, OLD, OLDER], damages: [DAMAGE], unusable: [OLD, OLDER] });
  await recovery.suspect(new Error('damaged'));
  t.strictSame(events, [
    `adopt ${OLD}`,
    `adopt ${OLDER}`,
    `adopt ${NEWER}`,
    `inspect ${ANNOUNCED} ${NEWER}`,
    'rebuild',
  ]);
});

t.test('on a disk where damage stays in its place, a snapshot goes live that has none', async t => {
  const stuck = [ANNOUNCED, OLD];
  const whole = [ANNOUNCED, OLD, OLDER];
  const { recovery, events } = open({ live: ANNOUNCED, whole, damages: [DAMAGE], stuck, areRead: true });
  await recovery.suspect(new Error('damaged'));
  t.strictSame(events, [`inspect ${ANNOUNCED}`, `inspect ${OLD}`, `inspect ${OLDER}`, `adopt ${OLDER}`, 'rebuild']);
  t.match(recovery.degradations(), [
    /is damaged .cards-1\.data/,
    new RegExp(`from snapshot ${OLDER}`),
    /being built again/,
  ]);
});

t.test('of many damaged files the reason names three', async t => {
  const damages = Array.from({ length: 25 }, (_, at) => ({ ...DAMAGE, file: `text-${at}.part` }));
  const { recovery } = open({ live: ANNOUNCED, whole: [OLD], damages });
  await recovery.suspect(new Error('damaged'));
  t.match(recovery.degradations(), [/text-2\.part: the checksum is wrong; and 22 more\)$/]);
});

t.test('a part that is right in memory leaves the live snapshot as it is', async t => {
  const { recovery, events } = open({ live: ANNOUNCED, whole: [OLD], damages: [DAMAGE] });
  await recovery.suspect(new Error('damaged'));
  t.strictSame(events, [`inspect ${ANNOUNCED}`, 'rebuild']);
  t.match(recovery.degradations(), [/cards-1\.data: the checksum is wrong/, /from what is in memory/, /being built/]);
});

t.test('a damaged file that nothing can replace is read again when it has been built', async t => {
  const { recovery, events, state } = open({ live: ANNOUNCED, whole: [], damages: [DAMAGE], areRead: true });
  await recovery.suspect(new Error('damaged'));
  state.whole = [ANNOUNCED];
  await recovery.repaired({ snapshot: ANNOUNCED });
  t.strictSame(events, [`inspect ${ANNOUNCED}`, 'rebuild', `reload ${ANNOUNCED}`]);
  t.strictSame(recovery.degradations(), []);
  t.strictSame(recovery.damages, []);
});

t.test('an import that goes live while the snapshot before it is built again stays live', async t => {
  const { recovery, events, state } = open({ live: OLD, whole: [OLD], damages: [DAMAGE] });
  await recovery.suspect(new Error('damaged'));
  state.whole = [NEWER, ANNOUNCED, OLD];
  state.announced = NEWER;
  state.live = NEWER;
  await recovery.repaired({ snapshot: ANNOUNCED });
  t.equal(state.live, NEWER);
  t.notOk(events.includes(`adopt ${ANNOUNCED}`));
  t.strictSame(recovery.degradations(), []);
});

t.test('where no file is damaged, the announced snapshot goes live again', async t => {
  const { recovery, events } = open({ live: OLD, whole: [ANNOUNCED, OLD] });
  await recovery.suspect(new Error('unreadable once'));
  t.strictSame(events, [`inspect ${ANNOUNCED} ${OLD}`, `adopt ${ANNOUNCED}`]);
  t.strictSame(recovery.degradations(), []);
});

t.test('many queries that come upon damage are one reason to look for it', async t => {
  const { recovery, events } = open({ live: ANNOUNCED, whole: [ANNOUNCED] });
  for (let i = 0; i < 3; i++) recovery.unreadable(ANNOUNCED);
  recovery.unreadable(OLD);
  await recovery.suspect(new Error('waits for the one that runs'));
  recovery.unreadable(ANNOUNCED);
  t.equal(events.filter(event => event.startsWith('inspect')).length, 2);
});

t.test('each damaged file counts once; why it cannot be built again is told until an import is live', async t => {
  const { recovery, state, counts } = open({ live: OLD, whole: [OLD], damages: [DAMAGE] });
  await recovery.suspect(new Error('damaged'));
  recovery.found({ damages: [DAMAGE], snapshots: [ANNOUNCED] });
  recovery.building({ phase: 'build', done: 1, total: 4 });
  t.match(recovery.degradations().at(-1), 'it is being built again (build, 25 %)');
  await recovery.suspect(new Error('damaged'));
  t.equal(counts.damagedFiles, 1);
  await recovery.repaired({ failure: 'the disk is full' });
  t.match(recovery.degradations(), [/is damaged/, new RegExp(`from snapshot ${OLD}`), /the disk is full/]);
  state.whole = [ANNOUNCED, OLD];
  state.live = ANNOUNCED;
  state.damages = [];
  recovery.wentLive();
  await new Promise(setImmediate);
  t.strictSame(recovery.degradations(), []);
});

t.test('where no snapshot is live, none is named as that which answers', async t => {
  const { recovery } = open({ whole: [], damages: [DAMAGE] });
  await recovery.suspect(new Error('damaged'));
  t.match(recovery.degradations(), [/is damaged/, /being built/]);
  t.equal(recovery.degradations().length, 2);
});

t.test('a snapshot of another release is not called damaged', async t => {
  const { recovery, events } = open({ whole: [], otherFormats: [ANNOUNCED] });
  await recovery.suspect(new Error('another format'));
  t.strictSame(events, [`inspect ${ANNOUNCED}`, 'rebuild']);
  t.strictSame(recovery.degradations(), [
    `snapshot ${ANNOUNCED} has the format of another release`,
    'it is being built again',
  ]);
});

t.test('a snapshot that could not be built is tried again later, until it is live', async t => {
  const { recovery, events, state } = open({ live: OLD, whole: [OLD], damages: [DAMAGE] });
  const builds = () => events.filter(event => event === 'rebuild').length;
  await recovery.suspect(new Error('damaged'));
  for (const failed of [1, 2]) {
    await recovery.repaired({ failure: 'the disk is full' });
    t.match(recovery.degradations(), [/is damaged/, /from snapshot/, /tried later: the disk is full/]);
    await until('another try', () => builds() > failed);
  }
  state.whole = [ANNOUNCED, OLD];
  await recovery.repaired({ snapshot: ANNOUNCED });
  t.strictSame(recovery.degradations(), []);
  t.equal(builds(), 3);
});

t.test('a recovery that is closed does nothing', async t => {
  const { recovery, events } = open({ whole: [OLD] });
  recovery.close();
  await recovery.suspect(new Error('damaged'));
  await recovery.repaired({ snapshot: ANNOUNCED });
  t.strictSame(events, []);
});
