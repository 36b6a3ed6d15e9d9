/**
 * Runs test files and adds up what they count: as many processes at once as there are cores, and one more, because many
 * wait for timers, disks and browsers for a third of their time. Files of pure code share
 * processes (test-batches.mjs); where such a process fails, its files are run again one by one, so that a failure is
 * that of a file. The output is shown only of what fails.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { bundleTests, clearTests } from './bundle-tests.mjs';
import { runsOnOtherNodes } from './other-nodes.mjs';
import { say } from './say.mjs';
import { withSourcePositions } from './source-positions.mjs';
import { temporaryFolder } from './temporary-folder.mjs';
import { batchesOf } from './test-batches.mjs';

/** A process that takes longer, by the number of its files, is ended, and has failed. */
const timeoutMs = (/** @type {number} */ files) => 400_000 + files * 20_000;
/**
 * V8 compiles with all its means what has run so often, which is seven times later than usual: of pure code and checks,
 * most of that would never be run again. (Measured over pure code: a quarter less CPU time.) Files that start threads
 * or processes have the usual settings: with others, V8 refuses the compiled code that the programs of bundle/ keep,
 * and that of Node's own modules, and their threads start in twice the time.
 */
export const V8_FLAGS = ['--interrupt-budget=1000000'];
/** So many of what took longest are named. */
const NAMED = 10;
/** What tests of HTTP tell, several of the same Node. */
const TRANSPORTS = /^ *# (transports of .*)$/gm;
const told = new Set();
/** Tests that failed, at any depth. */
const FAILED = /(?<=^ *)not ok .*$/gm;
/** Browsers take longest, then batches, then daemons: begun first, they are not waited for at the end by one core. */
const BROWSERS = /^test\/web\//;
const DAEMONS = /^test\/(contract|server|cli|ingest|engine)\//;
/** These wait for leases, balancers and restarts: one after the other, they need a third of a core. */
const WAITING = /^test\/fleet\//;

/**
 * Assertions; a file that breaks off is one.
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 *
 * `ending`: how the process ended, when it was not by a failed assertion.
 * @typedef {Counts & { text: string, broken: boolean, ending: string | undefined, elapsedMs: number }} Result
 */

/**
 * @param {string} root
 * @param {string[]} tests names of test files
 * @param {Promise<unknown>} checks what runs in place of the further process until it is done
 * @param {import('./other-nodes.mjs').OtherNode[]} nodes on which the tests of HTTP run too
 * @returns {Promise<Counts>}
 */
export async function runTests(root, tests, checks, nodes) {
  clearTests(root);
  const batches = batchesOf(root, tests).sort((a, b) => longest(b.names) - longest(a.names));
  const elsewhere = nodes.length === 0 ? [] : tests.filter(runsOnOtherNodes);
  const queue = await bundled(root, [...batches, ...(elsewhere.length > 1 ? [{ names: elsewhere, pure: false }] : [])]);
  const ofHttp = queue.length > batches.length ? queue.pop() : undefined;
  const sum = { passed: 0, failed: 0, skipped: 0 };
  const add = (/** @type {Counts} */ { passed, failed, skipped }) => {
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
  };
  /** @type {[elapsedMs: number, name: string][]} */
  const durations = [];
  const temporary = temporaryFolder();
  const waiting = queue.filter(({ names: [name = ''] }) => WAITING.test(name));
  const busy = queue.filter(batch => !waiting.includes(batch));
  const worker = async (queue = busy) => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { names, pure, file } = next;
      const alone = names.length === 1;
      const flags = pure ? V8_FLAGS : [];
      const result = await runFile(root, file, { flags, temporary, limitMs: timeoutMs(names.length) });
      if (result.broken && !alone) {
        const why = result.ending ?? result.text.match(FAILED)?.slice(0, NAMED).join('; ') ?? 'no test says why';
        say(
          `${names[0]} and ${names.length - 1} more do not pass in one process (${why}): each is run again by itself`,
        );
        const single = names.map(name => ({ names: [name], pure }));
        queue.unshift(...(await bundled(root, single)));
        continue;
      }
      report(root, names, result);
      durations.push([result.elapsedMs, alone ? names[0] : `${names[0]} and ${names.length - 1} more`]);
      add(result);
    }
  };
  // Mostly waiting: beside the others, one version after the other.
  const onNodes = async () => {
    if (ofHttp === undefined) return;
    const { names, file } = ofHttp;
    for (const { major, program } of nodes) {
      const result = await runFile(root, file, { flags: [], temporary, limitMs: timeoutMs(names.length), program });
      report(root, [`tests of HTTP on Node ${major}`], result);
      add(result);
    }
  };
  const lanes = Array.from({ length: Math.max(2, availableParallelism()) }, () => worker());
  // Fleets beside each other would take the time from each other's servers that their elections need.
  const fleets = worker(waiting).then(() => worker());
  await Promise.all([...lanes, checks.then(() => worker()), onNodes(), fleets]);
  if (tests.length > NAMED) {
    const slowest = durations.sort(([a], [b]) => b - a).slice(0, NAMED);
    say(`the longest: ${slowest.map(([ms, name]) => `${name} (${(ms / 1000).toFixed(1)} s)`).join(', ')}`);
  }
  return sum;
}

