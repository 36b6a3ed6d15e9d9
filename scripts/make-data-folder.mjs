/**
 * Writes what a release leaves on a disk: `test/contract/data-folders/RELEASE.tar.gz`, the data folder of a small shop
 * with a few catalogs, pages, settings, visitors and rollbacks, and `expected.json`, what its daemon answered. Later
 * releases are tested to take it over. Run it for each release, once, and keep the file as it is.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/**
 * What is looked at of the answers to queries.
 * @typedef {{
 *   primaryList: { productGroups: { products: { key: string, title: string }[] }[] },
 *   recentSearches: { q: string }[],
 *   recentlyViewed: { key: string }[],
 * }} Shown
 */

const MAIN = fileURLToPath(new URL('../bundle/cli/main.js', import.meta.url));
const KEY = 'the-key-of-the-data-folder';
const VISITOR = 'market=uk&locale=en-GB&touchpoint=DESKTOP&customerKey=anna&sessionKey=s-1';
const COLORS = ['Red', 'Green', 'Blue', 'Black'];
const THINGS = ['lamp', 'chair', 'table'];
const BRIEF = { fields: ['title'], maxVariants: 0 };
const POLL_MS = 50;
const LONGEST_MS = 30_000;

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'vitrine-data-folder-'));
const data = join(folder, 'data');
const config = join(folder, 'config.json');
// So small a catalog would be built anew by each import.
writeFileSync(config, JSON.stringify({ overlay: { mostShare: 0.9, rebuildShare: 0.9, leastProducts: 0 } }));
const daemon = spawn(
  process.execPath,
  [MAIN, 'serve', '--data', data, '--config', config, '--host', '127.0.0.1', '--port', '0', '--workers', '1'],
  { env: { ...process.env, VITRINE_API_KEY: KEY }, stdio: ['ignore', 'pipe', 'inherit'] },
);
process.once('exit', () => daemon.kill());
const url = await listening();

await send('PUT', 'import/catalog?force=true&blockingTimeout=PT1M', lines(12, 1));
await until(async () => (await fetch(`${url}/readyz`)).ok);
for (const [method, path, body] of siteImports()) await send(method, path, JSON.stringify(body));
await send('POST', 'import/catalog', lines(3, 2));
const second = await exportOf('catalog');
await send('POST', 'import/catalog', lines(5, 3));
await send('POST', 'snapshots/rollback?id=previous');
await send('POST', 'import/catalog', lines(2, 4));
const { stdout } = spawnSync(process.execPath, [
  ...[MAIN, 'keys', 'create', '--data', data, '--label', 'kept', '--scope', 'import,export,notifications'],
]);
await query('search-page?q=chair');
await query('product-page?productKey=p-5');
await notify('add-favorite', { productKey: 'p-7' });
await send(
  'POST',
  `notifications/payment?${VISITOR}`,
  JSON.stringify({ lines: [{ quantity: 1, variantKey: 'v-2-0' }] }),
);
const page = await query('search-page?q=lamp');
const expected = {
  release: version,
  key: String(stdout).trim(),
  ticket: /"ticket":"([^"]+)"/.exec(JSON.stringify(page))?.[1],
  search: page.primaryList.productGroups.flatMap(group => group.products.map(({ key, title }) => [key, title])),
  recent: recentOf(await query('autocomplete?q=')),
  exports: await exportsOf([
    'catalog',
    'templates',
    'product-sets',
    'search-settings',
    'pages?market=uk&outputFilter=INCLUDE_UNPUBLISHED',
    'navigation?market=uk&locale=en-GB',
  ]),
  /** The catalog that a rollback to `previous` leads to. */
  previous: second,
  snapshots: await get('snapshots'),
  history: await get('import/history'),
  notifications: await get('notifications/latest?type=PAYMENT'),
};
await until(async () => readdirSync(join(data, 'catalog')).some(name => name.startsWith('copy-')));
await until(async () => existsSync(join(data, 'joined')));
daemon.kill('SIGTERM');
await once(daemon, 'exit');
writeFileSync(join(folder, 'expected.json'), JSON.stringify(expected));
const out = fileURLToPath(new URL(`../test/contract/data-folders/${version}.tar.gz`, import.meta.url));
const { create } = await import('tar');
await create({ file: out, cwd: folder, gzip: { level: 9 }, portable: true }, ['expected.json', 'data']);
rmSync(folder, { recursive: true });
console.log(`${Math.round(readFileSync(out).length / 1024)} KiB: ${out}`);

/** The address that the daemon's log tells. */
async function listening() {
  for await (const line of createInterface({ input: daemon.stdout })) {
    const { message, url } = JSON.parse(line);
    if (message !== 'listening') continue;
    daemon.stdout.resume();
    return url;
  }
  throw new Error('the daemon does not listen');
}

