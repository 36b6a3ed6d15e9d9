/** Documents of a fleet through a real server: changes of two writers, damage, and what is told of them. */
import t from 'tap';
import { FleetConnection } from '../../src/fleet/connection.js';
import { FleetDocuments } from '../../src/fleet/documents.js';
import { NO_NATS, startNats } from '../fleet.js';
import { until } from '../within.js';

t.test('documents of a fleet', { skip: NO_NATS }, async t => {
  const servers = await startNats(t);
  const open = async () => {
    const settings = { servers: servers.map(({ url }) => url), cluster: 'test', credentialsFile: '', replicas: 0 };
    const connection = await FleetConnection.open({ settings, name: 'test' });
    t.teardown(() => connection.close());
    return { connection, bucket: await connection.bucket('documents') };
  };
  const { bucket, connection } = await open();
  const documents = new FleetDocuments(bucket);
  const others = new FleetDocuments((await open()).bucket);

  await t.test('a value is replaced only as it was read', async t => {
    t.equal(await documents.get('keys'), undefined);
    const first = await documents.put('keys', { a: 1 }, 0);
    t.equal(await others.put('keys', { a: 2 }, 0), undefined, 'there is one already');
    t.strictSame((await others.get('keys'))?.value, { a: 1 });
    t.ok(await others.put('keys', { a: 3 }, first!));
    t.equal(await documents.put('keys', { a: 4 }, first!), undefined, 'another writer was quicker');
    t.strictSame((await documents.get('keys'))?.value, { a: 3 });
  });

  await t.test('changes of many at once are all made', async t => {
    const add = (by: FleetDocuments) => by.change<number>('count', (value = 0) => value + 1);
    await Promise.all(Array.from({ length: 20 }, (_, i) => add(i % 2 === 0 ? documents : others)));
    t.equal((await documents.get('count'))?.value, 20);
  });

  await t.test('changes and removals are told, damage too', async t => {
    const seen: unknown[] = [];
    const failures: string[] = [];
    const stop = await others.watch(
      'daemons.>',
      (name, document) => seen.push([name, document?.value]),
      error => failures.push((error as Error).message),
    );
    await documents.put('daemons.a', 'one', 0);
    await documents.remove('daemons.a');
    await until('both are told', () => seen.length === 2);
    t.strictSame(seen, [
      ['daemons.a', 'one'],
      ['daemons.a', undefined],
    ]);
    await bucket.put('daemons.b', JSON.stringify({ version: 1, sha256: '00', value: 1 }));
    await until('the damage is told', () => failures.length === 1);
    t.match(failures[0], /daemons\.b .*checksum/);
    await bucket.put('daemons.c', JSON.stringify({ version: 2, sha256: '00', value: 1 }));
    await t.rejects(documents.get('daemons.c'), /format 2, this version reads up to 1/);
    stop();
  });

  await t.test('a connection comes back with its server', async t => {
    const [server] = servers;
    await server!.kill();
    await until('the loss is noticed', () => !connection.isUp);
    await server!.start();
    await until('the connection is back', () => connection.isUp);
    t.strictSame((await documents.get('keys'))?.value, { a: 3 });
  });
});
