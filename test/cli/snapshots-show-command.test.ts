/** `vitrine snapshots show` over what a daemon has kept. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { Importer } from '../build/importer.js';
import { testFolder } from '../folder.js';
import { runCommand } from './command.js';

const folder = testFolder(t);
const importer = new Importer(folder);
t.teardown(() => importer.close());
const { dataDir } = importer;
const show = (...args: string[]) => runCommand(['snapshots', 'show', ...args, '--data', dataDir]);

function group(n: number): object {
  const variants = { [`v${n}`]: { defaults: { listPrice: 10, stock: 5 } } };
  const product = { markets: ['se'], defaults: { title: `Lampa ${n}`, url: `/${n}`, dataLocale: 'sv-SE' }, variants };
  return { replace: { key: `g${n}`, productGroup: { products: { [`p${n}`]: product } } } };
}

t.test('before the first import it says so', async t => {
  const { code, stdout, stderr } = await show();
  t.equal(code, 1);
  t.equal(stdout, '');
  t.match(stderr, /has no snapshot yet: import a catalog first\n$/);
});

t.test('costs by part and by view, of the live snapshot or another', async t => {
  await importer.import('replace', [group(1), group(2)]);
  await importer.import('replace', [group(1), group(2), group(3)]);
  const live = await show();
  t.equal(live.code, 0, live.stderr);
  t.match(
    live.stdout,
    /^00000002-[0-9a-f]{8} {2}live, created \d{4}-.*\n3 products, 1 view\n\nPART +FILES +ON DISK +A PRODUCT/,
  );
  t.match(live.stdout, /\ncard files +1 +[\d.]+ (bytes|KiB) +[\d.]+ (bytes|KiB) +0 bytes +0 bytes\n/);
  t.match(live.stdout, /\nall +\d+ /);
  t.match(live.stdout, /\n\nMARKET +LOCALE +PRODUCTS +ON DISK +OWN\nse +sv-SE +3 +[\d.]+ KiB +[\d.]+ KiB\n$/);

  const before = await show('previous', '--json');
  t.equal(before.code, 0, before.stderr);
  const { id, announced, counts, bytes, parts, views } = JSON.parse(before.stdout) as {
    id: string;
    announced: boolean;
    counts: object;
    bytes: number;
    parts: { part: string; bytes: number }[];
    views: object[];
  };
  t.match(id, /^00000001-/);
  t.equal(announced, false);
  t.match(counts, { products: 2 });
  t.equal(
    parts.reduce((sum, part) => sum + part.bytes, 0),
    bytes,
  );
  const ofView = bytes - siteBytes(parts);
  t.match(views, [{ market: 'se', locale: 'sv-SE', products: 2, bytes: ofView, ownBytes: ofView }]);
});

function siteBytes(parts: { part: string; bytes: number }[]): number {
  return parts.find(({ part }) => part === 'site')!.bytes;
}

t.test('an unknown or a damaged snapshot is named', async t => {
  const unknown = await show('nope');
  t.equal(unknown.code, 2);
  t.match(unknown.stderr, /no snapshot begins with "nope"; there are 00000002-/);
  const { id } = importer.manifest;
  await writeFile(join(dataDir, 'snapshots', `${id}.json`), '{}');
  const damaged = await show();
  t.equal(damaged.code, 1);
  t.match(damaged.stderr, new RegExp(`snapshot ${id}: the manifest's checksum is wrong`));
});
