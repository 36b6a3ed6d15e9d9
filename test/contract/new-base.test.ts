/**
 * A new base is built while imports go on: they are live without waiting for it, and it replaces the old one with what
 * came meanwhile as its overlay. Killed at that, the daemon has what was acknowledged, and builds the base anew.
 */
import { existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { changedGroups } from '../../src/index/changed-groups.js';
import { readPart } from '../../src/index/part.js';
import { type Daemon, type LogLine, ready, startDaemon } from '../daemon.js';
import { testFolder } from '../folder.js';
import { until } from '../within.js';
import { announcedManifest, importLines, importWhenReady, POLL_MS, snapshots } from './admin.js';
import { killAll, missingProc } from './processes.js';
import { groupLine, groupLines, searchUrl } from './shop.js';

/** Enough for a base to outlast several imports. */
const GROUPS = 3000;
/**
 * More than half a hundredth, the share from which on a base is built. With three more they are too many for an overlay
 * where none is being built.
 */
const MANY = 20;
const POLICY = { mostShare: 0.0074, rebuildShare: 0.005, leastProducts: 0 };

async function hits(daemon: Daemon, q: string): Promise<number> {
  const response = await fetch(searchUrl(daemon.url, q, { limit: '1' }));
  return ((await response.json()) as { primaryList: { totalHits: number } }).primaryList.totalHits;
}

/** Changes groups from `from` on, and asserts that they are found when the import is acknowledged. */
async function change(t: Test, daemon: Daemon, from: number, count: number, word: string): Promise<void> {
  const lines = Array.from({ length: count }, (_, i) => groupLine(from + i, { title: `${word} ${from + i}` }));
  t.equal((await importLines(daemon, 'POST', lines)).status, 204);
  t.equal(await hits(daemon, word), count, word);
}

const isBuilt = ({ message }: LogLine) => message === 'a new base is built';
const isTakenUp = ({ message }: LogLine) => message === 'the new base is taken up';

/** The text of each base of the announced snapshot, and the keys that its overlays replace. */
async function announced(dataDir: string): Promise<{ bases: string[]; changed: string[] }> {
  const { views, changed } = await announcedManifest(dataDir);
  return {
    bases: views.map(({ parts }) => parts.text),
    changed: (changed ?? []).flatMap(file => changedGroups(readPart(join(dataDir, 'parts', file)))),
  };
}

t.test('imports do not wait for a new base, which has them when it goes live', { skip: missingProc }, async t => {
  const dataDir = testFolder(t);
  const config = join(dataDir, '..', `${Date.now()}.json`);
  await writeFile(config, JSON.stringify({ overlay: POLICY }));
  const start = async () => {
    const daemon = await startDaemon({ dataDir, args: ['--config', config] });
    t.teardown(() => daemon.stop());
    return daemon;
  };
  let daemon = await start();
  t.equal((await importWhenReady(daemon, 'PUT', groupLines(GROUPS))).status, 204);
  await ready(daemon.url);
  const { bases } = await announced(dataDir);

  await change(t, daemon, 0, MANY, 'gondola');
  const parts = join(dataDir, 'base', 'parts');
  await until('a base', () => existsSync(parts) && readdirSync(parts).length > 0, { pauseMs: POLL_MS });
  await change(t, daemon, 100, 3, 'zeppelin');
  t.notOk(daemon.logs.some(isBuilt), 'both were live before the base was built');
  t.same((await announced(dataDir)).bases, bases);

  await daemon.waitForLog(isTakenUp);
  const after = await announced(dataDir);
  t.notSame(after.bases, bases, 'the base is new');
  t.same(after.changed, ['g-100', 'g-101', 'g-102'], 'what came meanwhile is its overlay');
  const { id } = await announcedManifest(dataDir);
  await until('the new base', async () => (await snapshots(daemon)).live === id, { pauseMs: POLL_MS });
  t.equal(await hits(daemon, 'gondola'), MANY);
  t.equal(await hits(daemon, 'zeppelin'), 3);

  await change(t, daemon, 100, MANY, 'omnibus');
  await killAll(daemon);
  daemon = await start();
  await ready(daemon.url);
  t.equal(await hits(daemon, 'omnibus'), MANY, 'what was acknowledged before the crash');
  await daemon.waitForLog(isTakenUp);
  t.same((await announced(dataDir)).changed, []);
  await change(t, daemon, 300, 1, 'tandem');
  t.equal(await hits(daemon, 'omnibus'), MANY);
  t.equal(await hits(daemon, ''), GROUPS);
});
