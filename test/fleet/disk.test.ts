/** The disk of the servers of a fleet is full: queries go on, imports are refused, and with room again all is as before. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { importLines, importWhenReady } from '../contract/admin.js';
import { groupLine, groupLines, searchUrl } from '../contract/shop.js';
import { NO_NATS, startMember, startNats } from '../fleet.js';
import { testFolder } from '../folder.js';
import { START_PAUSE_MS, until } from '../within.js';

const NO_DISK = process.getuid?.() === 0 && mount() ? false : 'no small disk can be mounted here';
const slow = { pauseMs: START_PAUSE_MS };

t.test('a full disk', { skip: NO_NATS || NO_DISK }, async t => {
  const folder = testFolder(t);
  t.teardown(() => spawnSync('umount', [folder]));
  t.ok(mount(folder));
  const [server] = await startNats(t, 1, [{ folder }]);
  const daemon = await startMember(t, [server!]);
  const found = async (word: string) => {
    const response = await fetch(searchUrl(daemon.url, word));
    return ((await response.json()) as { primaryList: { totalHits: number } }).primaryList.totalHits;
  };
  t.equal((await importWhenReady(daemon, 'PUT', groupLines(10))).status, 204);

  const { bavail, bsize } = statfsSync(folder);
  const ballast = join(folder, 'ballast');
  writeFileSync(ballast, Buffer.alloc(bavail * bsize));
  let edition = 0;
  const put = async () => {
    edition++;
    return importLines(daemon, 'POST', [groupLine(1, { title: `kettle${edition}` })], { blockingTimeout: 'PT5S' });
  };
  let refused = await put();
  await until('an import is refused', async () => (refused = await put()).status === 503, slow);
  t.match(refused.body?.message, /fleet/);
  t.equal(await found('lamp'), 2, 'queries are answered');

  rmSync(ballast);
  // A server whose disk was full takes nothing before it is started again.
  await server!.kill();
  await server!.start();
  await until('an import is taken', async () => (await put()).status === 204, slow);
  t.equal(await found(`kettle${edition}`), 1, 'it is live');
});

/** @param folder none: to see whether it can be done @returns whether it could */
function mount(folder?: string): boolean {
  const at = folder ?? mkdtempSync(join(tmpdir(), 'vitrine-disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=32m', 'tmpfs', at]);
  if (folder === undefined) {
    spawnSync('umount', [at]);
    rmSync(at, { recursive: true });
  }
  return status === 0;
}
