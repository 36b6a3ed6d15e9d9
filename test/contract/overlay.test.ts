/**
 * A few changes of a catalog that is just large enough for overlays: they are found at once, also after a restart, and
 * a rollback goes back to what was before.
 */
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { type Daemon, type LogLine, ready, startDaemon } from '../daemon.js';
import { testFolder } from '../folder.js';
import { announcedManifest, importLines, importWhenReady, rollback, snapshots } from './admin.js';
import { groupLine, groupLines, searchUrl, wordOf } from './shop.js';

const GROUPS = 210;
/** A tenth of the default, as is the catalog; shares are those by default. */
const OVERLAY = { mostShare: 0.2, rebuildShare: 0.05, leastProducts: 400 };

/** Keys of the products that a text finds. */
async function found(daemon: Daemon, q: string): Promise<string[]> {
  const response = await fetch(searchUrl(daemon.url, q, { limit: '60' }));
  const page = (await response.json()) as { primaryList: { productGroups: { products: { key: string }[] }[] } };
  return page.primaryList.productGroups.flatMap(({ products }) => products.map(({ key }) => key)).sort();
}

/** Whether product `n` is found by the word that its first title has. */
async function isFound(daemon: Daemon, n: number): Promise<boolean> {
  return (await found(daemon, wordOf(n))).includes(`p-${n}`);
}

const LOADED_AGAIN = 'the snapshot is loaded again without stored joined parts';

/** The number of stored joined parts that the live snapshot was loaded with. */
function storedJoins(daemon: Daemon): number | undefined {
  const live = daemon.logs.find(({ message }) => message === 'snapshot is live');
  return live?.['storedJoins'] as number | undefined;
}

/** The snapshot whose stored joined parts the live one continues. */
function joinedOnto(daemon: Daemon): string | undefined {
  const live = daemon.logs.find(({ message }) => message === 'snapshot is live');
  return live?.['joinedOnto'] as string | undefined;
}

t.test(
  'changed, new and removed groups of a large catalog are live at once, over a restart and a rollback',
  async t => {
    const folder = testFolder(t, { 'vitrine.json': JSON.stringify({ overlay: OVERLAY }) });
    const dataDir = join(folder, 'data');
    const options = { dataDir, args: ['--config', join(folder, 'vitrine.json')] };
    let daemon = await startDaemon(options);
    t.teardown(() => daemon.stop());
    t.equal((await importWhenReady(daemon, 'PUT', groupLines(GROUPS))).status, 204);
    await ready(daemon.url);
    const base = (await snapshots(daemon)).live!;

    const change = [groupLine(7, { title: 'Lilac gondola' }), groupLine(GROUPS, { title: 'New gondola' })];
    t.equal((await importLines(daemon, 'POST', [...change, { remove: { productGroup: 'g-8' } }])).status, 204);
    const overlay = (await snapshots(daemon)).live!;
    t.ok((await announcedManifest(dataDir)).views.every(({ overlays }) => overlays?.length === 1));
    const assertChanged = async (when: string): Promise<void> => {
      t.same(await found(daemon, 'gondola'), [`p-${GROUPS}`, 'p-7'], when);
      t.notOk(await isFound(daemon, 7), `${when}: the title before`);
      t.notOk(await isFound(daemon, 8), `${when}: a removed group`);
      t.ok(await isFound(daemon, 9), `${when}: a group that did not change`);
    };
    await assertChanged('after the import');
    t.equal((await importLines(daemon, 'POST', [groupLine(9, { title: 'Third gondola' })])).status, 204);
    t.same(await found(daemon, 'gondola'), [`p-${GROUPS}`, 'p-7', 'p-9'], 'a second import');

    t.equal(await rollback(daemon, overlay), 204);
    await assertChanged('after a rollback to an overlay');
    t.equal(await rollback(daemon, base), 204);
    t.same(await found(daemon, 'gondola'), []);
    t.ok(await isFound(daemon, 7));
    t.equal(await rollback(daemon, overlay), 204);

    await daemon.stop();
    daemon = await startDaemon(options);
    await ready(daemon.url);
    await assertChanged('after a restart');
    t.ok(storedJoins(daemon), 'what was joined before is read');
    t.equal((await importWhenReady(daemon, 'POST', [groupLine(10, { title: 'Fourth gondola' })])).status, 204);
    t.same(
      await found(daemon, 'gondola'),
      ['p-10', `p-${GROUPS}`, 'p-7'],
      'an import after a rollback builds on what is live',
    );
    t.equal((await importLines(daemon, 'POST', [groupLine(11, { title: 'Fifth gondola' })])).status, 204);
    const afterImport = ['p-10', 'p-11', `p-${GROUPS}`, 'p-7'];

    const killed = once(daemon.process, 'close');
    daemon.process.kill('SIGKILL');
    await killed;
    daemon = await startDaemon(options);
    await ready(daemon.url);
    t.same(await found(daemon, 'gondola'), afterImport, 'killed just after an import');
    t.ok(storedJoins(daemon) ?? joinedOnto(daemon), 'what was joined before the kill is read');

    await daemon.stop();
    const joined = join(dataDir, 'joined');
    const [part] = readdirSync(joined).filter(name => name.startsWith('text-'));
    const bytes = readFileSync(join(joined, part!));
    // Within the content: what ends a joined part has room for a checksum that it does not have.
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(join(joined, part!), bytes);
    daemon = await startDaemon(options);
    const again = await daemon.waitForLog(({ message }) => message === LOADED_AGAIN);
    t.match((again['err'] as Error).message, part!, 'a damaged part is named');
    const isLater = (line: LogLine) => daemon.logs.indexOf(line) > daemon.logs.indexOf(again);
    await daemon.waitForLog(line => line.message === 'snapshot is live' && isLater(line));
    t.same(await found(daemon, 'gondola'), afterImport, 'joined again');
  },
);
