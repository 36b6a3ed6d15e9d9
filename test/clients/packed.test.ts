/**
 * What shops install: `@vitrine/client`, packed, in an empty folder, where the code of its README runs and its types
 * fit; and how much of it a page loads.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import t from 'tap';
import { cleanEnvironment } from '../daemon.js';
import { testFolder } from '../folder.js';
import { codeOf } from './readme.js';
import { daemon } from './shared-shop.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const NPM = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
const STOREFRONT_BYTES = 8 * 1024;

const run = (cwd: string, program: string, ...args: string[]) =>
  execFileSync(program, args, { cwd, env: cleanEnvironment(), encoding: 'utf8' });

t.test('the packed client runs what its README shows, and its types fit', async t => {
  const folder = testFolder(t);
  mkdirSync(join(folder, 'packed'));
  const pack = ['pack', '--silent', '--ignore-scripts', '--pack-destination', join(folder, 'packed')];
  const packed = run(join(ROOT, 'clients', 'client'), 'npm', ...pack).trim();
  writeFileSync(join(folder, 'package.json'), '{"private": true, "type": "module"}');
  run(folder, 'npm', 'install', ...NPM, join(folder, 'packed', packed));
  const code = codeOf('client', daemon, 'js');
  for (const file of ['example.mjs', 'example.mts']) writeFileSync(join(folder, file), code);
  const printed = run(folder, process.execPath, 'example.mjs');
  t.match(printed, /^parameter_invalid limit: found "1000"/m);
  t.match(printed, /^ready 12$/m);
  const strict = [
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2023',
    '--lib',
    'es2023,dom',
    '--types',
    '',
  ];
  run(folder, process.execPath, join(ROOT, 'node_modules/typescript-native/bin/tsc'), ...strict, 'example.mts');
});

t.test('a storefront loads at most 8 kB of it', async t => {
  const { outputFiles } = await build({
    stdin: { contents: "export { storefront, VitrineError } from '@vitrine/client';", resolveDir: ROOT },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  const { length } = gzipSync(outputFiles[0]!.contents);
  t.ok(length <= STOREFRONT_BYTES, `${length} bytes compressed`);
});
