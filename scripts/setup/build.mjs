/**
 * Builds src/ into dist/, and that into the programs of bundle/ (see bundle.mjs), and web/ into bundle/web/ (see
 * bundle-page.mjs), each when its sources have changed since the last build, and returns within milliseconds when
 * nothing has. Files that are not TypeScript are copied beside the compiled ones, and what no longer has a source is
 * removed, so that dist/ never runs yesterday's code.
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

const BUNDLE = fileURLToPath(new URL('./bundle.mjs', import.meta.url));
const RUN_PROGRAM = fileURLToPath(new URL('./run-program.cjs', import.meta.url));
const BUNDLE_PAGE = fileURLToPath(new URL('./bundle-page.mjs', import.meta.url));

/**
 * @param {string} root of the repository
 * @returns whether the compiler was content; it has printed what it was not content with
 */
export function build(root) {
  // In this order: the programs take the place of the whole of bundle/.
  return (
    unlessBuilt(root, { what: 'the programs', from: 'src', to: 'bundle', by: [BUNDLE, RUN_PROGRAM] }, buildPrograms) &&
    unlessBuilt(root, { what: 'the page', from: 'web', to: 'bundle/web', by: [BUNDLE_PAGE] }, () =>
      run(root, [BUNDLE_PAGE, root]),
    )
  );
}

/**
 * Makes the folder `to` out of `from`, if it is missing or a stamp tells that anything has changed.
 * @param {string} root
 * @param {{ what: string, from: string, to: string, by: string[] }} step `by`: the scripts that make it
 * @param {(root: string, sources: string[]) => boolean} make returns whether it has been made
 */
function unlessBuilt(root, { what, from, to, by }, make) {
  const stampFile = join(root, 'dist', `.built-${from}`);
  const sources = filesBelow(join(root, from));
  const stamp = fingerprint(root, [...sources, ...by]);
  const built = existsSync(stampFile) && existsSync(join(root, to));
  if (built && readFileSync(stampFile, 'utf8') === stamp) return true;

  const started = Date.now();
  say(`building ${what}`);
  rmSync(stampFile, { force: true });
  if (!make(root, sources)) return false;
  writeFileSync(stampFile, stamp);
  say(`built ${what} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  return true;
}

/**
 * @param {string} root
 * @param {string[]} sources
 */
function buildPrograms(root, sources) {
  const dist = join(root, 'dist');
  // The compiler's memory of an emit is only as good as the emitted files: without them it would write nothing.
  if (!existsSync(join(dist, 'cli', 'main.js'))) rmSync(join(dist, '.tsbuildinfo'), { force: true });
  const tsc = join(root, 'node_modules', 'typescript-native', 'bin', 'tsc');
  const compiled = run(root, [tsc, '--project', join(root, 'tsconfig.json')]);
  const outputs = copyAssets(root, sources);
  removeStrays(dist, outputs);
  return compiled && run(root, [BUNDLE, root]);
}

/**
 * @param {string} root
 * @param {string[]} args a script and its arguments
 * @returns whether the script was content
 */
function run(root, args) {
  return spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
}

/** @param {string} folder */
function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/**
 * @param {string} root
 * @param {string[]} sources
 */
function fingerprint(root, sources) {
  const hash = createHash('sha256').update(process.versions.modules);
  const others = ['tsconfig.json', 'package.json', 'package-lock.json'].map(name => join(root, name));
  for (const file of [...sources, ...others]) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${relative(root, file)} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/**
 * Copies what the compiler leaves alone.
 * @param {string} root
 * @param {string[]} sources
 * @returns every path below dist/ that has a source
 */
function copyAssets(root, sources) {
  /** @type {Set<string>} */
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

/**
 * @param {string} dist
 * @param {Set<string>} outputs
 */
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
