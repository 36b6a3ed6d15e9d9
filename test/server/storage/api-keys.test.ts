import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { ACCESS, type Access, IMPORT_ACCESS } from '../../../src/api/access.js';
import { createKey, listKeys, revokeKey } from '../../../src/server/storage/api-keys.js';
import { KeyRing } from '../../../src/server/storage/key-ring.js';
import { testFolder } from '../../folder.js';

const IMPORT: Access = IMPORT_ACCESS.catalog;
const EXPORT: Access = ACCESS.explain;
const EITHER: Access = ACCESS.snapshots;

t.test('a key opens what its scopes name and nothing else', async t => {
  const data = testFolder(t);
  const { key } = await createKey(data, { label: 'feed', scopes: ['import'] });
  const ring = new KeyRing(data, undefined);
  await ring.authorise(key, IMPORT);
  await ring.authorise(key, EITHER);
  await t.rejects(ring.authorise(key, EXPORT), { name: 'Problem', error: 'FORBIDDEN' });
  await t.rejects(ring.authorise(`${key}x`, IMPORT), { name: 'Problem', error: 'FORBIDDEN' });
  await t.rejects(ring.authorise('', IMPORT), { name: 'Problem', error: 'FORBIDDEN' });
});

t.test('keys made and revoked while the daemon runs hold from the next request on', async t => {
  const data = testFolder(t);
  const ring = new KeyRing(data, undefined);
  await t.rejects(ring.authorise('none', IMPORT), { name: 'Problem', error: 'FORBIDDEN' });
  const first = await createKey(data, { label: 'a', scopes: ['import'] });
  await ring.authorise(first.key, IMPORT);
  const second = await createKey(data, { label: 'b', scopes: ['import', 'export'] });
  await ring.authorise(second.key, EXPORT);
  t.equal(await revokeKey(data, first.id), true);
  await t.rejects(ring.authorise(first.key, IMPORT), { name: 'Problem', error: 'FORBIDDEN' });
  await ring.authorise(second.key, IMPORT);
});

t.test('the bootstrap key has all scopes and is stored nowhere', async t => {
  const data = testFolder(t);
  const ring = new KeyRing(data, 'bootstrap-key');
  await ring.authorise('bootstrap-key', IMPORT);
  await ring.authorise('bootstrap-key', ACCESS.payment);
  await t.rejects(ring.authorise('bootstrap-kez', IMPORT), { name: 'Problem', error: 'FORBIDDEN' });
  t.same(await listKeys(data), []);
  await t.rejects(
    new KeyRing(data, undefined).authorise('', IMPORT),
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
    /scopes: found "root", expected some of import, import:catalog, .*, export/,
  );
  await t.rejects(createKey(data, { label: 'x', scopes: [] }), { name: 'Problem', error: 'BAD_REQUEST' });
});

t.test('keys that are made and revoked at once are all kept', async t => {
  const data = testFolder(t);
  const { id: former } = await createKey(data, { label: 'former', scopes: ['import'] });
  const make = (label: string) => createKey(data, { label, scopes: ['import'] });
  const [revoked, ...made] = await Promise.all([revokeKey(data, former), ...['a', 'b', 'c', 'd'].map(make)]);
  t.equal(revoked, true);
  t.same(new Set((await listKeys(data)).map(({ id }) => id)), new Set(made.map(({ id }) => id)));
  t.notOk(existsSync(join(data, 'keys.json.lock')));
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
      await new KeyRing(data, undefined, facts => warnings.push(facts)).authorise(key, IMPORT);
      await ring.authorise(key, IMPORT);
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
  await ring.authorise('bootstrap-key', IMPORT);
  await t.rejects(ring.authorise(key, IMPORT), { name: 'Problem', code: 'storage_unavailable' });
  await t.rejects(createKey(data, { label: 'other', scopes: ['import'] }), /remove both to begin with new keys/);
});

