/**
 * `npm test`: installs, builds, then runs every check (formatting and lint, floors, types) beside every test, and ends
 * with one line that a machine can read: `N passed, N failed`. It counts the assertions of the tests and one for each
 * check. With file names only the tests in those files run; with `--checks` only the checks. With
 * `--nodes` the tests of HTTP run on other versions of Node too, which are installed for that.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './setup/build.mjs';
import { testFiles } from './setup/bundle-tests.mjs';
import { ensureNodes, otherNodes } from './setup/other-nodes.mjs';
import { checkNode, ensurePackages } from './setup/packages.mjs';
import { runTests, V8_FLAGS } from './setup/run-tests.mjs';
import { say } from './setup/say.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** @param {string} name */
const packageFile = name => join(root, 'node_modules', ...name.split('/'));
/**
 * The compiler's threads would each check most of the types that files share: with one, it needs a third of the CPU
 * time, and the other cores run tests meanwhile. Nor does it collect garbage, of which there is little: that took a
 * third of the rest.
 * @param {string} what
 * @param {string} project
 */
const typesOf = (what, project) => ({
  name: `types of ${what}`,
  script: packageFile('typescript-native/bin/tsc'),
  args: ['--project', project, '--singleThreaded'],
  env: { GOGC: 'off', GOMEMLIMIT: '2GiB' },
});
const CHECKS = [
  {
    name: 'format and lint',
    script: packageFile('@biomejs/biome/bin/biome'),
    args: ['ci', ...(process.stdout.isTTY ? [] : ['--colors=off']), '.'],
  },
  {
    name: 'floors',
    script: packageFile('dependency-cruiser/bin/dependency-cruise.mjs'),
    args: ['--config', '.dependency-cruiser.mjs', 'src', 'web', 'clients/client/src', 'scripts'],
  },
  typesOf('the page', 'tsconfig.web.json'),
  typesOf('the clients and their tests', 'clients/tsconfig.json'),
  typesOf('programs, tests, benches and scripts', 'tsconfig.test.json'),
  {
    name: 'compiled assembly',
    script: join(root, 'scripts/setup/compile-assembly.mjs'),
    args: ['--check'],
  },
];

const args = process.argv.slice(2);
const checksOnly = args.includes('--checks');
const files = args.filter(arg => !arg.startsWith('--')).map(file => file.replaceAll('\\', '/').replace(/^\.\//, ''));
let passed = 0;
let failed = 0;

/**
 * @param {string} name
 * @param {boolean} ok
 * @param {number} started when, as `Date.now()` tells
 */
function verdict(name, ok, started) {
  if (ok) passed++;
  else failed++;
  say(`${ok ? 'passed' : 'FAILED'}: ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
}

/**
 * Runs a package's script with this Node; its output is kept back and shown only when it fails.
 * @param {{ name: string, script: string, args: string[], env?: Record<string, string> }} check
 * @returns {Promise<void>}
 */
function check({ name, script, args, env }) {
  const started = Date.now();
  return new Promise(resolve => {
    const child = spawn(process.execPath, [...V8_FLAGS, script, ...args], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    /** @type {Buffer[]} */
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

/**
 * Beside the tests, which wait for timers, disks and browsers as well.
 * @param {typeof CHECKS} checks
 */
async function inTurn(checks) {
  for (const one of checks) await check(one);
}

/** @param {Promise<void>} checks */
async function test(checks) {
  await nodesInstalled;
  const all = testFiles(root);
  const unknown = files.filter(file => !all.includes(file));
  for (const file of unknown) say(`there is no test ${file}`);
  const nodes = files.length === 0 || args.includes('--nodes') ? otherNodes(root) : [];
  const versions = [process.versions.node, ...nodes.map(({ major }) => major)];
  const more = nodes.length === 0 ? ' (npm test -- --nodes runs them on others too)' : '';
  if (files.length === 0) say(`the tests of HTTP run on Node ${versions.join(', ')}${more}`);
  const counts = await runTests(
    root,
    files.length === 0 ? all : all.filter(name => files.includes(name)),
    checks,
    nodes,
  );
  passed += counts.passed;
  failed += counts.failed + unknown.length;
  if (counts.skipped > 0) say(`${counts.skipped} skipped; the reasons stand above`);
}

const started = Date.now();
checkNode();
ensurePackages(root);
const nodesInstalled = args.includes('--nodes') ? ensureNodes(root) : undefined;
const checks = files.length === 0 ? CHECKS : [];
if (checks.length > 0) say(`running checks: ${checks.map(one => one.name).join(', ')}`);
// The first of them beside the build, which leaves a core idle for most of its time.
const checked = inTurn(checksOnly ? [] : checks);
const built = Date.now();
verdict('build', build(root), built);
if (checksOnly) await Promise.all(checks.map(check));
else {
  say(files.length === 0 ? 'running all tests' : `running ${files.join(' ')}`);
  await Promise.all([checked, test(checked)]);
}
say(`finished in ${((Date.now() - started) / 1000).toFixed(0)} s`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
