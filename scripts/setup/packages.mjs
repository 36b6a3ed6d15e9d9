/**
 * Brings node_modules in line with package-lock.json, and does nothing when it already is. Runs before anything is
 * installed, so it imports nothing but Node itself. A stamp in node_modules remembers which lock file was installed;
 * where the stamp is missing (npm was run by hand), npm's own record of what it installed is compared instead.
 */
import { spawn, spawnSync } from 'node:child_process';
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
  const { isNeeded, done } = installation(root);
  if (isNeeded) {
    const { program, args, options } = npm(root);
    const { error, status } = spawnSync(program, args, options);
    verify(error, status);
  }
  done();
}

/**
 * The same while the caller does other work.
 * @param {string} root
 * @returns {Promise<void>}
 */
export async function ensurePackagesMeanwhile(root) {
  const { isNeeded, done } = installation(root);
  if (isNeeded) {
    const { program, args, options } = npm(root);
    const child = spawn(program, args, options);
    await new Promise(resolve => {
      child.on('error', error => resolve(verify(error, null)));
      child.on('close', status => resolve(verify(undefined, status)));
    });
  }
  done();
}

/**
 * @param {string} root
 * @returns whether packages are to be installed, and what remembers that they are
 */
function installation(root) {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const modules = join(root, 'node_modules');
  const stampFile = join(modules, STAMP);
  const stamp = createHash('sha256').update(lock).digest('hex');
  const isStamped = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
  const isNeeded = !isStamped && !isInstalled(JSON.parse(lock), modules);
  if (isNeeded) say(existsSync(modules) ? 'packages have changed: installing' : 'installing packages (once)');
  return { isNeeded, done: () => isStamped || writeFileSync(stampFile, stamp) };
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
 * How npm is run: with what it names to its scripts as its own, or else (plain `node scripts/start.mjs`) as on the path.
 * @param {string} root
 */
function npm(root) {
  const args = ['ci', '--include=dev', '--prefer-offline', '--no-audit', '--no-fund'];
  const script = process.env.npm_execpath;
  const own = script?.endsWith('.js') ? script : undefined;
  return {
    program: own ? process.execPath : 'npm',
    args: own ? [own, ...args] : args,
    /** @type {{ cwd: string, stdio: ('ignore' | 'inherit')[], shell: boolean }} */
    options: {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: own === undefined && process.platform === 'win32',
    },
  };
}

/**
 * Ends the process where npm has failed.
 * @param {Error | undefined} error
 * @param {number | null} status
 */
function verify(error, status) {
  if (error) fail(`npm could not be started: ${error.message}`);
  if (status !== 0) fail(`npm ci failed (exit code ${status}); its messages stand above.`);
}
