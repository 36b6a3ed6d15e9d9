/** The built command: exit codes, what goes to which stream, and what a script reads. Each code once as a process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { cleanEnvironment, MAIN } from '../daemon.js';
import { testFolder } from '../folder.js';
import { type Run, runCommand, runProcess } from './command.js';

const dataDir = testFolder(t);

function vitrine(...args: string[]): Promise<Run> {
  return runCommand(args);
}

t.test('help names every command', async t => {
  const help = await runProcess(['--help']);
  t.equal(help.code, 0);
  t.equal(help.stderr, '');
  for (const command of ['serve', 'import', 'imports', 'export', 'pages', 'snapshots', 'keys', 'doctor'])
    t.match(help.stdout, command);
  const { code, stdout } = await vitrine('import', 'catalog', '--help');
  t.equal(code, 0);
  t.match(stdout, /Examples?:\n.*vitrine import catalog/);
});

t.test('wrong usage ends with 2 and says on standard error what was wrong', async t => {
  const cases: [args: string[], message: RegExp][] = [
    [[], /Usage: vitrine/],
    [['polish'], /unknown command 'polish'/],
    [['serve', '--colour'], /unknown option '--colour'/],
    [['serve', '--port', 'eighty'], /port.*"eighty".*integer/],
    [['serve', '--config', join(dataDir, 'none.json')], /none\.json/],
    [['import', 'catalog', MAIN], /VITRINE_API_KEY/],
    [['import', 'catalog', MAIN, '--key', 'k', '--url', 'localhost'], /--url: localhost is not an address/],
    [
      ['keys', 'create', '--data', dataDir, '--label', 'feed', '--scope', 'everything'],
      /"everything".*import, .*, export/,
    ],
  ];
  const runs = await Promise.all(cases.map(([args], i) => (i < 2 ? runProcess(args) : runCommand(args))));
  for (const [i, [args, message]] of cases.entries()) {
    const { code, stdout, stderr } = runs[i]!;
    t.equal(code, 2, args.join(' '));
    t.equal(stdout, '', args.join(' '));
    t.match(stderr, message, args.join(' '));
  }
});

t.test('the schema of the settings file describes every setting', async t => {
  const { code, stdout } = await vitrine('serve', '--schema');
  t.equal(code, 0);
  const { properties } = JSON.parse(stdout) as { properties: Record<string, { description?: string }> };
  for (const name of ['data', 'port', 'host', 'workers', 'answerCacheMb', 'limits'])
    t.ok(properties[name]?.description, name);
});

t.test('keys are created, listed without the key itself, and revoked', async t => {
  const at = ['--data', dataDir];
  const created = await vitrine('keys', 'create', ...at, '--label', 'feed', '--scope', 'import, export', '--json');
  t.equal(created.code, 0);
  const { id, key } = JSON.parse(created.stdout) as { id: string; key: string };

  const listed = await vitrine('keys', 'list', ...at, '--json');
  t.match(JSON.parse(listed.stdout), [{ id, label: 'feed', scopes: ['import', 'export'] }]);
  t.notOk(listed.stdout.includes(key));

  t.equal((await vitrine('keys', 'revoke', ...at, id)).code, 0);
  t.same(JSON.parse((await vitrine('keys', 'list', ...at, '--json')).stdout), []);
  const again = await vitrine('keys', 'revoke', ...at, id);
  t.equal(again.code, 1);
  t.match(again.stderr, `there is no key ${id}`);
});

t.test('a key has the limits that its options name', async t => {
  const at = ['--data', dataDir];
  const create = (...options: string[]) => vitrine('keys', 'create', ...at, '--label', 'pages', ...options);
  const limits = ['--scope', 'import:pages', '--scope', 'export', '--market', 'se', '--market', 'no', '--name', 'anna'];
  t.equal((await create(...limits, '--expires', 'P90D')).code, 0);
  t.equal((await create('--read-only', '--expires', '2999-01-31')).code, 0);
  const listed = JSON.parse((await vitrine('keys', 'list', ...at, '--json')).stdout) as { expiresAt: string }[];
  const [limited, reader] = listed.slice(-2);
  t.match(limited, { scopes: ['import:pages', 'export'], markets: ['se', 'no'], name: 'anna' });
  t.ok(Math.abs(Date.parse(limited!.expiresAt) - Date.now() - 90 * 86_400_000) < 600_000);
  const scopes = ['import', 'export', 'notifications'];
  t.match(reader, { scopes, readOnly: true, expiresAt: '2999-01-31T00:00:00.000Z' });
  t.match((await vitrine('keys', 'list', ...at)).stdout, /import:pages,export +se,no +anna +pages/);
  const wrong: [options: string[], message: RegExp][] = [
    [[], /--scope: missing; expected some of import, /],
    [['--scope', 'import,'], /--scope: found "import,"/],
    [['--scope', 'import', '--market', ''], /--market: found ""/],
    [['--scope', 'import', '--name', 'a\nb'], /--name: found "a\\nb"/],
    [['--scope', 'import', '--expires', 'soon'], /--expires: found "soon", expected an ISO 8601 duration/],
    [['--scope', 'import', '--expires', 'P1Y'], /--expires: found "P1Y"/],
    [['--scope', 'import', '--expires', '2020-01-01'], /--expires: found "2020-01-01", .* a time to come/],
  ];
  for (const [options, message] of wrong) {
    const { code, stderr } = await create(...options);
    t.equal(code, 2);
    t.match(stderr, message);
  }
});

t.test('a new key is the only thing on standard output, ready for a variable', async t => {
  const { stdout } = await vitrine('keys', 'create', '--data', dataDir, '--label', 'shell', '--scope', 'import');
  t.match(stdout, /^\S+\n$/);
});

t.test('no key is made for a data folder that is being restored, which would replace it', async t => {
  const data = testFolder(t);
  mkdirSync(join(data, 'restoring'));
  const { code, stdout, stderr } = await vitrine('keys', 'create', '--data', data, '--label', 'x', '--scope', 'import');
  t.same([code, stdout], [1, '']);
  t.match(stderr, /a restore is under way there, or was cut off/);
  t.notOk(existsSync(join(data, 'keys.json')));
});

t.test('a data folder that does not exist is no empty shop, and gets no key', async t => {
  const misspelt = join(dataDir, 'misspelt');
  const { code, stdout, stderr } = await vitrine(
    'keys',
    'create',
    '--data',
    misspelt,
    '--label',
    'x',
    '--scope',
    'import',
  );
  t.equal(code, 1);
  t.equal(stdout, '');
  t.match(stderr, `data folder ${misspelt}: does not exist`);
  const commands = [
    ['keys', 'list'],
    ['keys', 'revoke', 'x'],
    ['snapshots', 'list'],
    ['snapshots', 'verify'],
    ['profile'],
  ];
  for (const command of commands) {
    const read = await vitrine(...command, '--data', misspelt);
    t.equal(read.code, 1, command.join(' '));
    t.match(read.stderr, `data folder ${misspelt}: does not exist`, 'it is no empty shop');
  }
  const { stdout: found } = await vitrine('doctor', '--data', misspelt);
  t.match(found, `${misspelt} does not exist`);
  t.notOk(existsSync(misspelt));
});

t.test('the environment says where the daemon is', async t => {
  const { code, stderr } = await runCommand(['imports'], { VITRINE_URL: 'nowhere', VITRINE_API_KEY: 'k' });
  t.equal(code, 2);
  t.match(stderr, '--url: nowhere is not an address');
  for (const [environment, port] of [
    [{ VITRINE_PORT: '1' }, 1],
    [{ VITRINE_PORT: '1', VITRINE_ADMIN_PORT: '2' }, 2],
  ] as const) {
    const { stdout } = await runCommand(['imports', '--help'], environment);
    t.match(stdout.replace(/\s+/g, ' '), `"http://localhost:${port}"`, 'administration may have a port of its own');
  }
});

t.test('a command whose reader has gone ends quietly', async t => {
  const child = spawn(process.execPath, [MAIN, 'serve', '--schema'], { env: cleanEnvironment() });
  child.stdout.destroy();
  let stderr = '';
  child.stderr.on('data', piece => (stderr += piece));
  const [code] = (await once(child, 'close')) as [number];
  t.equal(stderr, '');
  t.equal(code, 0);
});

t.test('an empty data folder has no snapshots, and an unknown one fails verification', async t => {
  t.same(JSON.parse((await vitrine('snapshots', 'list', '--data', dataDir, '--json')).stdout), []);
  const { code, stdout } = await vitrine('snapshots', 'verify', '00000001-00000000', '--data', dataDir, '--json');
  t.equal(code, 1);
  t.match(JSON.parse(stdout), [{ id: '00000001-00000000', ok: false }]);
});

t.test('the doctor ends with 1 exactly when it found something wrong', async t => {
  const { code, stdout } = await vitrine('doctor', '--data', dataDir, '--host', '127.0.0.1', '--port', '0', '--json');
  const { ok, findings } = JSON.parse(stdout) as { ok: boolean; findings: { verdict: string }[] };
  t.equal(code, ok ? 0 : 1);
  t.equal(ok, !findings.some(finding => finding.verdict === 'failed'));
  t.equal((await runProcess(['doctor', '--data', MAIN, '--json'])).code, 1, 'a file is no data folder');
});
