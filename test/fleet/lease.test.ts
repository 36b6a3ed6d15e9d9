/** The lease of the writer, when servers take a renewal and their reply is lost. */
import type { KV } from '@nats-io/kv';
import t from 'tap';
import { FleetConnection } from '../../src/fleet/connection.js';
import { WriterLease } from '../../src/fleet/lease.js';
import { NO_NATS, startNats } from '../fleet.js';
import { START_PAUSE_MS, until } from '../within.js';

t.test('a renewal whose reply is lost', { skip: NO_NATS }, async t => {
  const [server] = await startNats(t);
  const settings = { servers: [server!.url], cluster: 'test', credentialsFile: '', replicas: 1 };
  const connection = await FleetConnection.open({ settings, name: 'test' });
  t.teardown(() => connection.close());
  const bucket = await connection.bucket('lease', 5000);
  let renewals = 0;
  const losing = new Proxy(bucket, {
    get: (target: KV, name: keyof KV) =>
      name === 'update'
        ? async (...renewal: Parameters<KV['update']>) => {
            const revision = await target.update(...renewal);
            if (renewals++ === 0) throw new Error('timeout');
            return revision;
          }
        : (target[name] as () => unknown).bind(target),
  });
  const lost: string[] = [];
  const lease = new WriterLease({
    bucket: losing,
    holder: { daemon: 'd', name: 'd' },
    acquired: () => undefined,
    lost: why => lost.push(why),
  });
  await lease.start();
  t.teardown(() => lease.stop());
  lease.want(true);
  await until('the lease', () => lease.term !== undefined, { pauseMs: START_PAUSE_MS });
  const { term } = lease;
  await until('further renewals', () => renewals > 1 || lost.length > 0, { pauseMs: START_PAUSE_MS });
  t.strictSame(lost, [], 'the daemon has the lease still');
  t.equal(lease.term, term);
});
