import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { createKey, KeyRing, listKeys, revokeKey } from '../../../src/server/storage/api-keys.js';
import { testFolder } from '../../folder.js';

t.test('a key opens what its scopes name and nothing else', async t => {
  const data = testFolder(t);
  const { key } = await createKey(data, { label: 'feed', scopes: ['import'] });
  const ring = new KeyRing(data, undefined);
  await ring.authorise(key, 'import');
  await ring.authorise(key, 'export', 'import');
  await t.rejects(ring.authorise(key, 'export'), { name: 'Problem', error: 'FORBIDDEN' });
  await t.rejects(ring.authorise(`${key}x`, 'import'), { name: 'Problem', error: 'FORBIDDEN' });
  await t.rejects(ring.authorise('', 'import'), { name: 'Problem', error: 'FORBIDDEN' });
});

t.test('keys made and revoked while the daemon runs hold from the next request on', async t => {
  const data = testFolder(t);
  const ring = new KeyRing(data, undefined);
  await t.rejects(ring.authorise('none', 'import'), { name: 'Problem', error: 'FORBIDDEN' });
  const first = await createKey(data, { label: 'a', scopes: ['import'] });
  await ring.authorise(first.key, 'import');
  const second = await createKey(data, { label: 'b', scopes: ['import', 'export'] });
  await ring.authorise(second.key, 'export');
  t.equal(await revokeKey(data, first.id), true);
  await t.rejects(ring.authorise(first.key, 'import'), { name: 'Problem', error: 'FORBIDDEN' });
  await ring.authorise(second.key, 'import');
});

t.test('the bootstrap key has all scopes and is stored nowhere', async t => {
  const data = testFolder(t);
  const ring = new KeyRing(data, 'bootstrap-key');
  await ring.authorise('bootstrap-key', 'import');
  await ring.authorise('bootstrap-key', 'notifications');
  await t.rejects(ring.authorise('bootstrap-kez', 'import'), { name: 'Problem', error: 'FORBIDDEN' });
  t.same(await listKeys(data), []);
  await t.rejects(
    new KeyRing(data, undefined).authorise('', 'import'),
    { name: 'Problem', error: 'FORBIDDEN' },
    'no key at all',
  );
});

t.test('the file holds hashes alone and is for its owner only', async t => {
  const data = testFolder(t);
  const { id, key } = await createKey(data, { label: 'feed', scopes: ['export', 'import'] });
  const file = join(data, 'keys.json');
  t.notMatch(readFileSync(file, 'utf8'), key);
  t.equal(statSync(file).mode & 0o777, 0o600);
  t.match(await listKeys(data), [{ id, label: 'feed', scopes: ['import', 'export'], createdAt: /^\d{4}-/ }]);
  t.notMatch(JSON.stringify(await listKeys(data)), /hash/);
});

t.test('a revoked key is listed no more, stays in the file, and is not revoked twice', async t => {
  const data = testFolder(t);
  const { id } = await createKey(data, { label: 'feed', scopes: ['import'] });
  t.equal(await revokeKey(data, 'unknown'), false);
  t.equal(await revokeKey(data, id), true);
  t.equal(await revokeKey(data, id), false);
  t.same(await listKeys(data), []);
  t.match(readFileSync(join(data, 'keys.json'), 'utf8'), /revokedAt/);
});

t.test('an unknown scope, or none, is refused by name', async t => {
  const data = testFolder(t);
  await t.rejects(
    createKey(data, { label: 'x', scopes: ['root'] }),
    /scopes: found "root", expected some of import, export/,
  );
  await t.rejects(createKey(data, { label: 'x', scopes: [] }), { name: 'Problem', error: 'BAD_REQUEST' });
});

t.test('a damaged key file opens nothing', async t => {
  const data = testFolder(t);
  writeFileSync(join(data, 'keys.json'), '{"version":1,"keys":[{"hash":"abc"}]}');
  await t.rejects(new KeyRing(data, 'bootstrap-key').authorise('bootstrap-key', 'import'), /not a key file/);
});