/** @param {number} count @param {number} edition */
function lines(count, edition) {
  const groups = Array.from({ length: count }, (_, n) => {
    const defaults = {
      title: `${COLORS[n % 4]} ${THINGS[n % 3]} edition${edition}`,
      url: `/p/${n}`,
      brand: `Brand ${n % 3}`,
      category: [`Home > ${THINGS[n % 3]}s`],
      customLabels: { color: [COLORS[n % 4]] },
      dataLocale: 'en-GB',
    };
    const variants = { [`v-${n}-0`]: { defaults: { listPrice: 10 + edition, stock: 5 } } };
    const overrides = { 'se|sv-SE': { dataLocale: 'sv-SE' } };
    const product = { markets: ['uk', 'se'], defaults, overrides, variants };
    return { replace: { key: `g-${n}`, productGroup: { products: { [`p-${n}`]: product } } } };
  });
  return gzipSync(groups.map(group => `${JSON.stringify(group)}\n`).join(''));
}

/** @returns {[method: string, path: string, body: object][]} */
function siteImports() {
  const page = (/** @type {string} */ id) => ({ id, headings: { 'en-GB': `All ${id}` }, paths: { 'en-GB': `/${id}` } });
  const node = (/** @type {string} */ id) => ({ id: `/${id}`, title: id, type: 'PAGE', pageId: id });
  return [
    ['POST', 'import/pages', { market: 'uk', type: 'FULL', addOrUpdate: THINGS.map(page) }],
    [
      'POST',
      'import/navigation?bypass-compression-for-manual-test=true',
      { market: 'uk', locale: 'en-GB', type: 'FORCE', addOrUpdate: THINGS.map(node) },
    ],
    ['PUT', 'import/templates', { brief: { products: { first: BRIEF, rest: BRIEF } } }],
    ['PUT', 'import/product-sets', { lamps: { name: 'Lamps', rules: 'rule incl category {"Home > lamps"}' } }],
    ['PUT', 'import/search-settings', { locales: { 'en-GB': { synonyms: [{ from: ['seat'], to: ['chair'] }] } } }],
  ];
}

/** @param {string} method @param {string} path @param {import("node:buffer").Buffer | string} [body] */
async function send(method, path, body) {
  const isCatalog = path.startsWith('import/catalog');
  const headers = {
    'Api-Key': KEY,
    'Content-Type': isCatalog ? 'application/jsonlines' : 'application/json',
    ...(isCatalog && { 'Content-Encoding': 'gzip' }),
  };
  const response = await fetch(`${url}/api/admin/v4/${path}`, { method, headers, body });
  if (response.status !== 204) throw new Error(`${path}: ${response.status} ${await response.text()}`);
}

/** @param {string} kind */
async function exportOf(kind) {
  const headers = { 'Api-Key': KEY, 'Accept-Encoding': 'identity' };
  const response = await fetch(`${url}/api/admin/v4/export/${kind}`, { headers });
  if (response.status !== 200) throw new Error(`${kind}: ${response.status} ${await response.text()}`);
  return response.text();
}

/** @param {string[]} kinds */
async function exportsOf(kinds) {
  /** @type {Record<string, string>} */
  const exports = {};
  // A few may run at once.
  for (const kind of kinds) exports[kind] = await exportOf(kind);
  return exports;
}

/** @param {string} path */
async function get(path) {
  return (await fetch(`${url}/api/admin/v4/${path}`, { headers: { 'Api-Key': KEY } })).json();
}

/** @param {string} path @returns {Promise<Shown>} */
async function query(path) {
  const response = await fetch(`${url}/api/storefront/v3/queries/${path}&${VISITOR}`);
  return /** @type {Shown} */ (await response.json());
}

/** @param {string} type @param {object} body */
async function notify(type, body) {
  const to = `${url}/api/storefront/v3/notifications/${type}?${VISITOR}`;
  const { status } = await fetch(to, { method: 'POST', body: JSON.stringify(body) });
  if (status !== 204) throw new Error(`${type}: ${status}`);
}

/** @param {Shown} shown */
function recentOf({ recentSearches, recentlyViewed }) {
  return [recentSearches.map(({ q }) => q), recentlyViewed.map(({ key }) => key)];
}

/** @param {() => Promise<boolean>} holds */
async function until(holds) {
  for (const started = Date.now(); !(await holds()); await pause(POLL_MS)) {
    if (Date.now() - started > LONGEST_MS) throw new Error(`not within ${LONGEST_MS} ms: ${holds}`);
  }
}
