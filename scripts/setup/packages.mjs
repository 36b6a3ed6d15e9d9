/**
 * Brings node_modules in line with package-lock.json, and does nothing when it already is. Runs before anything is
 * installed, so it imports nothing but Node itself. A stamp in node_modules remembers which lock file was installed;
 * where the stamp is missing (npm was run by hand), npm's own record of what it installed is compared instead.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, say } from './say.mjs';

/**
 * What is read here of package-lock.json, and of npm's record of what it installed.
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, peer?: boolean }} LockedPackage
 * @typedef {{ packages: Record<string, LockedPackage> }} Lock by path
 */

const STAMP = '.vitrine-lock';

export const MINIMUM_NODE = 20;

/** Ends the process with a plain sentence when this Node is too old to run what follows. */
export function checkNode() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < MINIMUM_NODE) fail(`Vitrine needs Node ${MINIMUM_NODE} or newer; this is Node ${process.versions.node}.`);
}

/**
 * Installs what package-lock.json names, if node_modules holds anything else.
 * @param {string} root
 */
export function ensurePackages(root) {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const modules = join(root, 'node_modules');
  const stampFile = join(modules, STAMP);
  const stamp = createHash('sha256').update(lock).digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  if (!isInstalled(JSON.parse(lock), modules)) {
    say(existsSync(modules) ? 'packages have changed: installing' : 'installing packages (once)');
    npm(root, ['ci', '--include=dev', '--prefer-offline', '--no-audit', '--no-fund']);
  }
  writeFileSync(stampFile, stamp);
}

/**
 * Whether npm's record of node_modules agrees with the lock file; packages for other platforms may be absent.
 * @param {Lock} lock
 * @param {string} modules
 */
function isInstalled(lock, modules) {
  const recordFile = join(modules, '.package-lock.json');
  if (!existsSync(recordFile)) return false;
  /** @type {Lock} */
  const { packages: installed } = JSON.parse(readFileSync(recordFile, 'utf8'));
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (path === '') return true;
    const found = installed[path];
    if (!found) return wanted.optional === true || wanted.peer === true;
    return found.version === wanted.version && found.integrity === wanted.integrity;
  });
}

/**
 * @param {string} root
 * @param {string[]} args
 */
function npm(root, args) {
  // npm names its own script to what it runs; without it (plain `node scripts/start.mjs`) the one on the path is used.
  const script = process.env.npm_execpath;
  const own = script?.endsWith('.js') ? script : undefined;
  const result = spawnSync(own ? process.execPath : 'npm', own ? [own, ...args] : args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: own === undefined && process.platform === 'win32',
  });
  if (result.error) fail(`npm could not be started: ${result.error.message}`);
  if (result.status !== 0) fail(`npm ${args[0]} failed (exit code ${result.status}); its messages stand above.`);
}
