/**
 * What operators get: the packed product, installed into an empty folder, fills its shop and answers on each Node that
 * this machine has, and is small.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { otherNodes } from '../../scripts/setup/other-nodes.mjs';
import { searchUrl } from '../contract/shop.js';
import { cleanEnvironment, REHEARSING, ready, startDaemon } from '../daemon.js';
import { testFolder } from '../folder.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MB = 1024 ** 2;
const NPM = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];

const folder = testFolder(t);
const installed = join(folder, 'node_modules', 'vitrine');

function npm(cwd: string, ...args: string[]): string {
  return execFileSync('npm', args, { cwd, env: cleanEnvironment(), encoding: 'utf8' });
}

function sizeOf(dir: string): number {
  const files = readdirSync(dir, { withFileTypes: true, recursive: true }).filter(entry => entry.isFile());
  return files.reduce((sum, { parentPath, path, name }) => sum + statSync(join(parentPath ?? path, name)).size, 0);
}

t.test('the packed product', async t => {
  mkdirSync(join(folder, 'packed'));
  const packed = npm(ROOT, 'pack', '--silent', '--ignore-scripts', '--pack-destination', join(folder, 'packed')).trim();
  writeFileSync(join(folder, 'package.json'), '{"private": true}');
  npm(folder, 'install', ...NPM, join(folder, 'packed', packed));
  t.ok(
    sizeOf(join(folder, 'node_modules')) < 90 * MB,
    `takes ${(sizeOf(folder) / MB).toFixed(0)} MB with its packages`,
  );

  const main = join(installed, 'bundle', 'cli', 'main.js');
  const dataDir = join(folder, 'shop');
  const hits = async (url: string) => {
    const query = { market: 'se', locale: 'sv-SE' };
    const response = await fetch(searchUrl(url, 'jacka', query));
    return ((await response.json()) as { primaryList: { totalHits: number } }).primaryList.totalHits;
  };
  const first = await startDaemon({ main, dataDir, args: ['--demo'], env: REHEARSING });
  await first.waitForLog(line => String(line.message).startsWith('vitrine: the demo catalog is live'));
  const found = await hits(first.url);
  t.ok(found > 100, 'the demo shop is searched');
  await first.stop();

  for (const { major, program } of otherNodes(ROOT)) {
    const daemon = await startDaemon({ main, dataDir, node: program, args: ['--demo'] });
    await ready(daemon.url);
    t.equal(await hits(daemon.url), found, `Node ${major}`);
    t.equal(await daemon.stop(), 0);
  }
});
