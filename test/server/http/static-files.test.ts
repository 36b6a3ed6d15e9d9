import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import t from 'tap';
import { loadStaticFiles } from '../../../src/server/http/static-files.js';
import { startDaemon } from '../daemon.js';

t.test('files are known by exact name, folders included, and the index by the root', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-web-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'parts'));
  writeFileSync(join(folder, 'index.html'), '<p>hello');
  writeFileSync(join(folder, 'parts', 'big.js'), 'let a = 1;\n'.repeat(500));
  writeFileSync(join(folder, 'secret.key'), 'of no known type');
  const files = loadStaticFiles(folder);
  t.same([...files.keys()].sort(), ['/', '/index.html', '/parts/big.js']);
  t.equal(files.get('/'), files.get('/index.html'));
  t.equal(files.get('/')?.gzipped, undefined, 'too small to compress');
  t.equal(gunzipSync(files.get('/parts/big.js')!.gzipped!).toString(), 'let a = 1;\n'.repeat(500));
});

t.test('without the folder there are no files', async t => {
  t.equal(loadStaticFiles('/no/such/folder').size, 0);
});

t.test('the page is served with a strict policy and revalidated by its tag', async t => {
  const daemon = await startDaemon(t);
  const page = await fetch(daemon.url('/'));
  t.equal(page.status, 200);
  t.match(page.headers.get('content-type'), /^text\/html/);
  t.match(page.headers.get('content-security-policy'), /script-src 'self'/);
  t.equal(page.headers.get('x-content-type-options'), 'nosniff');
  const again = await fetch(daemon.url('/'), { headers: { 'If-None-Match': page.headers.get('etag')! } });
  t.equal(again.status, 304);
  t.equal((await fetch(daemon.url('/'), { method: 'POST' })).status, 405);
});
