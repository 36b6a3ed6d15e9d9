import zlib, { brotliDecompressSync, gunzipSync } from 'node:zlib';
import t from 'tap';
import { compress } from '../../../src/server/queries/compression.js';

const text = JSON.stringify(
  Array.from({ length: 3000 }, (_, i) => ({ key: `product-${i}`, price: (i * 7919) % 1000 })),
);
const body = Buffer.from(text);

t.test('an answer is whole again when it is decompressed', async t => {
  const gzipped = compress(body, 'gzip');
  t.ok(gzipped.length < body.length / 3);
  t.equal(gunzipSync(gzipped).toString(), text);
  const brotli = compress(body, 'br');
  t.ok(brotli.length < body.length / 3);
  t.equal(brotliDecompressSync(brotli).toString(), text);
  t.equal(compress(body, 'identity'), body);
});

const { zstdDecompressSync } = zlib as { zstdDecompressSync?: (bytes: Uint8Array) => Buffer };
t.test('zstd', { skip: !zstdDecompressSync && 'this version of Node has no zstd' }, async t => {
  const compressed = compress(body, 'zstd');
  t.ok(compressed.length < body.length / 3);
  t.equal(zstdDecompressSync!(compressed).toString(), text);
});

t.test('a short one stays as it is', async t => {
  for (const encoding of ['zstd', 'br', 'gzip', 'identity'] as const) {
    t.equal(compress(body.subarray(0, 1023), encoding).length, 1023, encoding);
  }
});
