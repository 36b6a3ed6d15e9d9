/** Look-ups in a file of LMDB by position: what the library finds, also while it writes, and with damage no end of the process. */
import { copyFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { open } from 'lmdb';
import t from 'tap';
import { LmdbLookup } from '../../src/kernel/lmdb-lookup.js';
import { Fault } from '../../src/kernel/lmdb-pages.js';
import { testFolder } from '../folder.js';

const seed = 20261123;
const KEYS = 3000;
const key = (n: number) => Buffer.from(`customer ${n} ${'x'.repeat(n % 60)}`);
const value = (n: number, round: number) => Buffer.alloc(n % 100 === 0 ? 3 * n + 1 : n % 90, round + n);

const dir = testFolder(t);
const file = join(dir, 'data.mdb');
const root = open<Buffer, Buffer>({
  path: dir,
  noSubdir: false,
  keyEncoding: 'binary',
  encoding: 'binary',
  overlappingSync: false,
  noMetaSync: true,
});
t.teardown(() => root.close());

function write(round: number, from: number, until: number): void {
  root.transactionSync(() => {
    for (let n = from; n < until; n++) {
      if ((n + round) % 7 === 0) root.removeSync(key(n));
      else root.putSync(key(n), value(n, round));
    }
  });
}

t.test('a store without a record has none; later each commit is seen by who has it open', async t => {
  const lookup = new LmdbLookup(file);
  t.teardown(() => lookup.close());
  t.equal(lookup.get(key(1)), undefined);
  for (let round = 0; round < 12; round++) {
    write(round, (round * 700) % KEYS, Math.min(KEYS, ((round * 700) % KEYS) + (round < 3 ? KEYS : 900)));
    const different: number[] = [];
    for (let n = 0; n <= KEYS; n++) {
      const found = lookup.get(key(n));
      const expected = root.getBinary(key(n));
      if (found === undefined || expected === undefined ? found !== expected : !found.equals(expected))
        different.push(n);
    }
    t.same(different, [], `round ${round}`);
  }
  for (const none of [Buffer.alloc(0), Buffer.of(0), Buffer.of(255)]) t.equal(lookup.get(none), undefined);
});

t.test('of a damaged file it finds what is right or throws', async t => {
  const bytes = readFileSync(file);
  const copy = join(testFolder(t), 'data.mdb');
  fc.assert(
    fc.property(
      fc.nat(KEYS),
      fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 400 }),
      (n, changes) => {
        const damaged = Buffer.from(bytes);
        for (const [at, byte] of changes) damaged[at] = byte;
        writeFileSync(copy, damaged);
        const lookup = new LmdbLookup(copy);
        try {
          lookup.get(key(n));
        } catch (error) {
          if (!(error instanceof Fault)) throw error;
        } finally {
          lookup.close();
        }
      },
    ),
    { seed, numRuns: 150 },
  );
  copyFileSync(file, copy);
  const lookup = new LmdbLookup(copy);
  t.teardown(() => lookup.close());
  truncateSync(copy, 3 * 4096);
  t.throws(() => lookup.get(key(5)), /the file ends before it/, 'cut short under it');
  truncateSync(copy, 0);
  t.throws(() => lookup.get(key(5)), /no two meta pages/);
});
