/** Against a real HTTP server that plays the daemon's part, so that every way an import can end is seen. */
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import t from 'tap';
import { AdminClient } from '../../src/cli/admin-client.js';
import { type UploadOptions, uploadCatalog } from '../../src/cli/catalog-upload.js';
import type { TerminalProgress } from '../../src/cli/terminal/progress.js';
import { testFolder } from '../folder.js';

const LINES = '{"replace":{"key":"g1"}}\n{"replace":{"key":"g2"}}\n';
const REPLACE: UploadOptions = { partial: false, force: false, validateOnly: false };
const folder = testFolder(t);

class Recorder implements TerminalProgress {
  readonly stages: string[] = [];
  show(stage: string): void {
    if (this.stages.at(-1) !== stage) this.stages.push(stage);
  }
  end(): void {}
}

async function body(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Serves until the test ends; the status route without an import answers as the daemon does. */
async function serve(t: Tap, answer: RequestListener): Promise<AdminClient> {
  const server = createServer((request, response) => {
    if (request.url?.endsWith('status?id=none')) response.end('{"id":"none","status":"NOT_FOUND"}');
    else answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  return new AdminClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'secret');
}
type Tap = { teardown(fn: () => unknown): unknown };

async function catalogFile(name: string, content: string | Buffer): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, content);
  return file;
}

t.test('plain JSON lines arrive compressed, with key, media type and parameters', async t => {
  let seen: { method?: string; url?: string; key: unknown; type: unknown; lines: string } | undefined;
  const client = await serve(t, async (request, response) => {
    const lines = gunzipSync(await body(request)).toString();
    const { method, url, headers } = request;
    seen = { method: method!, url: url!, key: headers['api-key'], type: headers['content-type'], lines };
    response.writeHead(204).end();
  });
  const file = await catalogFile('plain.jsonl', LINES);
  const options = { partial: true, force: true, validateOnly: true, name: 'nightly feed' };
  const result = await uploadCatalog(client, file, options, new Recorder());
  t.same(result, { ok: true, status: 'SUCCESS' });
  t.same(seen, {
    method: 'POST',
    url: '/api/admin/v4/import/catalog?blockingTimeout=PT0S&force=true&validationOnly=true&name=nightly+feed',
    key: 'secret',
    type: 'application/jsonlines',
    lines: LINES,
  });
});

t.test('a gzip file goes as it is, whatever its name', async t => {
  const bytes = gzipSync(LINES, { level: 9 });
  let sent: Buffer | undefined;
  const client = await serve(t, async (request, response) => {
    sent = await body(request);
    t.equal(request.method, 'PUT');
    response.writeHead(204).end();
  });
  await uploadCatalog(client, await catalogFile('zipped.jsonl', bytes), REPLACE, new Recorder());
  t.same(sent, bytes);
});

t.test('an accepted import is followed to its end, phase by phase', async t => {
  const reports = [
    { id: '7', status: 'WAITING' },
    { id: '7', status: 'IN_PROGRESS', progress: { phase: 'validate', done: 1, total: 2 } },
    { id: '7', status: 'IN_PROGRESS', progress: { phase: 'build', done: 1, total: 2 } },
    { id: '7', status: 'SUCCESS' },
  ];
  const client = await serve(t, async (request, response) => {
    await body(request);
    if (request.method === 'GET') t.equal(request.url, '/api/admin/v4/import/status?id=7');
    response.writeHead(request.method === 'PUT' ? 202 : 200).end(JSON.stringify(reports.shift()));
  });
  const progress = new Recorder();
  const result = await uploadCatalog(client, await catalogFile('a.jsonl', LINES), REPLACE, progress);
  t.same(result, { ok: true, id: '7', status: 'SUCCESS' });
  t.same(progress.stages, ['uploading', 'validate', 'build']);
});

t.test('a refusal tells reason and details, at once or while polling', async t => {
  const errorDetails = { count: 1, dataErrors: { 'title: is missing': { count: 1, exampleKeys: ['p1'] } } };
  const file = await catalogFile('bad.jsonl', LINES);
  const atOnce = await serve(t, async (request, response) => {
    await body(request);
    response.writeHead(400).end(JSON.stringify({ message: '1 error', errorDetails }));
  });
  const refused = { ok: false, status: 'FAILURE', reason: '1 error', errorDetails };
  t.same(await uploadCatalog(atOnce, file, REPLACE, new Recorder()), refused);

  const later = await serve(t, async (request, response) => {
    await body(request);
    const polled = request.method === 'GET';
    const report = polled
      ? { id: '8', status: 'FAILURE', reason: '1 error', errorDetails }
      : { id: '8', status: 'WAITING' };
    response.writeHead(polled ? 200 : 202).end(JSON.stringify(report));
  });
  t.same(await uploadCatalog(later, file, REPLACE, new Recorder()), { ...refused, id: '8' });
});

t.test('a refusal that comes in the middle of the upload is the outcome, not the broken pipe', async t => {
  const client = await serve(t, (request, response) => {
    request.once('data', () => {
      response.writeHead(409, { Connection: 'close' }).end('{"message":"another import is running"}');
    });
  });
  const large = await catalogFile('large.jsonl.gz', Buffer.concat([gzipSync(LINES), Buffer.alloc(8_000_000)]));
  const result = await uploadCatalog(client, large, REPLACE, new Recorder());
  t.same(result, { ok: false, status: 'FAILURE', reason: 'another import is running' });
});

t.test('a daemon that is still starting, or runs another import, is asked again', async t => {
  const answers = [503, 409, 204];
  const client = await serve(t, async (request, response) => {
    t.equal(gunzipSync(await body(request)).toString(), LINES, 'the whole file each time');
    const status = answers.shift()!;
    response.writeHead(status).end(status === 409 ? '{"code":"import_in_progress","message":"busy"}' : undefined);
  });
  const progress = new Recorder();
  const result = await uploadCatalog(client, await catalogFile('d.jsonl', LINES), REPLACE, progress);
  t.ok(result.ok);
  t.same(answers, []);
  t.ok(progress.stages.includes('waiting for another import'), progress.stages.join());
});

t.test('a wrong key is told before anything is sent', async t => {
  let sent = false;
  const server = createServer((request, response) => {
    sent ||= request.method === 'PUT';
    response.writeHead(403).end('{"message":"wrong key"}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const client = new AdminClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'secret');
  const file = await catalogFile('b.jsonl', LINES);
  await t.rejects(uploadCatalog(client, file, REPLACE, new Recorder()), {
    message: /does not accept the key: wrong key/,
  });
  t.notOk(sent);
});

t.test('a file that is not there, a daemon that is not there, and another server are told apart', async t => {
  // It reads to the end: an answer to a client that still writes may be lost with the connection.
  const client = await serve(t, (request, response) => {
    request.resume().once('end', () => response.writeHead(202).end('<html>'));
  });
  const missing = join(folder, 'missing.jsonl');
  await t.rejects(uploadCatalog(client, missing, REPLACE, new Recorder()), {
    message: /missing\.jsonl cannot be read/,
  });
  const file = await catalogFile('c.jsonl', LINES);
  await t.rejects(uploadCatalog(client, file, REPLACE, new Recorder()), { message: /not the state of an import/ });
  const nobody = new AdminClient('http://127.0.0.1:9', 'secret');
  await t.rejects(uploadCatalog(nobody, file, REPLACE, new Recorder()), { message: /Is the daemon running/ });
});
