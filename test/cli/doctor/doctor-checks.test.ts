import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import t from 'tap';
import * as checks from '../../../src/cli/doctor/doctor-checks.js';
import { loadSettings } from '../../../src/server/settings/daemon-settings.js';
import { fillEncoderFolder } from '../../encoder/tiny-model.js';
import { testFolder } from '../../folder.js';

t.test('Node older than 20 fails, 20 and newer pass', async t => {
  t.equal(checks.checkNode('18.20.0').verdict, 'failed');
  t.equal(checks.checkNode('20.0.0').verdict, 'ok');
  t.equal(checks.checkNode('24.1.0').verdict, 'ok');
});

t.test('a data folder that is there is tried, and left empty', async t => {
  const folder = testFolder(t);
  t.equal((await checks.checkDataFolder(folder)).verdict, 'ok');
  t.same(await readdir(folder), []);
});

t.test('a data folder that does not exist is told, and not made: its name may be misspelt', async t => {
  const folder = testFolder(t);
  const { verdict, found, advice } = await checks.checkDataFolder(join(folder, 'deep', 'data'));
  t.equal(verdict, 'warning');
  t.match(found, /data does not exist/);
  t.ok(advice);
  t.same(await readdir(folder), []);
});

t.test('a data folder that is a file fails, with advice', async t => {
  const file = join(testFolder(t), 'file');
  await writeFile(file, '');
  const finding = await checks.checkDataFolder(file);
  t.equal(finding.verdict, 'failed');
  t.match(finding.found, file);
  t.ok(finding.advice);
});

t.test(
  'a data folder on a file system that takes none fails, with advice',
  { skip: process.platform === 'linux' ? false : 'it has no /proc' },
  async t => {
    const finding = await checks.checkDataFolder('/proc/vitrine');
    t.equal(finding.verdict, 'failed');
    t.match(finding.found, /ENOENT/);
    t.ok(finding.advice);
  },
);

t.test('an encoder is tried', async t => {
  const folder = testFolder(t);
  const settings = loadSettings({ flags: { 'encoder.folder': folder } });
  t.match(await checks.checkEncoder(loadSettings()), { verdict: 'ok', found: 'none' });
  const absent = await checks.checkEncoder(settings);
  t.match(absent, { verdict: 'failed', found: /model\.onnx: does not exist/, advice: /--encoder/ });
  fillEncoderFolder(folder, { rain: [1, 2] });
  t.match(await checks.checkEncoder(settings), { verdict: 'ok', found: /gives 2 dimensions/ });
});

t.test('free disk is told for a folder that does not exist yet', async t => {
  const finding = await checks.checkDisk(join(testFolder(t), 'not', 'there'));
  t.match(finding.found, / free$/);
});

t.test('joined parts are told; unusable ones are a warning, since a start does without', async t => {
  t.strictSame(checks.checkJoinedParts(testFolder(t)), { check: 'joined parts', verdict: 'ok', found: 'none' });
  const finding = checks.checkJoinedParts(testFolder(t, { 'joined/join.json': '{"join":{},"sha256":"0"}' }));
  t.equal(finding.verdict, 'warning');
  t.equal(finding.found, 'the checksum of join.json is wrong');
  t.match(finding.advice, /next start/);
});

t.test('a free port passes, a taken one fails and is named', async t => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const taken = await checks.checkPort('127.0.0.1', port);
  t.equal(taken.verdict, 'failed');
  t.equal(taken.found, `127.0.0.1:${port} is taken`);
  server.close();
  await once(server, 'close');
  t.equal((await checks.checkPort('127.0.0.1', port)).verdict, 'ok');
});

t.test('the native store reads what it wrote', async t => {
  t.equal((await checks.checkStore()).verdict, 'ok');
});

t.test('a slower transport is a warning, not a failure', async t => {
  const quick = {
    name: 'uWebSockets.js 20',
    shares: true,
    limits: [],
    listen: () => Promise.reject(new Error('unused')),
  };
  t.same(checks.checkHttp(quick), { check: 'HTTP server', verdict: 'ok', found: 'uWebSockets.js 20' });
  const limited = checks.checkHttp({ ...quick, limits: ['old', 'empty lengths'] });
  t.equal(limited.verdict, 'ok');
  t.match(limited.advice, /leaves HTTP\/1\.0 without a reply, sees no body where an empty Content-Length/);
  const slow = checks.checkHttp({ ...quick, name: 'node:http', warning: 'no native build fits' });
  t.equal(slow.verdict, 'warning');
  t.equal(slow.advice, 'no native build fits');
});
