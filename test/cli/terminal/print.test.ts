import t from 'tap';
import { formatAge, formatBytes, formatCount } from '../../../src/cli/terminal/print.js';

t.test('bytes are told in the largest unit that keeps a digit before the point', async t => {
  t.equal(formatBytes(0), '0 bytes');
  t.equal(formatBytes(1023), '1023 bytes');
  t.equal(formatBytes(1536), '1.5 KiB');
  t.equal(formatBytes(1024 ** 3), '1.0 GiB');
});

t.test('a noun takes an s unless there is one of it', async t => {
  t.equal(formatCount(1, 'group'), '1 group');
  t.equal(formatCount(0, 'group'), '0 groups');
  t.equal(formatCount(12_345, 'group'), '12,345 groups');
});

t.test('an age is told in the largest unit of which there are two', async t => {
  t.same([0.4, 119, 120, 7300, 200_000].map(formatAge), ['0 s', '119 s', '2 min', '2 h', '2 d']);
});
