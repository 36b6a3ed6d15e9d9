/**
 * Two releases beside each other in a fleet, while its daemons are replaced one by one: each answers from snapshots of its own
 * format, the older one writes as long as there is one, and it may come back.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { MANIFEST_VERSION } from '../../src/snapshot/index.js';
import { importWhenReady } from '../contract/admin.js';
import { groupLine, groupLines } from '../contract/shop.js';
import { type Daemon, MAIN, ready } from '../daemon.js';
import { found, NO_NATS, startMember, startNats, writer } from '../fleet.js';
import { testFolder } from '../folder.js';
import { START_PAUSE_MS, until } from '../within.js';

const slow = { pauseMs: START_PAUSE_MS };
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The programs of a release whose snapshots have another format. @returns its main module */
function otherRelease(t: { teardown(fn: () => void): void }, format: number): string {
  mkdirSync(join(ROOT, '.tests'), { recursive: true });
  const folder = mkdtempSync(join(ROOT, '.tests', 'release-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
  const bundle = join(folder, 'bundle');
  cpSync(join(MAIN, '../..'), bundle, { recursive: true, filter: file => !/\.(compiled|map)$/.test(file) });
  const from = new RegExp(`MANIFEST_VERSION ?= ?${MANIFEST_VERSION}\\b`, 'g');
  let changed = 0;
  for (const name of readdirSync(bundle, { recursive: true, encoding: 'utf8' })) {
    if (!/\.[cm]?js$/.test(name)) continue;
    const text = readFileSync(join(bundle, name), 'utf8');
    const other = text.replaceAll(from, `MANIFEST_VERSION = ${format}`);
    if (other === text) continue;
    writeFileSync(join(bundle, name), other);
    changed++;
  }
  if (changed === 0) throw new Error('no program has the format');
  return join(bundle, 'cli/main.js');
}

/** The format of the snapshot that a folder announces. */
function announcedFormat({ dataDir }: Daemon): number {
  const { snapshot } = JSON.parse(readFileSync(join(dataDir, 'current.json'), 'utf8')) as { snapshot: string };
  const text = readFileSync(join(dataDir, 'snapshots', `${snapshot}.json`), 'utf8');
  return (JSON.parse(text) as { manifest: { version: number } }).manifest.version;
}

t.test('two daemons are replaced by those of the next release', { skip: NO_NATS }, async t => {
  const next = otherRelease(t, MANIFEST_VERSION + 1);
  const servers = await startNats(t);
  const folders = [testFolder(t), testFolder(t)];
  const start = (i: number, main = MAIN) =>
    startMember(t, servers, {
      dataDir: folders[i]!,
      main,
      env: { VITRINE_FLEET_NAME: `d${i}`, VITRINE_FLEET_QUORUM: 'all' },
    });
  const daemons = await Promise.all([start(0), start(1)]);
  t.equal((await importWhenReady(daemons[0]!, 'PUT', groupLines(20))).status, 204);
  await Promise.all(daemons.map(({ url }) => ready(url)));
  const replace = async (i: number, main: string) => {
    await daemons[i]!.stop();
    daemons[i] = await start(i, main);
    await ready(daemons[i]!.url);
  };
  const take = async (by: number, title: string) => {
    const { status } = await importWhenReady(daemons[by]!, 'POST', [groupLine(3, { title })]);
    t.equal(status, 204);
    for (const daemon of daemons) t.equal(await found(daemon, title), 1, `${title} is live on each`);
  };

  await t.test('one of each', async t => {
    await replace(1, next);
    t.equal(announcedFormat(daemons[1]!), MANIFEST_VERSION + 1, 'it has built a snapshot of its own');
    t.equal(await found(daemons[1]!, 'lamp'), 4);
    await take(1, 'Samovar');
    t.equal(await writer(daemons[1]!), 'd0', 'that of the release before is the writer');
    t.strictSame(daemons.map(announcedFormat), [MANIFEST_VERSION, MANIFEST_VERSION + 1]);
  });

  await t.test('the last one of the release before ends', async t => {
    await replace(0, next);
    await until('there is a writer', async () => (await writer(daemons[0]!)) !== undefined, slow);
    await take(0, 'Kettle');
    t.strictSame(daemons.map(announcedFormat), [MANIFEST_VERSION + 1, MANIFEST_VERSION + 1]);
  });

  await t.test('and comes back', async t => {
    await replace(0, MAIN);
    await take(0, 'Lantern');
    t.equal(announcedFormat(daemons[0]!), MANIFEST_VERSION);
  });
});
