/**
 * Puts test files together that can share a process: starting one, with the test framework and the modules under test,
 * takes as long as most files of pure code take themselves. A file shares unless it, or a file of test/ that it
 * imports, touches what belongs to the whole process: other processes and threads, signals, the environment, browsers,
 * daemons and the registry of languages.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const OF_THE_PROCESS =
  /node:child_process|node:worker_threads|\bprocess\.(?!hrtime|memoryUsage|platform|versions?\b)|playwright|\b(?:startDaemon|startServer|globalThis|bailout|registerLanguage)\b/;
const IMPORT = /from\s*["'](\.[^"']+)\.js["']/g;
/** More would make a broken batch long to run again, and leave a core idle at the end. */
const MAX_FILES = 12;

/**
 * @param {string} root
 * @param {string[]} names of test files, in order
 * @returns {string[][]} those that run by themselves, then those that share processes
 */
export function batchesOf(root, names) {
  const shares = sharing(join(root, 'test'));
  const alone = [];
  /** @type {string[][]} */
  const batches = [];
  for (const name of names) {
    if (!shares(join(root, name))) alone.push([name]);
    else if ((batches.at(-1)?.length ?? MAX_FILES) === MAX_FILES) batches.push([name]);
    else batches.at(-1)?.push(name);
  }
  return [...alone, ...batches];
}

/**
 * @param {string} folder of the tests
 * @returns tells whether a file, with what it imports of the folder, leaves the process alone
 */
function sharing(folder) {
  /** @type {Map<string, boolean>} */
  const known = new Map();
  /** @type {(file: string) => boolean} */
  const shares = file => {
    const before = known.get(file);
    if (before !== undefined) return before;
    // Files that import each other are judged by what they themselves contain.
    known.set(file, true);
    const text = readFileSync(file, 'utf8');
    const imported = [...text.matchAll(IMPORT)].map(([, path]) => resolve(dirname(file), `${path}.ts`));
    const ofTests = imported.filter(path => path.startsWith(folder) && existsSync(path));
    const result = !OF_THE_PROCESS.test(text) && ofTests.every(shares);
    known.set(file, result);
    return result;
  };
  return shares;
}
