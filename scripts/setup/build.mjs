/**
 * Builds src/ into dist/, and that into the programs of bundle/ (see bundle.mjs), when something has changed since
 * the last build, and returns within milliseconds when nothing
 * has. Files that are not TypeScript (the page at `/`, for one) are copied beside the compiled ones, and what no longer
 * has a source is removed, so that dist/ never runs yesterday's code.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fail, say } from './say.mjs';

const STAMP = '.built';
const BUNDLE = fileURLToPath(new URL('./bundle.mjs', import.meta.url));

/** Returns whether the compiler was content; it has printed what it was not content with. */
export function build(root) {
  const dist = join(root, 'dist');
  const stampFile = join(dist, STAMP);
  const sources = filesBelow(join(root, 'src'));
  const stamp = fingerprint(root, sources);
  const built = existsSync(stampFile) && existsSync(join(root, 'bundle'));
  if (built && readFileSync(stampFile, 'utf8') === stamp) return true;

  const started = Date.now();
  say('building');
  // The compiler's memory of an emit is only as good as the emitted files: without them it would write nothing.
  if (!existsSync(join(dist, 'cli', 'main.js'))) rmSync(join(dist, '.tsbuildinfo'), { force: true });
  rmSync(stampFile, { force: true });
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const compiled = run(root, [tsc, '--project', join(root, 'tsconfig.json')]);
  const outputs = copyAssets(root, sources);
  removeStrays(dist, outputs);
  if (!compiled || !run(root, [BUNDLE, root])) return false;
  writeFileSync(stampFile, stamp);
  say(`built in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  return true;
}

/** @returns whether a script of Node's was content. */
function run(root, args) {
  return spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
}

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

function fingerprint(root, sources) {
  const hash = createHash('sha256').update(process.versions.modules);
  const others = ['tsconfig.json', 'package.json', 'package-lock.json'].map(name => join(root, name));
  for (const file of [...sources, ...others, BUNDLE]) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${relative(root, file)} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/** Copies what the compiler leaves alone; returns every path below dist/ that has a source. */
function copyAssets(root, sources) {
  const outputs = new Set();
  for (const source of sources) {
    const target = relative(join(root, 'src'), source);
    if (target.endsWith('.ts')) {
      outputs.add(target.replace(/\.ts$/, '.js')).add(target.replace(/\.ts$/, '.js.map'));
      continue;
    }
    outputs.add(target);
    const copy = join(root, 'dist', target);
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(source, copy);
  }
  return outputs;
}

function removeStrays(dist, outputs) {
  if (!existsSync(dist)) return;
  for (const file of filesBelow(dist)) {
    const path = relative(dist, file);
    if (path.includes(sep) && !outputs.has(path)) rmSync(file);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!build(fileURLToPath(new URL('../..', import.meta.url)))) fail('the build failed; the messages stand above.');
}
