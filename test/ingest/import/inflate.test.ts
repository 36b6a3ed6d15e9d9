import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import t from 'tap';
import { inflate, requireFreeDisk } from '../../../src/ingest/import/inflate.js';
import { testFolder } from '../../folder.js';

const dir = testFolder(t);

function run(body: Uint8Array, options: { encoding?: 'gzip' | 'identity'; maxInflatedBytes?: number } = {}) {
  const file = path.join(dir, 'body');
  fs.writeFileSync(file, body);
  return inflate({ file, encoding: 'gzip', maxInflatedBytes: 1 << 30, progress: () => {}, ...options });
}

t.afterEach(() => {
  for (const name of fs.readdirSync(dir)) fs.rmSync(path.join(dir, name));
});

t.test('gzip is inflated beside the body, in members too; identity is left as it is', async t => {
  const plain = await run(Buffer.concat([gzipSync('one\n'), gzipSync('two\n')]));
  t.equal(fs.readFileSync(plain, 'utf8'), 'one\ntwo\n');
  t.equal(await run(Buffer.from('x'), { encoding: 'identity' }), path.join(dir, 'body'));
});

t.test('the limit holds at its edge', async t => {
  t.ok(await run(gzipSync('x'.repeat(1000)), { maxInflatedBytes: 1000 }));
  await t.rejects(run(gzipSync('x'.repeat(1001)), { maxInflatedBytes: 1000 }), {
    name: 'Problem',
    error: 'PAYLOAD_TOO_LARGE',
  });
  t.notOk(fs.existsSync(path.join(dir, 'body.plain')), 'nothing is left behind');
});

t.test('a bomb is stopped by its ratio; the same ratio in a small file is fine', async t => {
  await t.rejects(run(gzipSync(Buffer.alloc(66 << 20))), { error: 'PAYLOAD_TOO_LARGE', message: /200 times its size/ });
  t.notOk(fs.existsSync(path.join(dir, 'body.plain')));
  t.ok(await run(gzipSync(Buffer.alloc(10 << 20))));
});

t.test('what is no whole gzip is a bad request', async t => {
  const gz = gzipSync('hello hello hello');
  for (const body of [Buffer.from('plain'), Buffer.alloc(0), gz.subarray(0, 12), gz.subarray(0, gz.length - 4)]) {
    await t.rejects(run(body), { error: 'BAD_REQUEST', message: /not a complete gzip file/ });
  }
});

t.test('a disk that is too small is said before anything is written', async t => {
  await t.rejects(requireFreeDisk(dir, Number.MAX_SAFE_INTEGER), { error: 'UNAVAILABLE', message: /MiB free/ });
});
