/**
 * A daemon that cannot start says why and ends within seconds, whatever failed. Real processes: the programs that `npm
 * start` runs, in a copy in which one thread or process at a time is replaced by one that fails.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { cleanEnvironment, MAIN, startDaemon } from '../../daemon.js';

/** Generous for a machine that is busy with other tests; what hangs is ended by this and seen by its signal. */
const WITHIN_MS = 30_000;
const WORKERS = ['--workers', '2'];

const root = mkdtempSync(join(tmpdir(), 'vitrine-start-failures-'));
t.teardown(() => rmSync(root, { recursive: true, force: true }));
const project = dirname(dirname(dirname(MAIN)));
cpSync(join(project, 'bundle'), join(root, 'bundle'), { recursive: true, filter: file => !file.endsWith('.map') });
copyFileSync(join(project, 'package.json'), join(root, 'package.json'));
symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'));

interface Ending {
  code: number | null;
  /** Of the process that was not ended in time. */
  signal: string | null;
  output: string;
}

let folders = 0;
const newFolder = () => join(root, `data-${++folders}`);

async function serve(args: readonly string[], data = newFolder()): Promise<Ending> {
  const main = join(root, 'bundle', 'cli', 'main.js');
  const child = spawn(process.execPath, [main, 'serve', '--data', data, '--host', '127.0.0.1', ...args], {
    env: cleanEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: WITHIN_MS,
    killSignal: 'SIGKILL',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += String(chunk)));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { code, signal, output };
}

/** Puts a failing program in the place of one of the bundle, for the time of a test. */
function replace(t: Test, program: string, text: string): void {
  const file = join(root, 'bundle', program);
  writeFileSync(file, text);
  t.teardown(() => copyFileSync(join(project, 'bundle', program), file));
}

const FAILURES = {
  'throws while it is loaded': "throw new Error('planted failure');",
  'ends by itself': 'process.exit(7);',
};

/** What is replaced, and what the message calls it. */
const PROGRAMS: { program: string; name: RegExp; args?: string[]; linuxOnly?: true }[] = [
  { program: 'server/queries/query-thread.js', name: /vitrine: .*query thread/ },
  { program: 'server/behaviour/behaviour-thread.js', name: /vitrine: .*behaviour thread/ },
  { program: 'ingest/process.js', name: /vitrine: .*ingest process/ },
  {
    program: 'server/front-ends/front-end-thread.js',
    name: /vitrine: .*front end/,
    args: ['--front-ends', '2'],
    linuxOnly: true,
  },
];

for (const { program, name, args = [], linuxOnly } of PROGRAMS) {
  const skip = linuxOnly && process.platform !== 'linux' ? 'ports are not shared here' : false;
  for (const [how, text] of Object.entries(FAILURES)) {
    t.test(`${program} ${how}`, { skip }, async t => {
      replace(t, program, text);
      const { code, signal, output } = await serve(['--port', '0', ...WORKERS, ...args]);
      t.equal(signal, null, 'it ends by itself');
      t.equal(code, 1);
      t.match(output, name);
      t.match(output, text.includes('planted') ? /planted failure/ : /exit(ed with|s? with)? code:? 7|code 7/);
    });
  }
}

t.test('a port that is taken', async t => {
  const taken = createServer().listen({ port: 0, host: '127.0.0.1' });
  await once(taken, 'listening');
  t.teardown(() => taken.close());
  const { port } = taken.address() as { port: number };
  const { code, output } = await serve(['--port', String(port), ...WORKERS]);
  t.equal(code, 1);
  t.match(output, new RegExp(`vitrine: cannot listen on 127.0.0.1:${port}`));
});

t.test('a data folder that another daemon has', async t => {
  const holder = await startDaemon();
  t.teardown(() => holder.stop());
  const { code, output } = await serve(['--port', '0', ...WORKERS], holder.dataDir);
  t.equal(code, 1);
  t.match(output, `data folder ${holder.dataDir}: in use by the daemon with process id ${holder.process.pid}`);
});

t.test('a data folder that is a file', async t => {
  const { code, output } = await serve(['--port', '0', ...WORKERS], fileURLToPath(import.meta.url));
  t.equal(code, 1);
  t.match(output, /vitrine: .*EEXIST|ENOTDIR/);
});

t.test('a catalog store that is none', async t => {
  const data = newFolder();
  mkdirSync(join(data, 'catalog'), { recursive: true });
  writeFileSync(join(data, 'catalog', 'data.mdb'), 'no store of any version'.repeat(1000));
  const { code, signal, output } = await serve(['--port', '0', ...WORKERS], data);
  t.equal(signal, null, 'it ends by itself');
  t.equal(code, 1);
  t.match(output, /vitrine: .*ingest process cannot start/);
});

t.test('settings that cannot be read, and wrong ones', async t => {
  const missing = join(root, 'nowhere.json');
  const unreadable = await serve(['--config', missing]);
  t.equal(unreadable.code, 2);
  t.match(unreadable.output, `vitrine: settings file ${missing}: cannot be read (ENOENT`);
  const wrong = join(root, 'wrong.json');
  writeFileSync(wrong, '{"port": "eighty"}');
  const refused = await serve(['--config', wrong]);
  t.equal(refused.code, 2);
  t.match(refused.output, `vitrine: port (from ${wrong}): found "eighty", expected an integer from 0 to 65535`);
});

t.test(
  'a data folder that cannot be written to',
  { skip: process.getuid?.() === 0 ? 'root may write' : false },
  async t => {
    const data = newFolder();
    mkdirSync(data);
    chmodSync(data, 0o500);
    const { code, output } = await serve(['--port', '0', ...WORKERS], data);
    t.equal(code, 1);
    t.match(output, /vitrine: .*EACCES/);
  },
);
