import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import t from 'tap';
import { loadStaticFiles } from '../../../src/server/http/static-files.js';
import { testFolder } from '../../folder.js';
import { startDaemon } from '../daemon.js';

t.test('files are known by exact name, folders included, and the index by the root', async t => {
  const folder = testFolder(t);
  mkdirSync(join(folder, 'parts'));
  writeFileSync(join(folder, 'index.html'), '<p>hello');
  writeFileSync(join(folder, 'parts', 'big.js'), 'let a = 1;\n'.repeat(500));
  writeFileSync(join(folder, 'secret.key'), 'of no known type');
  const files = loadStaticFiles(folder);
  t.same([...files.keys()].sort(), ['/', '/index.html', '/parts/big.js']);
  t.equal(files.get('/'), files.get('/index.html'));
  t.equal(files.get('/')?.gzipped(), undefined, 'too small to compress');
  t.equal(gunzipSync(files.get('/parts/big.js')!.gzipped()!).toString(), 'let a = 1;\n'.repeat(500));
});

t.test('without the folder there are no files', async t => {
  t.equal(loadStaticFiles('/no/such/folder').size, 0);
});

t.test('what lies among the assets is kept for good, everything else asked for again', async t => {
  const folder = testFolder(t);
  for (const name of ['assets', 'parts']) mkdirSync(join(folder, name));
  for (const name of ['index.html', 'assets/app-ABCDEFGH.js', 'parts/app.js']) writeFileSync(join(folder, name), 'x');
  const files = loadStaticFiles(folder);
  const cacheControl = (path: string) => {
    const { headers } = files.get(path)!;
    return headers[headers.indexOf('Cache-Control') + 1];
  };
  t.equal(cacheControl('/assets/app-ABCDEFGH.js'), 'public, max-age=31536000, immutable');
  t.equal(cacheControl('/parts/app.js'), 'no-cache');
  t.equal(cacheControl('/'), 'no-cache');
});

t.test('the page is served with a strict policy and revalidated by its tag', async t => {
  const daemon = await startDaemon(t);
  const page = await fetch(daemon.url('/'));
  t.equal(page.status, 200);
  t.match(page.headers.get('content-type'), /^text\/html/);
  const policy = page.headers.get('content-security-policy')?.split('; ') ?? [];
  t.match(policy, ["default-src 'none'", "script-src 'self'"]);
  t.ok(policy.includes("require-trusted-types-for 'script'"));
  t.notMatch(policy.join(), /unsafe/);
  t.equal(page.headers.get('x-content-type-options'), 'nosniff');
  const again = await fetch(daemon.url('/'), { headers: { 'If-None-Match': page.headers.get('etag')! } });
  t.equal(again.status, 304);
  t.equal((await fetch(daemon.url('/'), { method: 'POST' })).status, 405);
});

t.test('the page can be switched off, with what it asks for', async t => {
  const daemon = await startDaemon(t, { VITRINE_PREVIEW_PAGE: 'false' });
  for (const path of ['/', '/index.html', '/api/preview/views']) {
    const response = await fetch(daemon.url(path));
    t.equal(response.status, 404, path);
    await response.body?.cancel();
  }
  t.equal((await fetch(daemon.url('/openapi.json'))).status, 200);
});

t.test('the built page names its assets by their hash, and no other name is answered', async t => {
  const daemon = await startDaemon(t);
  const page = await fetch(daemon.url('/'));
  t.equal(page.headers.get('cache-control'), 'no-cache');
  const assets = [...(await page.text()).matchAll(/(?:src|href)="\.(\/assets\/[^"]+)"/g)].map(([, path]) => path!);
  t.same(assets.map(path => path.replace(/-[A-Z0-9]{8}\./, '-HASH.')).sort(), [
    '/assets/app-HASH.js',
    '/assets/icon-HASH.svg',
    '/assets/page-HASH.css',
  ]);
  for (const path of assets) {
    const asset = await fetch(daemon.url(path));
    t.equal(asset.status, 200, path);
    t.equal(asset.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    t.ok(asset.headers.get('content-security-policy'));
    await asset.body?.cancel();
    const unknown = await fetch(daemon.url(path.replace(/-[A-Z0-9]{8}\./, '-AAAAAAAA.')));
    t.equal(unknown.status, 404, 'of another build');
    t.notOk(unknown.headers.get('cache-control')?.includes('immutable'));
    await unknown.body?.cancel();
  }
});
