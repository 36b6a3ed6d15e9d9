import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { Problem } from '../../src/errors/problem.js';
import { isVerified, loadSnapshot, readManifest, verifyAll, verifySnapshot } from '../../src/snapshot/index.js';
import { catalogs } from '../pages/random-catalog.js';
import { Builder, type Shop } from '../pages/shop.js';

const seed = 20260901;

/** A built snapshot in a folder that tests may damage. */
function snapshot(): { dataDir: string; id: string; files: string[] } {
  const builder = new Builder(t);
  const [catalog] = fc.sample(catalogs(4), { seed, numRuns: 1 });
  const shop: Shop = builder.open(catalog!);
  shop.close();
  const { dataDir, id, manifest } = shop.shared;
  return { dataDir, id, files: manifest.files.map(({ file }) => file) };
}

const { dataDir, id, files } = snapshot();
const manifest = path.join(dataDir, 'snapshots', `${id}.json`);
const cards = files.filter(file => file.endsWith('.data'));
const parts = files.filter(file => file.endsWith('.part'));

/** Runs `check` while a file is other than it was written. */
async function damaged(file: string, change: (bytes: Buffer) => Buffer, check: () => Promise<void>): Promise<void> {
  const sound = fs.readFileSync(file);
  fs.writeFileSync(file, change(Buffer.from(sound)));
  try {
    await check();
  } finally {
    fs.writeFileSync(file, sound);
  }
}

const truncate = (share: number) => (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length * share));
const flip = (share: number, bit: number) => (bytes: Buffer) => {
  bytes[Math.min(bytes.length - 1, Math.floor(bytes.length * share))]! ^= 1 << bit;
  return bytes;
};

/** Fails unless loading is refused with a problem whose message names `name`. */
async function assertRefused(name: string, how: string): Promise<void> {
  try {
    await verifyAll(await loadSnapshot(dataDir, id));
  } catch (error) {
    if (error instanceof Problem && error.error === 'INTERNAL' && error.message.includes(name)) return;
    throw new Error(`${name} ${how}: refused with ${error}, which is no problem that names it`);
  }
  throw new Error(`${name} ${how}: loaded all the same`);
}

function assertFound(name: string, how: string): void {
  const { ok, problems } = verifySnapshot(dataDir, id);
  if (ok || !problems.some(problem => problem.includes(name))) {
    throw new Error(`${name} ${how}: verify says ${JSON.stringify({ ok, problems })}`);
  }
}

const shares = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const bits = fc.nat(7);

t.test('a sound snapshot loads and verifies', async t => {
  const { parts: loaded } = await loadSnapshot(dataDir, id);
  // No query reads the vocabulary.
  t.strictSame([...loaded.keys()].sort(), parts.filter(file => !file.startsWith('vocabulary')).sort());
  t.strictSame(verifySnapshot(dataDir, id), { ok: true, problems: [] });
});

t.test('verify names a part or card file that is cut or has one wrong bit', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...files), shares, bits, async (name, share, bit) => {
      const file = path.join(dataDir, 'parts', name);
      await damaged(file, truncate(share), async () => assertFound(name, `cut at ${share}`));
      await damaged(file, flip(share, bit), async () => assertFound(name, `with a wrong bit ${bit} at ${share}`));
    }),
    { seed, numRuns: 100 },
  );
});

// Loading starts a thread each time: a few cases stand for the many above.
for (const [what, name] of [
  ['part', parts[1]!],
  ['card file', cards[0]!],
] as const) {
  const file = path.join(dataDir, 'parts', name);
  t.test(`a ${what} that is cut is refused by name`, async () => {
    await damaged(file, truncate(0.6), () => assertRefused(name, 'cut'));
  });

  t.test(`a ${what} with one wrong bit is refused by name`, async () => {
    await damaged(file, flip(0.4, 3), () => assertRefused(name, 'with a wrong bit'));
  });
}

t.test('a file that is missing is refused by name', async () => {
  for (const name of [parts[0]!, cards[0]!]) {
    const file = path.join(dataDir, 'parts', name);
    const sound = fs.readFileSync(file);
    fs.rmSync(file);
    assertFound(name, 'missing');
    await assertRefused(name, 'missing').finally(() => fs.writeFileSync(file, sound));
  }
});

t.test('a manifest that is cut or has one wrong bit is refused by the id of its snapshot', async () => {
  await fc.assert(
    fc.asyncProperty(shares, bits, async (share, bit) => {
      for (const change of [truncate(share), flip(share, bit)]) {
        await damaged(manifest, change, async () => {
          assertFound(id, `damaged at ${share}`);
          await assertRefused(id, `damaged at ${share}`);
        });
      }
    }),
    { seed, numRuns: 60 },
  );
});

t.test('a manifest without its members is refused by the id of its snapshot', async () => {
  for (const text of ['{}', 'null', '[]', '1', '"manifest"', '{"lanifest":{},"sha256":""}']) {
    await damaged(
      manifest,
      () => Buffer.from(text),
      async () => {
        assertFound(id, text);
        await assertRefused(id, text);
      },
    );
  }
});

t.test('ids that are none, and snapshots that are not there, are named', async t => {
  t.throws(() => readManifest(dataDir, '../current'), { error: 'BAD_REQUEST', message: /^id: "\.\.\/current"/ });
  t.throws(() => readManifest(dataDir, '00000009-00000000'), { error: 'NOT_FOUND', message: /00000009-00000000/ });
});

t.test('what a start has read counts as verified once it is', async t => {
  t.ok(isVerified(await loadSnapshot(dataDir, id)));
  const start = await loadSnapshot(dataDir, id, undefined, false);
  t.notOk(isVerified(start));
  await verifyAll(start);
  t.ok(isVerified(start));
});
