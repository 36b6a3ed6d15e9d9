import t from 'tap';
import { acceptedEncoding } from '../../../src/server/http/encoding.js';

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
  for (const [header, expected] of cases) t.equal(acceptedEncoding(header), expected, JSON.stringify(header));
});

t.test('a header that was seen before is answered alike', async t => {
  for (const [header, expected] of cases) t.equal(acceptedEncoding(header), expected, JSON.stringify(header));
});

t.test('many different headers do not pile up or change answers', async t => {
  for (let i = 0; i < 1000; i++) acceptedEncoding(`gzip;q=0.${i}`);
  t.equal(acceptedEncoding('gzip'), 'gzip');
});
