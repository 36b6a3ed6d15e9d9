/** Imports, exports and their history by the built command, against a running daemon. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import t from 'tap';
import { daemon, removeMarkets, replaceCatalog } from '../contract/shared-daemon.js';
import { testFolder } from '../folder.js';
import { type Run, runCommand, runProcess } from './command.js';

const product = {
  markets: ['dk'],
  defaults: { title: 'Stol', url: '/stol', brand: 'Trä' },
  variants: { 'v-1': { defaults: { listPrice: 10 } } },
};
const line = { replace: { key: 'g-1', productGroup: { products: { 'p-1': product } } } };
const folder = testFolder(t);

function vitrine(...args: string[]): Promise<Run> {
  return runCommand([...args, '--url', daemon.url], { VITRINE_API_KEY: daemon.key });
}

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  const text = JSON.stringify(content);
  writeFileSync(path, name.endsWith('.gz') ? new Uint8Array(gzipSync(text)) : text);
  return path;
}

t.test('a catalog', () => replaceCatalog([line]));

t.test('an export goes to standard output or to a file, compressed where its name says so', async t => {
  const expected = `${JSON.stringify(line)}\n`;
  const printed = await runProcess(['export', 'catalog', '--url', daemon.url, '--key', daemon.key]);
  t.same(printed, { code: 0, stdout: expected, stderr: '' });
  const [plain, compressed] = ['catalog.jsonl', 'catalog.jsonl.gz'].map(name => join(folder, name)) as [string, string];
  t.equal((await vitrine('export', 'catalog', '--out', plain)).code, 0);
  t.equal(readFileSync(plain, 'utf8'), expected);
  t.equal((await vitrine('export', 'catalog', '--out', compressed)).code, 0);
  t.equal(gunzipSync(readFileSync(compressed)).toString('utf8'), expected);
  const groups = await vitrine(
    'export',
    'product-groups',
    '--market',
    'dk',
    '--limit',
    '1',
    '--rules',
    'rule incl brand {"Trä"}',
  );
  t.match(JSON.parse(groups.stdout), { market: 'dk', productGroups: [{ key: 'g-1', brand: 'Trä' }] });
});

t.test('an export that is refused says why and leaves the file that is there alone', async t => {
  const out = file('kept.json', 'kept');
  const { code, stdout, stderr } = await vitrine('export', 'pages', '--market', 'xx', '--out', out);
  t.same([code, stdout], [1, '']);
  t.match(stderr, /vitrine: market: "xx" is not in the catalog; known: dk/);
  t.equal(readFileSync(out, 'utf8'), '"kept"');
  t.notOk(existsSync(join(folder, 'none')));
  t.equal((await vitrine('export', 'catalog', '--out', join(folder, 'none', 'x'))).code, 1);
  t.notOk(readdirSync(folder).some(name => name.endsWith('.part')));
  t.match(await vitrine('export', 'pages'), { code: 2, stderr: /--market/ });
});

t.test('what stands beside the catalog is imported and exported again', async t => {
  t.teardown(removeMarkets);
  const templates = { list: { products: { all: { fields: ['title'], maxVariants: 0 } } } };
  const imported = await vitrine('import', 'templates', file('templates.json.gz', templates), '--name', 'first');
  t.match(imported, { code: 0, stdout: /templates\.json\.gz is live/ });
  t.same(JSON.parse((await vitrine('export', 'templates')).stdout), templates);

  const empty = file('empty.json', {});
  const refused = await vitrine('import', 'templates', empty);
  t.match(refused, { code: 1, stdout: '', stderr: /was refused: .*force=true.*\n {2}on the command line: --force\n/ });
  const asJson = await vitrine('import', 'templates', empty, '--json');
  t.match(JSON.parse(asJson.stdout), { ok: false, status: 'FAILURE', reason: /force=true/ });
  t.equal((await vitrine('import', 'templates', file('amend.json', { remove: ['list'] }), '--partial')).code, 0);
  t.equal((await vitrine('export', 'templates')).stdout, '{}');

  const sets = { trees: { name: 'Trees', rules: '' } };
  t.equal((await vitrine('import', 'product-sets', file('sets.json', sets))).code, 0);
  t.same(JSON.parse((await vitrine('export', 'product-sets')).stdout), sets);

  const search = { locales: { 'da-DK': { synonyms: [{ words: ['gran', 'julgran'] }] } } };
  const preview = file('search.json', { ...search, previewOnly: true });
  t.equal((await vitrine('import', 'search-settings', preview)).code, 0);
  const settings = async (...flags: string[]) =>
    JSON.parse((await vitrine('export', 'search-settings', ...flags)).stdout) as object;
  t.same([await settings(), await settings('--view', 'PREVIEW')], [{ locales: {} }, search]);
  const publish = () => vitrine('search-settings', 'publish', 'da-DK');
  t.match(await publish(), { code: 0, stdout: 'published: da-DK\n' });
  t.same(await settings(), search);
  t.match(await publish(), { code: 1, stderr: /locales\/0: found "da-DK", expected a locale that has a preview/ });
  t.match(await vitrine('search-settings', 'publish'), { code: 0, stdout: 'all previews are published\n' });

  const pages = { market: 'dk', type: 'PARTIAL', previewOnly: true, addOrUpdate: [{ id: '/spring' }] };
  t.equal((await vitrine('import', 'pages', file('pages.json', pages))).code, 0);
  const shown = async () => JSON.parse((await vitrine('export', 'pages', '--market', 'dk')).stdout) as object;
  t.match(await shown(), { addOrUpdate: [] });
  t.match(await vitrine('pages', 'publish', '--market', 'dk', '/spring'), { code: 0, stdout: 'published: /spring\n' });
  t.match(await shown(), { addOrUpdate: [{ id: '/spring' }] });

  const node = { id: 'n', title: 'Vår', type: 'PAGE', pageId: '/spring' };
  const navigation = { market: 'dk', locale: 'da-DK', type: 'FULL', addOrUpdate: [node] };
  t.equal((await vitrine('import', 'navigation', file('navigation.json', navigation))).code, 0);
  const tree = await vitrine('export', 'navigation', '--market', 'dk', '--locale', 'da-DK', '--app-nodes');
  t.match(JSON.parse(tree.stdout), { addOrUpdate: [node] });
});

t.test('imports are listed with how they ended', async t => {
  const table = (await vitrine('imports', '--limit', '5')).stdout.split('\n');
  t.equal(table.length, 7);
  t.match(table[0], /^STARTED +KIND +OUTCOME +TIME +ACTOR +NAME/);
  const json = JSON.parse((await vitrine('imports', '--limit', '1000', '--json')).stdout) as { kind: string }[];
  const first = json.findIndex(({ kind }) => kind === 'catalog');
  t.match(json[first], { kind: 'catalog', outcome: 'SUCCESS' });
  t.match(json[first - 1], { kind: 'templates', name: 'first', outcome: 'SUCCESS', counts: { added: 1 } });
  t.match(await vitrine('imports', '--limit', '0'), { code: 1, stderr: /limit: found "0"/ });
});
