/**
 * Puts test files together that can share a process: starting one, with the test framework and the modules under test,
 * takes as long as most files of pure code take themselves. A file shares unless it, or a file of test/ that it
 * imports, touches what belongs to the whole process: other processes and threads, signals, the environment, browsers,
 * daemons and the registry of languages. Nor does one share that waits before its first test, which would be the end of
 * the process for the framework. Files that import the same module named `shared-….ts`, which starts something
 * for all of them, share a process for that.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

const OF_THE_PROCESS =
  /node:child_process|node:worker_threads|\bprocess\.(?!hrtime|memoryUsage|platform|versions?\b|env\['\w+'\] \?\?)|playwright|\b(?:startDaemon|startServer|globalThis|bailout|registerLanguage|BackupClient|benchKills)\b|^(?:const .* = )?await /m;
const IMPORT = /from\s*["'](\.[^"']+)\.js["']/g;
const SHARED = /^shared-/;
/**
 * Measured over 98 files of pure code: 43 s of CPU with twelve in a process, 35 with 24, which compile less and prepare
 * less for themselves. More gain nothing; a broken batch would be long to run again, and a core idle at the end.
 */
const MAX_FILES = 24;

/**
 * Test files for one process.
 * @typedef {object} Batch
 * @property {string[]} names
 * @property {boolean} pure whether they start nothing
 */

/**
 * @param {string} root
 * @param {string[]} names of test files, in order
 * @returns {Batch[]} those that run by themselves, then those that share processes, with what they share first
 */
export function batchesOf(root, names) {
  const shares = judge(join(root, 'test'));
  /** @type {Batch[]} */
  const alone = [];
  /** @type {Batch[]} */
  const batches = [];
  /** @type {Map<string, string[]>} */
  const bySharedModule = new Map();
  for (const name of names) {
    const shared = importedBy(join(root, name)).find(path => SHARED.test(basename(path)));
    if (shared !== undefined) bySharedModule.set(shared, [...(bySharedModule.get(shared) ?? []), name]);
    else if (!shares(join(root, name))) alone.push({ names: [name], pure: false });
    else if ((batches.at(-1)?.names.length ?? MAX_FILES) === MAX_FILES) batches.push({ names: [name], pure: true });
    else batches.at(-1)?.names.push(name);
  }
  const sharing = Array.from(bySharedModule.values(), names => ({
    names,
    pure: names.every(name => shares(join(root, name))),
  }));
  return [...alone, ...sharing, ...batches];
}

/**
 * @param {string} file
 * @returns {string[]} the modules of the repository that it imports
 */
function importedBy(file) {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, path]) => resolve(dirname(file), `${path}.ts`));
}

/**
 * @param {string} folder of the tests
 * @returns tells whether a file, with what it imports of the folder, leaves the process alone
 */
function judge(folder) {
  /** @type {Map<string, boolean>} */
  const known = new Map();
  /** @type {(file: string) => boolean} */
  const shares = file => {
    const before = known.get(file);
    if (before !== undefined) return before;
    // Files that import each other are judged by what they themselves contain.
    known.set(file, true);
    const ofTests = importedBy(file).filter(path => path.startsWith(folder) && existsSync(path));
    const result = !OF_THE_PROCESS.test(readFileSync(file, 'utf8')) && ofTests.every(shares);
    known.set(file, result);
    return result;
  };
  return shares;
}