t.test('the file of an earlier version is read, and has a checksum from the next change on', async t => {
  const data = testFolder(t);
  const { id, key } = await createKey(data, { label: 'feed', scopes: ['import'] });
  const file = join(data, 'keys.json');
  const { keys } = JSON.parse(readFileSync(file, 'utf8')) as { keys: unknown };
  writeFileSync(file, JSON.stringify({ version: 1, keys }));
  rmSync(`${file}.copy`);
  await new KeyRing(data, undefined).authorise(key, IMPORT);
  t.equal(await revokeKey(data, id), true);
  t.match(JSON.parse(readFileSync(`${file}.copy`, 'utf8')), { version: 3, sha256: /^[0-9a-f]{64}$/ });
});

t.test('a file of version 2, whose keys have no limits, is read, and one of a later version refused', async t => {
  const data = testFolder(t);
  const { key } = await createKey(data, { label: 'feed', scopes: ['import'] });
  const file = join(data, 'keys.json');
  const stored = JSON.parse(readFileSync(file, 'utf8')) as { version: number };
  for (const [version, opens] of [
    [2, true],
    [4, false],
  ] as const) {
    for (const one of [file, `${file}.copy`]) writeFileSync(one, JSON.stringify({ ...stored, version }));
    const authorised = new KeyRing(data, undefined).authorise(key, IMPORT);
    if (opens) await authorised;
    else await t.rejects(authorised, { code: 'storage_unavailable' });
  }
});

t.test('a key opens what its limits leave, and what it lacks is told to its holder alone', async t => {
  const data = testFolder(t);
  const ring = new KeyRing(data, undefined);
  const make = async (limits: Partial<Parameters<typeof createKey>[1]>) =>
    (await createKey(data, { label: 'feed', scopes: ['import'], ...limits })).key;
  const refused = (key: string, access: Access, code: string, message: RegExp) =>
    t.rejects(ring.authorise(key, access), { code, message }, String(message));

  const pages = await make({ scopes: ['import:pages'], name: 'anna' });
  t.match(await ring.authorise(pages, IMPORT_ACCESS['pages-publish']), { name: 'anna' });
  t.match(await ring.authorise(pages, ACCESS.importStatus), { name: 'anna' }, 'any kind of import');
  await refused(
    pages,
    IMPORT,
    'scope_missing',
    /^Api-Key: the key \w{8} has the scope import:pages, and .* import:catalog$/,
  );
  const all = await make({});
  for (const access of [...Object.values(IMPORT_ACCESS), ACCESS.rollback])
    t.match(await ring.authorise(all, access), { name: 'feed' });

  const reader = await make({ scopes: ['import', 'notifications'], readOnly: true });
  await ring.authorise(reader, ACCESS.importHistory);
  await ring.authorise(reader, ACCESS.exportVisitor);
  await refused(reader, IMPORT, 'key_read_only', /changes what is stored/);
  await refused(reader, ACCESS.eraseVisitor, 'key_read_only', /read-only/);

  const swedish = await make({ markets: ['se', 'no'] });
  const actor = await ring.authorise(swedish, IMPORT_ACCESS.pages);
  actor.requireMarket('se');
  t.throws(() => actor.requireMarket('dk'), { code: 'market_refused', message: /for markets se, no, .* about dk$/ });
  await refused(swedish, ACCESS.replaceCatalog, 'market_refused', /about all markets/);
  await refused(swedish, IMPORT_ACCESS.templates, 'market_refused', /about all markets/);

  t.notMatch(await ring.authorise('wrong', IMPORT).catch(String), /import|[0-9a-f]{8}/, 'the others are told nothing');
});

t.test('a key is refused from the moment on that it expires', async t => {
  const data = testFolder(t);
  const ring = new KeyRing(data, undefined);
  const clock = t.capture(Date, 'now', () => now);
  let now = Date.parse('2027-01-01T00:00:00Z');
  const { key } = await createKey(data, { label: 'feed', scopes: ['import'], expiresAt: '2027-01-31T00:00:00.000Z' });
  await ring.authorise(key, IMPORT);
  now = Date.parse('2027-01-30T23:59:59.999Z');
  await ring.authorise(key, IMPORT);
  now++;
  await t.rejects(ring.authorise(key, IMPORT), { error: 'FORBIDDEN', code: 'api_key_expired' });
  await t.rejects(ring.authorise('wrong', IMPORT), { code: 'api_key_refused' });
  clock.restore();
});
