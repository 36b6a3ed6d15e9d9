import t from 'tap';
import { Lease } from '../../../src/server/http/lease.js';

t.test('memory is free with the end of its last use, once', async t => {
  let ended = 0;
  const lease = new Lease(() => {
    ended++;
  });
  lease.retain();
  lease.release();
  t.equal(ended, 0);
  lease.release();
  t.equal(ended, 1);
  t.throws(() => lease.release(), /was released/);
  t.throws(() => lease.retain(), /was retained/);
  t.equal(ended, 1);
});
