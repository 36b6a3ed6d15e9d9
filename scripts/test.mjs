/**
 * `npm test`: installs, builds, then runs every check (formatting and lint, floors, types) and every test, and ends
 * with one line that a machine can read: `N passed, N failed`. It counts the assertions of the tests and one for each
 * check. With file names only the tests in those files run; with `--checks` only the checks.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './setup/build.mjs';
import { checkNode, ensurePackages } from './setup/packages.mjs';
import { say } from './setup/say.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const packageFile = name => join(root, 'node_modules', ...name.split('/'));
const CHECKS = [
  {
    name: 'format and lint',
    script: packageFile('@biomejs/biome/bin/biome'),
    args: ['ci', ...(process.stdout.isTTY ? [] : ['--colors=off']), '.'],
  },
  {
    name: 'floors',
    script: packageFile('dependency-cruiser/bin/dependency-cruise.mjs'),
    args: ['--config', '.dependency-cruiser.mjs', 'src'],
  },
  { name: 'types of the tests', script: packageFile('typescript/bin/tsc'), args: ['--project', 'tsconfig.test.json'] },
];

const args = process.argv.slice(2);
const checksOnly = args.includes('--checks');
const files = args.filter(arg => !arg.startsWith('--'));
let passed = 0;
let failed = 0;

function verdict(name, ok, started) {
  if (ok) passed++;
  else failed++;
  say(`${ok ? 'passed' : 'FAILED'}: ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
}

/** Runs a package's script with this Node; its output is kept back and shown only when it fails. */
function check({ name, script, args }) {
  const started = Date.now();
  return new Promise(resolve => {
    const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = [];
    child.stdout.on('data', chunk => output.push(chunk));
    child.stderr.on('data', chunk => output.push(chunk));
    child.on('close', code => {
      if (code !== 0) process.stdout.write(Buffer.concat(output));
      verdict(name, code === 0, started);
      resolve();
    });
  });
}

/** Runs the tests and adds what tap counted; a run that ends without a count is itself a failure. */
function test() {
  const record = join(root, '.tap', 'last-run.tap');
  mkdirSync(join(root, '.tap'), { recursive: true });
  rmSync(record, { force: true });
  const reporter = process.stdout.isTTY ? 'base' : 'min';
  return new Promise(resolve => {
    const child = spawn(
      process.execPath,
      [packageFile('tap/dist/esm/run.mjs'), 'run', `--reporter=${reporter}`, `--output-file=${record}`, ...files],
      { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
    );
    child.on('close', code => {
      const counts = existsSync(record) ? count(readFileSync(record, 'utf8')) : undefined;
      passed += counts?.pass ?? 0;
      failed += counts?.fail ?? 0;
      if (counts?.skip) say(`${counts.skip} skipped; the reasons stand above`);
      if (code !== 0 && !counts?.fail) {
        failed++;
        say(`FAILED: the test run ended with exit code ${code}${counts ? '' : ' before it had counted its results'}`);
      }
      resolve();
    });
  });
}

/** Reads tap's own closing count, `# { total: 8, pass: 5, fail: 1, todo: 1, skip: 1 }`. */
function count(tap) {
  const line = tap.match(/^# \{ total: .*\}$/gm)?.at(-1);
  if (!line) return undefined;
  const of = word => Number(line.match(new RegExp(`\\b${word}: (\\d+)`))?.[1] ?? 0);
  return { pass: of('pass'), fail: of('fail'), skip: of('skip') };
}

const started = Date.now();
checkNode();
ensurePackages(root);
const built = Date.now();
verdict('types and build', build(root), built);
if (files.length === 0) {
  say(`running checks: ${CHECKS.map(one => one.name).join(', ')}`);
  await Promise.all(CHECKS.map(check));
}
if (!checksOnly) {
  say(files.length === 0 ? 'running all tests' : `running ${files.join(' ')}`);
  await test();
}
say(`finished in ${((Date.now() - started) / 1000).toFixed(0)} s`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
