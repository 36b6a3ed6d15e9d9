/** The start of a daemon over a folder that has a snapshot: what is not sound is found, and a stop may come at any time. */
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { ready, startDaemon } from '../daemon.js';
import { testFolder } from '../folder.js';

const folder = testFolder(t);
const dataDir = join(folder, 'data');
const catalog = join(folder, 'lamp.jsonl');
const product = (market: string) => ({
  markets: [market],
  defaults: { title: 'Lampa', url: '/l' },
  variants: { [`v-${market}`]: { defaults: { listPrice: 100, stock: 5 } } },
});
const products = { p1: product('se'), p2: product('no') };
await writeFile(catalog, `${JSON.stringify({ replace: { key: 'g1', productGroup: { products } } })}\n`);

const first = await startDaemon({ dataDir, catalog });
await first.stop();

const visitor = 'touchpoint=DESKTOP&customerKey=c1&sessionKey=s1';
const status = async (url: string) => (await fetch(url)).status;
const search = (url: string, market: string) =>
  status(`${url}/api/storefront/v3/queries/search-page?market=${market}&locale=sv-SE&${visitor}&q=lampa`);

t.test('every view of a sound snapshot is answered from', async t => {
  const daemon = await startDaemon({ dataDir });
  t.teardown(() => daemon.stop());
  await ready(daemon.url);
  for (const market of ['se', 'no']) t.equal(await search(daemon.url, market), 200);
  t.equal(await daemon.stop(), 0);
  t.notOk(daemon.logs.some(({ level }) => Number(level) >= 50));
});

t.test('a damaged card file takes the snapshot out of service until the next import', async t => {
  const parts = join(dataDir, 'parts');
  for (const name of await readdir(parts)) {
    if (!name.endsWith('.data')) continue;
    const bytes = await readFile(join(parts, name));
    bytes[bytes.length >> 1]! ^= 1;
    await writeFile(join(parts, name), bytes);
  }
  const daemon = await startDaemon({ dataDir });
  t.teardown(() => daemon.stop());
  const { err } = await daemon.waitForLog(({ message }) => message?.includes('no longer used') === true);
  t.match((err as { message: string }).message, /cards-.*\.data: the checksum is wrong/);
  t.equal(await status(`${daemon.url}/readyz`), 503);
  t.equal(await search(daemon.url, 'se'), 503);

  await writeFile(catalog, (await readFile(catalog, 'utf8')).replaceAll('"Lampa"', '"Lampa stor"'));
  await daemon.importCatalog(catalog);
  await ready(daemon.url);
  t.equal(await search(daemon.url, 'se'), 200);
});

t.test('so does a damaged part, whether or not the snapshot can be opened; an import writes it again', async t => {
  const parts = join(dataDir, 'parts');
  const flip = async (at: (length: number) => number) => {
    for (const name of await readdir(parts)) {
      if (!name.startsWith('structure-')) continue;
      const bytes = await readFile(join(parts, name));
      bytes[at(bytes.length)]! ^= 1;
      await writeFile(join(parts, name), bytes);
    }
  };
  let title = 'Lampa stor';
  for (const at of [() => 0, (length: number) => length - 40]) {
    await flip(at);
    const daemon = await startDaemon({ dataDir });
    t.teardown(() => daemon.stop());
    const { err } = await daemon.waitForLog(
      ({ message }) => /no longer used|cannot be used/.test(message ?? '') === true,
    );
    t.match((err as { message: string }).message, /structure-.*\.part: the checksum is wrong/);
    t.equal(await status(`${daemon.url}/readyz`), 503);
    await writeFile(catalog, (await readFile(catalog, 'utf8')).replaceAll(`"${title}"`, `"${title} igen"`));
    title += ' igen';
    await daemon.importCatalog(catalog);
    await ready(daemon.url);
    for (const market of ['se', 'no']) t.equal(await search(daemon.url, market), 200);
    await daemon.stop();
  }
});

t.test('a daemon that is told to stop when it has just begun to listen stops in order', async t => {
  const daemon = await startDaemon({ dataDir });
  t.equal(await daemon.stop(), 0);
  t.notOk((await readdir(dataDir)).includes('vitrine.lock'));
  t.notOk(
    daemon.logs.some(({ level }) => Number(level) >= 50),
    'and finds nothing wrong with that',
  );
});

t.test('a daemon that is told to stop again while it stops still closes everything', async t => {
  const daemon = await startDaemon({ dataDir });
  const ended = daemon.stop();
  await daemon.waitForLog(({ message }) => message === 'stopped');
  daemon.process.kill('SIGTERM');
  t.equal(await ended, 0);
  t.notOk(existsSync(join(dataDir, 'vitrine.lock')), 'the folder is unlocked');
});
