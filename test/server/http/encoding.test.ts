import zlib from 'node:zlib';
import t from 'tap';
import { acceptedEncodings, NAMED_ENCODINGS, negotiate } from '../../../src/server/http/encoding.js';

const cases: [header: string, expected: string | undefined][] = [
  ['', 'identity'],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['x-gzip', 'gzip'],
  ['gzip, deflate, br', 'gzip'],
  ['br, deflate', 'identity'],
  ['*', 'gzip'],
  ['*;q=0', undefined],
  ['*;q=0, gzip', 'gzip'],
  ['*;q=0, identity', 'identity'],
  ['identity;q=0', undefined],
  ['identity;q=0, br', undefined],
  ['gzip;q=0', 'identity'],
  ['gzip; q=0.0 , *', 'identity'],
  ['gzip;q=0.2, identity;q=0.8', 'identity'],
  ['gzip;q=0.8, identity;q=0.2', 'gzip'],
  ['gzip;q=1.0', 'gzip'],
  ['gzip;q=nonsense', 'identity'],
  ['gzip;q=7', 'identity'],
  [' , gzip ,', 'gzip'],
];

t.test('gzip is used when the client weighs it no lower than identity, nothing when it refuses both', async t => {
  for (const [header, expected] of cases) t.equal(acceptedEncodings(header).other, expected, JSON.stringify(header));
});

t.test('an encoding is stated by its name or by *, and identity is not stated by silence', async t => {
  for (const header of ['', 'br', 'br, deflate', 'zstd', 'gzip;q=0', 'gzip;q=7', '*;q=0', 'identity;q=0']) {
    t.equal(acceptedEncodings(header).stated, undefined, JSON.stringify(header));
  }
  for (const header of ['gzip', 'x-gzip', '*', 'br, gzip', '*;q=0, gzip']) {
    t.equal(acceptedEncodings(header).stated, 'gzip', header);
  }
  for (const header of ['identity', 'br, identity', 'gzip;q=0, *', '*;q=0, identity']) {
    t.equal(acceptedEncodings(header).stated, 'identity', header);
  }
});

t.test('answers are offered in Brotli too, to clients that name it and weigh it no lower than the others', async t => {
  const answers: [header: string, expected: string | undefined][] = [
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['BR;q=1.0, gzip', 'br'],
    ['br;q=0.5, gzip;q=0.5', 'br'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br;q=0.5, gzip;q=0.4, identity;q=0.6', 'identity'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, identity;q=0', undefined],
    ['*', 'gzip'],
    ['br;q=0.9, *', 'gzip'],
    ['*;q=0, br', 'br'],
    ['gzip', 'gzip'],
    ['', 'identity'],
    ['identity;q=0', undefined],
  ];
  for (const [header, expected] of answers) t.equal(negotiate(header, ['br']).answer, expected, JSON.stringify(header));
});

t.test('where there is zstd, clients that name it get it before Brotli of the same weight', async t => {
  const answers: [header: string, expected: string | undefined][] = [
    ['gzip, deflate, br, zstd', 'zstd'],
    ['zstd;q=0.5, br;q=0.5', 'zstd'],
    ['zstd;q=0.4, br;q=0.5', 'br'],
    ['zstd;q=0.4, gzip;q=0.5', 'gzip'],
    ['zstd;q=0, br', 'br'],
    ['zstd;q=0', 'identity'],
    ['identity;q=0, zstd', 'zstd'],
    ['br', 'br'],
    ['*', 'gzip'],
  ];
  for (const [header, expected] of answers) {
    t.equal(negotiate(header, ['zstd', 'br']).answer, expected, JSON.stringify(header));
    t.not(negotiate(header, ['zstd', 'br']).other, 'zstd', 'other replies are not');
  }
});

t.test('zstd is offered where Node can compress with it', async t => {
  t.strictSame(NAMED_ENCODINGS, 'zstdCompressSync' in zlib ? ['zstd', 'br'] : ['br']);
  t.equal(acceptedEncodings('zstd, br').answer, NAMED_ENCODINGS[0]);
});

t.test('a header that was seen before is answered alike', async t => {
  for (const [header, expected] of cases) t.equal(acceptedEncodings(header).other, expected, JSON.stringify(header));
});

t.test('many different headers do not pile up or change answers', async t => {
  for (let i = 0; i < 1000; i++) acceptedEncodings(`gzip;q=0.${i}`);
  t.equal(acceptedEncodings('gzip').other, 'gzip');
});
