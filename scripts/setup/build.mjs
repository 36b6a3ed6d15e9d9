/**
 * Builds src/ into the programs of bundle/ and the modules of dist/ (see bundle.mjs), web/ into bundle/web/ (see
 * bundle-page.mjs), docs/ into bundle/docs/ (see bundle-docs.mjs) and the packages of clients/ (see build-clients.mjs),
 * each when its sources have changed since the last build, and returns within milliseconds when nothing has. Types are
 * checked where that is asked for: it takes several times as long as the rest, a start need not
 * wait for it, and the tests run beside it.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fail, say } from './say.mjs';

const BUNDLE = fileURLToPath(new URL('./bundle.mjs', import.meta.url));
const RUN_PROGRAM = fileURLToPath(new URL('./run-program.cjs', import.meta.url));
const BUNDLE_PAGE = fileURLToPath(new URL('./bundle-page.mjs', import.meta.url));
const BUNDLE_DOCS = fileURLToPath(new URL('./bundle-docs.mjs', import.meta.url));
const BUILD_CLIENTS = fileURLToPath(new URL('./build-clients.mjs', import.meta.url));
/** In the folders of packages: what is made or installed there. */
const MADE = new Set(['dist', 'node_modules']);

/**
 * @param {string} root of the repository
 * @param {{ types?: boolean }} [options] `types`: whether the types of src/ are checked before
 * @returns whether the compiler was content; it has printed what it was not content with
 */
export function build(root, { types = false } = {}) {
  const tsc = join(root, 'node_modules', 'typescript-native', 'bin', 'tsc');
  if (types && !run(root, [tsc, '--project', join(root, 'tsconfig.json')])) return false;
  // In this order: the programs take the place of the whole of bundle/.
  return (
    unlessBuilt(root, { what: 'the programs', from: 'src', to: 'bundle', by: [BUNDLE, RUN_PROGRAM] }, () =>
      run(root, [BUNDLE, root]),
    ) &&
    unlessBuilt(root, { what: 'the page', from: 'web', to: 'bundle/web', by: [BUNDLE_PAGE] }, () =>
      run(root, [BUNDLE_PAGE, root]),
    ) &&
    unlessBuilt(root, { what: 'the documentation', from: 'docs', to: 'bundle/docs', by: [BUNDLE_DOCS] }, () =>
      run(root, [BUNDLE_DOCS, root]),
    ) &&
    unlessBuilt(root, { what: 'the clients', from: 'clients', to: 'clients/client/dist', by: [BUILD_CLIENTS] }, () =>
      run(root, [BUILD_CLIENTS, root]),
    )
  );
}

/**
 * Makes the folder `to` out of `from`, if there is one, and `to` is missing or a stamp tells that anything has changed.
 * @param {string} root
 * @param {{ what: string, from: string, to: string, by: string[] }} step `by`: the scripts that make it
 * @param {() => boolean} make returns whether it has been made
 */
function unlessBuilt(root, { what, from, to, by }, make) {
  if (!existsSync(join(root, from))) return true;
  const stampFile = join(root, 'dist', `.built-${from}`);
  const stamp = fingerprint(root, [...filesBelow(join(root, from)), ...by]);
  const built = existsSync(stampFile) && existsSync(join(root, to));
  if (built && readFileSync(stampFile, 'utf8') === stamp) return true;

  const started = Date.now();
  say(`building ${what}`);
  rmSync(stampFile, { force: true });
  if (!make()) return false;
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(stampFile, stamp);
  say(`built ${what} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  return true;
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
    .filter(
      file =>
        !relative(folder, file)
          .split(sep)
          .some(part => MADE.has(part)),
    )
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!build(fileURLToPath(new URL('../..', import.meta.url)), { types: true }))
    fail('the build failed; the messages stand above.');
}
