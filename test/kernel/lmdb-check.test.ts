/** Databases of LMDB, as the stores of a data folder are, and what damage does to them. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { open } from 'lmdb';
import t from 'tap';
import { checkLmdb } from '../../src/kernel/lmdb-check.js';
import { testFolder } from '../folder.js';

const seed = 20261123;
const folder = testFolder(t);

interface Options {
  /** As the visitors are stored: one database of binary keys. */
  plain: boolean;
}

/** Writes what grows, shrinks and leaves free pages, with values in pages of their own. */
async function database(name: string, { plain }: Options): Promise<string> {
  const dir = join(folder, name);
  const settings = plain ? { keyEncoding: 'binary' as const, overlappingSync: false, noMetaSync: true } : {};
  const root = open<Buffer, string | Buffer>({
    path: dir,
    noSubdir: false,
    encoding: 'binary',
    maxDbs: 12,
    ...settings,
  });
  const databases = plain
    ? [root]
    : ['groups', 'state'].map(one => root.openDB<Buffer, string>(one, { encoding: 'binary' }));
  const key = (n: number) => (plain ? Buffer.from(`key ${n}`) : `key ${n}`);
  for (let round = 1; round <= 2; round++) {
    root.transactionSync(() => {
      for (let n = 0; n < 400; n++) {
        const database = databases[n % databases.length]!;
        if ((round * n) % 5 === 4) database.removeSync(key(n) as string);
        else database.putSync(key(n) as string, Buffer.alloc(n % 40 === 0 ? 9 * n : (n * round) % 90, n));
      }
    });
    await root.flushed;
  }
  await root.close();
  return join(dir, 'data.mdb');
}

const stores = [await database('named', { plain: false }), await database('plain', { plain: true })];

t.test('sound databases have no fault, from their first page on', async t => {
  for (const file of stores) t.equal(checkLmdb(file), undefined);
  const empty = join(folder, 'empty');
  await open({ path: empty, noSubdir: false }).close();
  t.equal(checkLmdb(join(empty, 'data.mdb')), undefined);
});

t.test('each value is seen once, and what is said of it is the fault', async t => {
  const seen: string[] = [];
  checkLmdb(stores[0]!, { value: (database, key) => void seen.push(`${database} ${key.toString()}`) });
  t.equal(new Set(seen).size, seen.length);
  t.equal(seen.length, 320);
  t.ok(seen.includes('state key 11'));
  t.equal(checkLmdb(stores[1]!, { value: (_, key) => (key.toString() === 'key 11' ? 'eleven' : undefined) }), 'eleven');
});

t.test('a file that is cut short, zeroed, empty or of another kind is refused', async t => {
  for (const file of stores) {
    const sound = readFileSync(file);
    const damages: Record<string, Buffer> = {
      half: sound.subarray(0, sound.length / 2),
      'one page': sound.subarray(0, 4096),
      empty: sound.subarray(0, 0),
      zeroes: Buffer.alloc(sound.length),
      text: Buffer.from('not a database '.repeat(1000)),
    };
    for (const [name, bytes] of Object.entries(damages)) {
      const damaged = join(folder, 'damaged.mdb');
      writeFileSync(damaged, bytes);
      t.type(checkLmdb(damaged), 'string', name);
    }
  }
});

/** Opens each database, reads all of it, and writes to it. */
const READER = `
const { open } = require('lmdb');
const { readFileSync } = require('node:fs');
for (const path of process.argv.slice(1)) {
  const root = open({ path, noSubdir: false, encoding: 'binary', keyEncoding: 'binary', maxDbs: 12 });
  const databases = path.includes('named') ? ['groups', 'state'].map(one => root.openDB(one, { encoding: 'binary' })) : [root];
  for (const database of databases) for (const { value } of database.getRange()) value?.at(-1);
  root.transactionSync(() => {
    for (let n = 0; n < 300; n++) databases[n % databases.length].putSync(Buffer.from('key ' + n), Buffer.alloc(n * 20));
  });
}
`;

t.test('what is not refused can be opened, read and written to', async t => {
  const accepted: string[] = [];
  let refused = 0;
  const damage = fc.record({
    store: fc.constantFrom(...stores),
    place: fc.nat(1e9),
    bits: fc.array(fc.nat(255), { minLength: 1, maxLength: 60 }),
  });
  for (const [n, { store, place, bits }] of fc.sample(damage, { seed, numRuns: 400 }).entries()) {
    const bytes = readFileSync(store);
    const at = place % bytes.length;
    // Structure stands mostly at the beginning of pages.
    const from = n % 4 === 0 ? at : at - (at % 4096) + (at % 80);
    if (bits.length < 20) bytes[from]! ^= 1 << (bits[0]! & 7);
    else bytes.set(bits.slice(0, bytes.length - from), from);
    const dir = join(folder, `${store === stores[0] ? 'named' : 'plain'}-${n}`);
    mkdirSync(dir);
    writeFileSync(join(dir, 'data.mdb'), bytes);
    if (checkLmdb(join(dir, 'data.mdb')) === undefined) accepted.push(dir);
    else refused++;
  }
  t.ok(refused > 20, `${refused} were refused`);
  execFileSync(process.execPath, ['-e', READER, ...accepted]);
  t.ok(accepted.length > 50, `${accepted.length} were read`);
});
