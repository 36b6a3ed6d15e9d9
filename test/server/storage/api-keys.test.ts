import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
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

t.test('a damaged or missing key file is written again from its copy', async t => {
  const data = testFolder(t);
  const file = join(data, 'keys.json');
  const { key } = await createKey(data, { label: 'feed', scopes: ['import'] });
  const sound = readFileSync(file, 'utf8');
  const warnings: object[] = [];
  const ring = new KeyRing(data, undefined, facts => warnings.push(facts));
  const damages = ['', '{', '\0'.repeat(sound.length), sound.replace('import', 'export'), sound.slice(0, 90)];
  for (const one of ['keys.json', 'keys.json.copy']) {
    for (const damage of [...damages, undefined]) {
      if (damage === undefined) rmSync(join(data, one));
      else writeFileSync(join(data, one), damage);
      await new KeyRing(data, undefined, facts => warnings.push(facts)).authorise(key, 'import');
      await ring.authorise(key, 'import');
      t.equal(readFileSync(file, 'utf8'), sound);
    }
  }
  t.match(warnings[0], { fault: /keys.json: damaged; it is written again/ });
  t.equal((await listKeys(data)).length, 1);
});

t.test('where the copy is damaged as well, the bootstrap key opens, and no key is made over the others', async t => {
  const data = testFolder(t);
  const { key } = await createKey(data, { label: 'feed', scopes: ['import'] });
  for (const one of ['keys.json', 'keys.json.copy']) writeFileSync(join(data, one), '{"version":2,"keys":[]}');
  const ring = new KeyRing(data, 'bootstrap-key');
  await ring.authorise('bootstrap-key', 'import');
  await t.rejects(ring.authorise(key, 'import'), { name: 'Problem', code: 'storage_unavailable' });
  await t.rejects(createKey(data, { label: 'other', scopes: ['import'] }), /remove both to begin with new keys/);
});

t.test('the file of an earlier version is read, and has a checksum from the next change on', async t => {
  const data = testFolder(t);
  const { id, key } = await createKey(data, { label: 'feed', scopes: ['import'] });
  const file = join(data, 'keys.json');
  const { keys } = JSON.parse(readFileSync(file, 'utf8')) as { keys: unknown };
  writeFileSync(file, JSON.stringify({ version: 1, keys }));
  rmSync(`${file}.copy`);
  await new KeyRing(data, undefined).authorise(key, 'import');
  t.equal(await revokeKey(data, id), true);
  t.match(JSON.parse(readFileSync(`${file}.copy`, 'utf8')), { version: 2, sha256: /^[0-9a-f]{64}$/ });
});
