/**
 * A data folder of an earlier release is taken over: answers, exports, keys, tickets, visitors and rollbacks are what they
 * were. Where its snapshots have another format, they are built again from the catalog store, and /readyz tells so. The
 * folders are made by scripts/make-data-folder.mjs, one for each release.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { extract } from 'tar';
import { checksumOf, MANIFEST_VERSION, type SnapshotManifest } from '../../src/snapshot/manifest.js';
import { type Daemon, ready, startDaemon } from '../daemon.js';
import { testFolder } from '../folder.js';
import { until } from '../within.js';
import { exportText, rollback } from './admin.js';

const FOLDERS = fileURLToPath(new URL('data-folders', import.meta.url));
const VISITOR = 'market=uk&locale=en-GB&touchpoint=DESKTOP&customerKey=anna&sessionKey=s-1';

interface Expected {
  key: string;
  ticket: string;
  search: [key: string, title: string][];
  recent: [searches: string[], views: string[]];
  /** By kind and parameters. */
  exports: Record<string, string>;
  previous: string;
  snapshots: { live: string; snapshots: { id: string }[] };
  history: object;
  notifications: object;
}

interface Page {
  primaryList: { productGroups: { products: { key: string; title: string }[] }[] };
}

async function takeOver(t: Test, release: string, change: (dataDir: string) => void = () => undefined) {
  const folder = testFolder(t);
  await extract({ file: join(FOLDERS, `${release}.tar.gz`), cwd: folder });
  const dataDir = join(folder, 'data');
  const config = join(folder, 'later.json');
  // What visitors did is years old by now.
  writeFileSync(config, JSON.stringify({ behaviour: { journalDays: 3650, visitorDays: 3650, ticketDays: 3650 } }));
  change(dataDir);
  const daemon = await startDaemon({ dataDir, args: ['--config', config] });
  t.teardown(() => daemon.stop());
  const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Expected;
  return { daemon, dataDir, expected };
}

async function query({ url }: Daemon, path: string, visitor = VISITOR): Promise<unknown> {
  return (await fetch(`${url}/api/storefront/v3/queries/${path}&${visitor}`)).json();
}

async function shown(daemon: Daemon): Promise<[string, string][]> {
  const page = (await query(daemon, 'search-page?q=lamp', VISITOR.replace('anna', 'berta'))) as Page;
  return page.primaryList.productGroups.flatMap(group =>
    group.products.map(({ key, title }): [string, string] => [key, title]),
  );
}

for (const release of readdirSync(FOLDERS).map(file => file.replace('.tar.gz', ''))) {
  t.test(`the data folder of release ${release}`, async t => {
    const { daemon, expected } = await takeOver(t, release);
    await ready(daemon.url);
    const { url } = daemon;
    const { key } = expected;
    const recent = (await query(daemon, 'autocomplete?q=')) as {
      recentSearches: { q: string }[];
      recentlyViewed: { key: string }[];
    };
    t.same(
      [recent.recentSearches.map(({ q }) => q), recent.recentlyViewed.map(one => one.key)],
      expected.recent,
      'visitors are remembered',
    );
    t.same(await shown(daemon), expected.search);
    for (const [kind, text] of Object.entries(expected.exports))
      t.equal(await exportText(daemon.url, key, kind), text, kind);
    const get = async (path: string): Promise<unknown> =>
      (await fetch(`${url}/api/admin/v4/${path}`, { headers: { 'Api-Key': key } })).json();
    t.match(await get('import/history'), expected.history);
    t.same(await get('notifications/latest?type=PAYMENT'), expected.notifications);
    const click = await fetch(`${url}/api/storefront/v3/notifications/click?${VISITOR}`, {
      method: 'POST',
      body: JSON.stringify({ ticket: expected.ticket }),
    });
    t.equal(click.status, 204, 'a ticket of before is taken');
    const { live } = (await get('snapshots')) as { live: string };
    t.match(await get('snapshots'), { snapshots: [{ id: live }] });
    t.equal(await rollback({ url, key }, 'previous'), 204);
    t.equal(await exportText(daemon.url, key, 'catalog'), expected.previous, 'a rollback leads to the catalog of then');
  });
}

t.test('snapshots of another format are built again from the catalog store', async t => {
  const release = readdirSync(FOLDERS).sort().at(-1)!.replace('.tar.gz', '');
  const { daemon, dataDir, expected } = await takeOver(t, release, asOlder);
  const told = new Set<string>();
  const answers = new Set<number>();
  await until('the daemon is ready', async () => {
    const response = await fetch(`${daemon.url}/readyz`);
    for (const reason of ((await response.json()) as { reasons?: string[] }).reasons ?? []) told.add(reason);
    if (response.status !== 200) {
      answers.add((await fetch(`${daemon.url}/api/storefront/v3/queries/search-page?q=lamp&${VISITOR}`)).status);
    }
    return response.status === 200;
  });
  t.notOk(
    [...answers].some(status => status !== 503 && status !== 200),
    'no answer is one of an empty shop',
  );
  t.match([...told].join('; '), /has the format of another release; it is being built again/);
  t.same(await shown(daemon), expected.search);
  t.equal(await exportText(daemon.url, expected.key, 'catalog'), expected.exports['catalog']);
  const parts = new Set(readdirSync(join(dataDir, 'parts')));
  const kept = readdirSync(join(dataDir, 'snapshots')).map(name => manifestIn(join(dataDir, 'snapshots', name)));
  const older = kept.filter(({ version }) => version !== MANIFEST_VERSION);
  t.ok(older.length > 0);
  for (const { id, files } of older) {
    t.ok(
      files.every(({ file }) => parts.has(file)),
      `${id} is kept with its files, for the release before`,
    );
  }
});

/** Gives the snapshots of a folder the format of before, which this release does not read. */
function asOlder(dataDir: string): void {
  for (const name of readdirSync(join(dataDir, 'snapshots'))) {
    const file = join(dataDir, 'snapshots', name);
    const manifest = manifestIn(file);
    manifest.version--;
    writeFileSync(file, JSON.stringify({ manifest, sha256: checksumOf(manifest) }));
  }
}

function manifestIn(file: string): SnapshotManifest {
  return (JSON.parse(readFileSync(file, 'utf8')) as { manifest: SnapshotManifest }).manifest;
}
