/** Objects of a fleet: read while the server that has them ends, and stored while others are removed. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { BodyStore, sumOfFile } from '../../src/fleet/body-store.js';
import { FleetConnection } from '../../src/fleet/connection.js';
import { readObject, readWhole, storeObject } from '../../src/fleet/objects.js';
import { PartsStore } from '../../src/fleet/parts-store.js';
import { NO_NATS, startNats } from '../fleet.js';
import { testFolder } from '../folder.js';
import { START_PAUSE_MS, until } from '../within.js';

/** More than are under way at a time. */
const BYTES = 16 << 20;

const connect = (url: string) =>
  FleetConnection.open({
    settings: { servers: [url], cluster: 'test', credentialsFile: '', replicas: 1 },
    name: 'test',
  });

t.test('an object of which no more arrives is given up, read again later, and verified', { skip: NO_NATS }, async t => {
  const [server] = await startNats(t);
  const connection = await connect(server!.url);
  t.teardown(() => connection.close());
  const objects = await connection.objects('bodies');
  const bodies = new BodyStore(objects);
  const [file, copy] = ['body', 'copy'].map(name => join(testFolder(t), name));
  writeFileSync(file!, Buffer.alloc(BYTES, 'body'));
  const sum = await sumOfFile(file!);
  await bodies.put('body', file!);

  const { pieces } = await readObject(objects, 'body');
  t.notOk((await pieces.next()).done);
  await server!.kill();
  const read = async () => {
    let bytes = 0;
    for await (const piece of pieces) bytes += piece.length;
    return bytes;
  };
  await t.rejects(read());

  await server!.start();
  const isFetched = () =>
    bodies.fetch('body', copy!, sum).then(
      () => true,
      () => false,
    );
  await until('the body, once the server is back', isFetched, { pauseMs: START_PAUSE_MS });
  t.same(await sumOfFile(copy!), sum);
  await t.rejects(bodies.fetch('body', copy!, { ...sum, sha256: '' }), { message: /is damaged/ });
});

t.test('a part that is stored while others are removed stays', { skip: NO_NATS }, async t => {
  const [server] = await startNats(t);
  const connection = await connect(server!.url);
  t.teardown(() => connection.close());
  const parts = new PartsStore(await connection.objects('parts'));
  const folder = testFolder(t);
  const files = ['text-a', 'text-b', 'text-c'].map(file => ({ file, bytes: file.length }));
  for (const { file } of files) writeFileSync(join(folder, file), file);
  const [old, kept, later] = files.map(file => [file]);
  for (const stored of [old, kept]) await parts.put(folder, stored!);
  const named = new Set(['text-b']);
  const removed = parts.keepOnly(() => named);
  named.add('text-c');
  await parts.put(folder, later!);
  await removed;
  t.strictSame((await parts.names()).sort(), ['text-b', 'text-c']);
});

t.test('a part that is fetched before its turn is fetched once', { skip: NO_NATS }, async t => {
  const [server] = await startNats(t);
  const connection = await connect(server!.url);
  t.teardown(() => connection.close());
  const parts = new PartsStore(await connection.objects('parts'));
  const folder = testFolder(t);
  const files = ['text-a', 'text-b'].map(file => {
    const content = Buffer.alloc(BYTES, file);
    const bytes = Buffer.concat([content, createHash('sha256').update(content).digest()]);
    writeFileSync(join(folder, file), bytes);
    return { file, bytes: bytes.length };
  });
  const told: string[] = [];
  await parts.put(folder, files, [], ({ file }) => told.push(file));
  t.strictSame(told.sort(), ['text-a', 'text-b']);
  const [missing, arriving] = [testFolder(t), join(testFolder(t), 'arriving')];
  const early = parts.fetchEarly(missing, arriving, files[0]!);
  t.ok(parts.isArriving('unverified-text-a'));
  t.equal(await parts.fetch(missing, arriving, files), files[1]!.bytes, 'not what is arriving');
  await early;
  t.notOk(parts.isArriving('unverified-text-a'));
  for (const { file } of files) t.ok(readFileSync(join(arriving, file)).equals(readFileSync(join(folder, file))), file);
});

t.test('an object that is stored otherwise, as earlier releases did, is read', { skip: NO_NATS }, async t => {
  const [server] = await startNats(t);
  const connection = await connect(server!.url);
  t.teardown(() => connection.close());
  const objects = await connection.objects('bodies');
  const bytes = Buffer.from(Array.from({ length: BYTES }, (_, i) => (i >> 10) & 0xff));
  await objects.store.putBlob({ name: 'plain' }, bytes);
  t.ok((await readWhole(objects, 'plain')).equals(bytes));
  await storeObject(objects, { name: 'plain' }, [bytes.subarray(1)]);
  t.ok((await readWhole(objects, 'plain')).equals(bytes.subarray(1)), 'and replaced');
  t.ok(Buffer.from((await objects.store.getBlob('plain'))!).equals(bytes.subarray(1)), 'they read what is stored now');
});
