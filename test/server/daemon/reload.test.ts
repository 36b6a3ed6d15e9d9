/** SIGHUP at a daemon with two front ends: what changes at once, what waits, and what a wrong file leaves as it was. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { createKey } from '../../../src/server/storage/api-keys.js';
import { startDaemon as startProcess } from '../../daemon.js';
import { testFolder } from '../../folder.js';
import { startDaemon, VISITOR } from '../daemon.js';

t.test('SIGHUP reads settings and keys again', { skip: process.platform === 'win32' && 'no SIGHUP' }, async t => {
  const folder = testFolder(t);
  const config = join(folder, 'vitrine.json');
  const configure = (settings: object | string) =>
    writeFileSync(config, typeof settings === 'string' ? settings : JSON.stringify(settings));
  configure({ corsOrigin: ['https://one.shop'], logLevel: 'info' });
  const frontEnds = process.platform === 'linux' ? '2' : '1';
  const daemon = await startProcess({
    args: ['--config', config, '--front-ends', frontEnds],
    env: { VITRINE_LOG_LEVEL: '' },
  });
  t.teardown(() => daemon.stop());
  const { dataDir, url } = daemon;
  const { key } = await createKey(dataDir, { label: 'feed', scopes: ['import'] });
  const history = async () =>
    (await fetch(`${url}/api/admin/v4/import/history`, { headers: { 'Api-Key': key } })).status;
  /** The origin that replies allow; on many connections, which the system shares out among the front ends. */
  const allowed = async (origin: string) => {
    const headers = { Origin: origin, Connection: 'close' };
    const path = `/api/storefront/v3/queries/search-page?${VISITOR}&q=a`;
    const answers = await Promise.all(Array.from({ length: 12 }, () => fetch(url + path, { headers })));
    return [...new Set(answers.map(answer => answer.headers.get('access-control-allow-origin')))];
  };
  const signal = async (message: RegExp) => {
    const seen = daemon.logs.length;
    daemon.process.kill('SIGHUP');
    return daemon.waitForLog(line => message.test(line.message ?? '') && daemon.logs.indexOf(line) >= seen);
  };
  t.same(await allowed('https://one.shop'), ['https://one.shop']);
  t.equal(await history(), 200);

  configure({ corsOrigin: ['https://two.shop'], logLevel: 'debug', limits: { queue: 10 } });
  t.match(await signal(/read again/), { changed: ['corsOrigin', 'logLevel'], atNextStart: ['limits.queue'] });
  t.same(await allowed('https://one.shop'), [null]);
  t.same(await allowed('https://two.shop'), ['https://two.shop']);
  t.equal(await history(), 200);
  await daemon.waitForLog(({ message, actor }) => message === 'request' && actor === 'feed');

  for (const wrong of ['{', { logLevel: 'loud' }, { corsOrigins: [] }]) {
    configure(wrong);
    t.match(await signal(/cannot be read again; the former ones stay/), { level: 'error', faults: [/vitrine.json/] });
    t.same(await allowed('https://two.shop'), ['https://two.shop']);
  }
  t.equal(await history(), 200);

  configure({ corsOrigin: ['*'], logLevel: 'info' });
  for (const one of ['keys.json', 'keys.json.copy']) writeFileSync(join(dataDir, one), 'damaged');
  t.match(await signal(/read again/), { changed: ['corsOrigin', 'logLevel'], atNextStart: ['limits.queue'] });
  await daemon.waitForLog(({ message }) => message === 'the stored API keys are damaged');
  t.equal(await history(), 200, 'keys that were read before the damage go on opening');
  t.equal(await daemon.stop(), 0);
});

t.test('the page for looking at the shop can be switched off', async t => {
  const { url } = await startDaemon(t, { VITRINE_PREVIEW_PAGE: 'false' }, undefined, 'no imports');
  for (const path of ['/', '/index.html', '/api/preview/views']) t.equal((await fetch(url(path))).status, 404, path);
  t.equal((await fetch(url('/healthz'))).status, 200);
});
