/**
 * Puts test files together that can share a process: starting one, with the test framework and the modules under test,
 * takes as long as most files of pure code take themselves. A file shares unless it, or a file of test/ that it
 * imports, touches what belongs to the whole process: other processes and threads, signals, the environment, browsers,
 * daemons and the registry of languages.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const OF_THE_PROCESS =
  /node:child_process|node:worker_threads|\bprocess\.(?!hrtime|memoryUsage|platform|versions?\b)|playwright|\b(?:startDaemon|startServer|globalThis|bailout|registerLanguage)\b/;
const IMPORT = /from\s*["'](\.[^"']+\.js)["']/g;
/** More would make a broken batch long to run again, and leave a core idle at the end. */
const MAX_FILES = 12;

/** @typedef {{ names: string[], file: string }} Batch a single file, or one that imports those of a batch in turn */

/**
 * @param {string} folder of the compiled tests
 * @param {Map<string, string>} tests compiled file by the name of its source, in order
 * @returns {Batch[]} what to run
 */
export function batchesOf(folder, tests) {
  const shares = sharing(folder);
  const alone = [];
  /** @type {[name: string, file: string][][]} */
  const batches = [];
  for (const [name, file] of tests) {
    if (!shares(file)) alone.push({ names: [name], file });
    else if ((batches.at(-1)?.length ?? MAX_FILES) === MAX_FILES) batches.push([[name, file]]);
    else batches.at(-1)?.push([name, file]);
  }
  return [...alone, ...batches.map((batch, at) => together(folder, batch, at))];
}

/**
 * One file for a batch. Its imports are evaluated in their order.
 * @param {string} folder
 * @param {[name: string, file: string][]} batch
 * @param {number} at which one it is
 */
function together(folder, batch, at) {
  const names = batch.map(([name]) => name);
  if (batch.length === 1) return { names, file: batch[0][1] };
  const file = join(folder, `batch-${at}.mjs`);
  writeFileSync(file, batch.map(([, one]) => `import '${pathToFileURL(one).href}';\n`).join(''));
  return { names, file };
}

/**
 * @param {string} folder
 * @returns tells whether a compiled file, with what it imports of the folder, leaves the process alone
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
    const imported = [...text.matchAll(IMPORT)].map(([, path]) => resolve(dirname(file), path));
    const result = !OF_THE_PROCESS.test(text) && imported.filter(path => path.startsWith(folder)).every(shares);
    known.set(file, result);
    return result;
  };
  return shares;
}