/** @param {string[]} names of a batch */
function longest([first = '', ...others]) {
  if (BROWSERS.test(first) && others.length === 0) return 3;
  if (others.length > 0) return 2;
  return DAEMONS.test(first) ? 1 : 0;
}

/**
 * @param {string} root
 * @param {import('./test-batches.mjs').Batch[]} batches
 */
async function bundled(root, batches) {
  const files = await bundleTests(
    root,
    batches.map(({ names }) => names),
  );
  return batches.map((batch, at) => ({ ...batch, file: files[at] ?? '' }));
}

/**
 * @param {string} root
 * @param {string} file
 * @param {{ flags: string[], temporary: string, limitMs: number, program?: string }} how `temporary`: the folder of its
 *   temporary files; `program`: another Node
 * @returns {Promise<Result>}
 */
function runFile(root, file, { flags, temporary, limitMs, program = process.execPath }) {
  const started = Date.now();
  return new Promise(resolve => {
    const child = spawn(program, [...flags, file], {
      cwd: root,
      env: { ...process.env, TMPDIR: temporary, TAP_TIMEOUT: String(limitMs / 1000) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    /** @type {Buffer[]} */
    const output = [];
    child.stdout.on('data', chunk => output.push(chunk));
    child.stderr.on('data', chunk => output.push(chunk));
    // By the signal that lets a test end its own daemons; then for good.
    const late = setTimeout(() => child.kill('SIGALRM'), limitMs);
    const tooLate = setTimeout(() => child.kill('SIGKILL'), limitMs + 5_000);
    child.on('close', (code, signal) => {
      clearTimeout(late);
      clearTimeout(tooLate);
      const text = Buffer.concat(output).toString();
      const counts = count(text);
      const broken = code !== 0 || counts === undefined;
      const ending = broken && !counts?.failed ? `ended with ${signal ?? `exit code ${code}`}` : undefined;
      const { passed = 0, failed = 0, skipped = 0 } = counts ?? {};
      const elapsedMs = Date.now() - started;
      resolve({ text, broken, ending, elapsedMs, passed, failed: broken ? Math.max(1, failed) : 0, skipped });
    });
  });
}

/**
 * @param {string} root
 * @param {string[]} names
 * @param {Result} result
 */
function report(root, names, { text, broken, ending, elapsedMs }) {
  const [name] = names;
  if (ending !== undefined) say(`${name} ${ending}`);
  if (broken) {
    process.stdout.write(withSourcePositions(root, text));
    say(`FAILED: ${name} (${(elapsedMs / 1000).toFixed(1)} s)`);
  }
  for (const line of text.match(/^ *ok .*# SKIP.*$/gm) ?? []) say(`${name}: ${line.trim()}`);
  for (const [, line = ''] of text.matchAll(TRANSPORTS)) {
    if (!told.has(line)) say(line);
    told.add(line);
  }
}

/**
 * Reads the closing count of a file, `# { total: 8, pass: 5, fail: 1, todo: 1, skip: 1 }`.
 * @param {string} tap
 */
function count(tap) {
  const line = tap.match(/^# \{ total: .*\}$/gm)?.at(-1);
  if (!line) return undefined;
  const of = (/** @type {string} */ word) => Number(line.match(new RegExp(`\\b${word}: (\\d+)`))?.[1] ?? 0);
  return { passed: of('pass'), failed: of('fail'), skipped: of('skip') };
}
