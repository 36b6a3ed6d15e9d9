/**
 * Runs test files, each in a process of its own and as many at once as there are cores, and adds up what they count.
 * The output of a file is shown only when it fails.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { say } from './say.mjs';

/** A file that takes longer is ended, and has failed. */
const TIMEOUT_MS = 180_000;
/** Files that take this long are named. */
const SLOW_MS = 20_000;
/** Those with real daemons and browsers take longest: begun first, they are not waited for at the end. */
const LONGEST = /^test\/(contract|web|server|cli|ingest)\//;

/** @param tests compiled file by name. @returns {passed, failed, skipped} assertions; a file that breaks off is one. */
export async function runTests(root, tests) {
  const queue = [...tests].sort(([a], [b]) => Number(LONGEST.test(b)) - Number(LONGEST.test(a)));
  const sum = { passed: 0, failed: 0, skipped: 0 };
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { passed, failed, skipped } = await runFile(root, ...next);
      sum.passed += passed;
      sum.failed += failed;
      sum.skipped += skipped;
    }
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, worker));
  return sum;
}

function runFile(root, name, file) {
  const started = Date.now();
  return new Promise(resolve => {
    const child = spawn(process.execPath, ['--enable-source-maps', file], {
      cwd: root,
      env: { ...process.env, TAP_TIMEOUT: String(TIMEOUT_MS / 1000) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = [];
    child.stdout.on('data', chunk => output.push(chunk));
    child.stderr.on('data', chunk => output.push(chunk));
    // By the signal that lets a test end its own daemons; then for good.
    const late = setTimeout(() => child.kill('SIGALRM'), TIMEOUT_MS);
    const tooLate = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS + 5_000);
    child.on('close', (code, signal) => {
      clearTimeout(late);
      clearTimeout(tooLate);
      const text = Buffer.concat(output).toString();
      const counts = count(text);
      const broken = code !== 0 || counts === undefined;
      if (broken && !counts?.failed) say(`${name} ended with ${signal ?? `exit code ${code}`}`);
      if (broken) process.stdout.write(text);
      const elapsedMs = Date.now() - started;
      if (broken || elapsedMs > SLOW_MS) {
        say(`${broken ? 'FAILED' : 'passed'}: ${name} (${(elapsedMs / 1000).toFixed(1)} s)`);
      }
      for (const line of text.match(/^ *ok .*# SKIP.*$/gm) ?? []) say(`${name}: ${line.trim()}`);
      const { passed = 0, failed = 0, skipped = 0 } = counts ?? {};
      resolve({ passed, failed: broken ? Math.max(1, failed) : 0, skipped });
    });
  });
}

/** Reads the closing count of a file, `# { total: 8, pass: 5, fail: 1, todo: 1, skip: 1 }`. */
function count(tap) {
  const line = tap.match(/^# \{ total: .*\}$/gm)?.at(-1);
  if (!line) return undefined;
  const of = word => Number(line.match(new RegExp(`\\b${word}: (\\d+)`))?.[1] ?? 0);
  return { passed: of('pass'), failed: of('fail'), skipped: of('skip') };
}
