/** `vitrine status` of a running daemon. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import type { DaemonStatus } from '../../src/cli/status/daemon-status.js';
import { startDaemon } from '../daemon.js';
import { testFolder } from '../folder.js';
import { runCommand } from './command.js';

const folder = testFolder(t);
const file = join(folder, 'catalog.jsonl');
const product = {
  markets: ['se'],
  defaults: { title: 'Lampa Sol', url: '/1' },
  variants: { v: { defaults: { listPrice: 10, stock: 5 } } },
};
await writeFile(file, `${JSON.stringify({ replace: { key: 'g', productGroup: { products: { p: product } } } })}\n`);
const daemon = await startDaemon();
t.teardown(() => daemon.stop());

function status(...args: string[]) {
  return runCommand(['status', '--url', daemon.url, '--over', '0.2', ...args]);
}

async function statusJson(...args: string[]): Promise<{ code: number; found: DaemonStatus }> {
  const { code, stdout } = await status('--json', ...args);
  return { code, found: JSON.parse(stdout) as DaemonStatus };
}

t.test('a daemon without products is not ready, which is told with the page about it, and ends with 1', async t => {
  const { code, found } = await statusJson();
  t.equal(code, 1);
  t.match(found, { state: 'not ready', reasons: [/snapshot/], snapshot: undefined, imports: /API key/ });
  t.match(found.attention, [{ what: /^not ready: /, page: '/docs/runbooks/not-ready.html' }]);
  t.equal((await fetch(daemon.url + found.attention[0]!.page!)).status, 200);
});

t.test('of one with products: snapshot, queries of the time that was looked at, imports, memory and disk', async t => {
  await daemon.importCatalog(file);
  const asking = new AbortController();
  const asked = (async () => {
    const url = `${daemon.url}/api/storefront/v3/queries/search-page?market=se&locale=sv-SE&q=lampa&customerKey=1&sessionKey=2`;
    while (!asking.signal.aborted) await (await fetch(url)).text();
  })();
  const { code, found } = await statusJson('--key', daemon.key);
  asking.abort();
  await asked;
  t.equal(code, 0);
  t.match(found, {
    state: 'ready',
    reasons: [],
    version: '0.1.0',
    snapshot: { id: /^00000001-/, generation: 1, products: 1 },
    imports: { unfinished: [], last: { kind: 'catalog', outcome: 'SUCCESS' } },
  });
  t.same(found.attention, []);
  const { count, perSecond, overSeconds, refused, failed, latency, ever } = found.queries;
  t.ok(count > 0 && ever.count >= count);
  t.ok(Math.abs(perSecond * overSeconds - count) < 1e-6);
  t.same([refused, failed], [0, 0]);
  t.ok(latency!.p50Ms > 0 && latency!.p50Ms <= latency!.p95Ms && latency!.p95Ms <= latency!.p99Ms);
  t.ok(found.memory.residentBytes > found.memory.heapUsedBytes);
  t.ok(found.disk.sizeBytes > found.disk.freeBytes && found.disk.freeBytes > 0);
});

t.test('on one screen, the same', async t => {
  const { code, stdout } = await status('--key', daemon.key);
  t.equal(code, 0);
  const lines = stdout.trimEnd().split('\n');
  t.ok(lines.length < 24 && lines.every(line => line.length <= 120));
  for (const name of ['daemon', 'version', 'snapshot', 'queries', 'imports', 'memory', 'disk', 'attention'])
    t.ok(
      lines.some(line => line.startsWith(name)),
      name,
    );
  t.match(lines[0], `${daemon.url}: ready`);
  t.match(lines.at(-1), /^attention +nothing$/);
});

t.test('a key that the daemon does not know, and a time that is none, are told', async t => {
  const refused = await status('--key', 'nonsense');
  t.equal(refused.code, 0);
  t.match(refused.stdout, /^imports .*Api-Key/m);
  const wrong = await status('--over', 'long');
  t.equal(wrong.code, 2);
  t.match(wrong.stderr, /--over: found long/);
});
