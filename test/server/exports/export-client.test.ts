/** The export thread and process over a catalog store of its own: what holds it back, what ends it, and what it takes of memory. */
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { open } from 'lmdb';
import t from 'tap';
import { CatalogStore } from '../../../src/catalog/catalog-store.js';
import { encodeRecord } from '../../../src/catalog/record-codec.js';
import type { ProductGroup } from '../../../src/catalog/records.js';
import { OLDEST_FORMAT } from '../../../src/catalog/store-state.js';
import { ExportClient, MAX_EXPORTS, type RunningExport } from '../../../src/server/exports/export-client.js';
import { type ExportOrder, PIECES_AHEAD } from '../../../src/server/exports/export-messages.js';
import { PIECE_BYTES } from '../../../src/server/exports/pieces.js';
import { childrenOf } from '../../contract/processes.js';
import { testFolder } from '../../folder.js';
import { within } from '../../within.js';

const THREAD = fileURLToPath(new URL('../../../bundle/server/exports/export-thread.js', import.meta.url));
const CATALOG: ExportOrder = { kind: 'catalog' };

interface Test {
  teardown(fn: () => unknown): void;
}

function group(key: string, description = ''): ProductGroup {
  const defaults = { title: `Product ${key}`, url: `/p/${key}`, description };
  const variants = { [`${key}-v`]: { defaults: { listPrice: 10, stock: 1 } } };
  return { products: { [`${key}-p`]: { markets: ['se'], defaults, variants } } };
}

/** A store of so many groups, closed again. @param bytes of text in each */
async function fill(dataDir: string, groups: number, bytes: number): Promise<void> {
  const store = CatalogStore.open(join(dataDir, 'catalog'));
  store.transaction(() => {
    for (let i = 0; i < groups; i++) {
      const key = `g${String(i).padStart(6, '0')}`;
      store.putGroup(key, group(key, 'x'.repeat(bytes)));
    }
  });
  await store.flushed();
  await store.close();
}

function openExports(t: Test, dataDir: string): ExportClient {
  const exports = new ExportClient(THREAD, dataDir, error => {
    throw error;
  });
  t.teardown(() => exports.close());
  exports.storeReady();
  return exports;
}

/** Takes an export only when the test says so. */
class Taker {
  readonly pieces: Uint8Array[] = [];
  readonly over: Promise<Error | undefined>;
  readonly running: RunningExport;
  /** Called with the number of pieces so far. */
  onPiece: (count: number) => void = () => {};

  constructor(exports: ExportClient, order: ExportOrder, gzip = false) {
    let settle!: (error?: Error) => void;
    this.over = new Promise(resolve => {
      settle = resolve;
    });
    this.running = exports.start(order, gzip, {
      piece: bytes => {
        this.pieces.push(bytes);
        this.onPiece(this.pieces.length);
      },
      end: () => settle(),
      failed: settle,
    });
  }

  /** Takes everything. */
  async all(): Promise<Buffer> {
    this.onPiece = () => this.running.more(1);
    this.running.more(this.pieces.length);
    const error = await within('the whole export', this.over);
    if (error) throw error;
    return Buffer.concat(this.pieces);
  }

  async until(count: number): Promise<void> {
    if (this.pieces.length >= count) return;
    await within(
      `${count} pieces`,
      new Promise<void>(resolve => {
        this.onPiece = so => so >= count && resolve();
      }),
    );
  }
}

const lines = (bytes: Buffer) => bytes.toString('utf8').split('\n').slice(0, -1);

t.test('with a catalog of some size', async t => {
  const dataDir = testFolder(t);
  await fill(dataDir, 2000, 1000);
  const exports = openExports(t, dataDir);

  t.test('the catalog comes whole, in the order of keys, compressed or not', async t => {
    const plain = await new Taker(exports, CATALOG).all();
    const compressed = await new Taker(exports, CATALOG, true).all();
    t.ok(gunzipSync(compressed).equals(plain));
    const records = lines(plain).map(line => JSON.parse(line) as { replace: { key: string; productGroup: unknown } });
    t.equal(records.length, 2000);
    t.same(records[7], { replace: { key: 'g000007', productGroup: group('g000007', 'x'.repeat(1000)) } });
    t.same(
      records.map(({ replace }) => replace.key),
      records.map(({ replace }) => replace.key).sort(),
    );
  });

  t.test('a client that takes nothing is sent a few pieces ahead, and others are served meanwhile', async t => {
    const slow = new Taker(exports, CATALOG);
    await slow.until(PIECES_AHEAD);
    const whole = await new Taker(exports, CATALOG).all();
    t.equal(slow.pieces.length, PIECES_AHEAD);
    t.ok(slow.pieces.every(piece => piece.length >= PIECE_BYTES && piece.length < 3 * PIECE_BYTES));
    slow.running.more(1);
    await slow.until(PIECES_AHEAD + 1);
    await new Taker(exports, { kind: 'templates' }).all();
    t.equal(slow.pieces.length, PIECES_AHEAD + 1);
    t.ok((await slow.all()).equals(whole));
  });

  t.test('so many at once and no more; one that is stopped makes room', async t => {
    const takers = Array.from({ length: MAX_EXPORTS }, () => new Taker(exports, CATALOG));
    t.throws(() => new Taker(exports, CATALOG), { name: 'Problem', code: 'exports_busy' });
    takers[0]!.running.stop();
    takers[0]!.running.stop();
    takers[0]!.running.more(1);
    const next = new Taker(exports, { kind: 'product-sets' });
    t.equal((await next.all()).toString(), '{}');
    for (const taker of takers.slice(1)) t.equal(lines(await taker.all()).length, 2000);
  });

  t.test('refusals come before anything is sent', async t => {
    const unknown: [ExportOrder, RegExp][] = [
      [{ kind: 'product-groups', market: 'xx', limit: 1, rules: [] }, /^market: "xx".*known: se$/],
      [{ kind: 'pages', market: 'xx', filter: 'PUBLISHED_ONLY' }, /^market: "xx"/],
      [{ kind: 'navigation', market: 'se', locale: 'swedish', includeAppNodes: false }, /^locale: "swedish"/],
    ];
    for (const [order, message] of unknown) {
      const taker = new Taker(exports, order);
      t.match(await taker.over, { error: 'BAD_REQUEST', message });
      t.equal(taker.pieces.length, 0);
    }
  });

  t.test('rules want a live snapshot', async t => {
    const condition = { kind: 'values' as const, values: ['x'] };
    const rules = [{ restrictions: [{ exclude: false, attribute: 'brand', condition }] }];
    const taker = new Taker(exports, { kind: 'product-groups', market: 'se', limit: 1, rules });
    t.match(await taker.over, { error: 'UNAVAILABLE', message: /no snapshot is live/ });
  });
});

t.test('what is committed during an export is not in it, and is in the next', async t => {
  const dataDir = testFolder(t);
  await fill(dataDir, 2000, 1000);
  // In one process the one that writes has to be opened first.
  const store = CatalogStore.open(join(dataDir, 'catalog'));
  t.teardown(() => store.close());
  const exports = openExports(t, dataDir);
  const before = await new Taker(exports, CATALOG).all();
  const taker = new Taker(exports, CATALOG);
  await taker.until(PIECES_AHEAD);
  store.transaction(() => {
    for (const key of store.groupKeys()) store.removeGroup(key);
    store.putGroup('z', group('z'));
  });
  await store.flushed();
  const during = new Taker(exports, CATALOG);
  t.ok((await taker.all()).equals(before));
  t.match(lines(await during.all()), [/^\{"replace":\{"key":"z",/]);
});

t.test('while nothing has been imported', async t => {
  const dataDir = testFolder(t);
  const exports = new ExportClient(THREAD, dataDir, () => {});
  t.teardown(() => exports.close());
  t.throws(() => new Taker(exports, CATALOG), { error: 'UNAVAILABLE', message: /is being opened/ });
  const store = CatalogStore.open(join(dataDir, 'catalog'));
  t.teardown(() => store.close());
  exports.storeReady();
  t.equal((await new Taker(exports, CATALOG).all()).length, 0);
  t.equal(gunzipSync(await new Taker(exports, CATALOG, true).all()).length, 0);
  t.equal((await new Taker(exports, { kind: 'configuration' }).all()).toString(), '{"markets":{}}');
  const groups = new Taker(exports, { kind: 'product-groups', market: 'se', limit: 1, rules: [] });
  t.match(await groups.over, { error: 'BAD_REQUEST', message: /it has none yet/ });
});

t.test('what an older version wrote is not read', async t => {
  const dataDir = testFolder(t);
  await fill(dataDir, 1, 1);
  const root = open<unknown, string>({ path: join(dataDir, 'catalog'), noSubdir: false, maxDbs: 12 });
  const state = root.openDB<Buffer, string>('state', { encoding: 'binary' });
  await state.put('format', encodeRecord(OLDEST_FORMAT - 1));
  await state.remove('checked-format');
  await root.close();
  const exports = openExports(t, dataDir);
  for (const order of [CATALOG, { kind: 'templates' } as const]) {
    t.match(await new Taker(exports, order).over, { error: 'UNAVAILABLE', message: /older version.*\(PUT\)/ });
  }
});

t.test(
  'a damaged store is refused, and told of, before it is opened and after; the next export reads a sound one',
  async t => {
    const dataDir = testFolder(t);
    await fill(dataDir, 500, 500);
    const file = join(dataDir, 'catalog', 'data.mdb');
    const sound = readFileSync(file);
    let damages = 0;
    const exports = new ExportClient(
      THREAD,
      dataDir,
      error => t.fail(String(error)),
      () => damages++,
    );
    t.teardown(() => exports.close());
    exports.storeReady();
    const whole = (await new Taker(exports, CATALOG).all()).toString();
    const refused = { error: 'UNAVAILABLE', code: 'catalog_damaged', message: /the catalog store is damaged \(/ };
    for (const bytes of [sound.subarray(0, sound.length / 2), Buffer.alloc(sound.length), Buffer.from('damaged')]) {
      writeFileSync(file, bytes);
      t.match(await new Taker(exports, CATALOG).over, refused);
      writeFileSync(file, sound);
      t.equal((await new Taker(exports, CATALOG).all()).toString(), whole);
    }
    const bytes = Buffer.from(sound);
    bytes[bytes.lastIndexOf('g000499') + 20]! ^= 1;
    writeFileSync(file, bytes);
    t.match(await new Taker(exports, CATALOG).over, refused);
    t.equal(damages, 4);
  },
);

t.test('a process that dies while it reads fails its exports alone, and the next export has another one', async t => {
  const dataDir = testFolder(t);
  await fill(dataDir, 2000, 1000);
  const file = join(dataDir, 'catalog', 'data.mdb');
  const sound = readFileSync(file);
  const failures: unknown[] = [];
  const damages: unknown[] = [];
  const exports = new ExportClient(
    THREAD,
    dataDir,
    error => failures.push(error),
    error => damages.push(error),
  );
  t.teardown(() => exports.close());
  exports.storeReady();
  const whole = await new Taker(exports, CATALOG).all();

  const cut = new Taker(exports, CATALOG);
  await cut.until(PIECES_AHEAD);
  truncateSync(file, 8192);
  t.match(await cut.all().catch(error => error), { code: 'catalog_damaged', message: /ended \(SIG/ });
  t.equal(damages.length, 1);
  writeFileSync(file, sound);
  t.ok((await new Taker(exports, CATALOG).all()).equals(whole));

  const killed = new Taker(exports, CATALOG);
  await killed.until(PIECES_AHEAD);
  const [reader, ...others] = childrenOf(process.pid);
  t.same(others, []);
  process.kill(reader!, 'SIGKILL');
  t.match(await killed.over, { error: 'UNAVAILABLE', code: 'export_aborted' });
  t.equal(failures.length, 1);
  t.ok((await new Taker(exports, CATALOG).all()).equals(whole));
  t.equal(damages.length, 1);
});

t.test('a closed client ends what is under way and takes nothing more', async t => {
  const dataDir = testFolder(t);
  await fill(dataDir, 2000, 1000);
  const exports = openExports(t, dataDir);
  const takers = [new Taker(exports, CATALOG), new Taker(exports, CATALOG, true)];
  await takers[0]!.until(1);
  await exports.close();
  for (const taker of takers) t.match(await taker.over, { error: 'UNAVAILABLE', message: /shutting down/ });
  t.throws(() => new Taker(exports, CATALOG), { name: 'Problem', code: 'shutting_down' });
});

const skip = process.platform !== 'linux' && 'memory without mapped files is told by Linux alone';
t.test('a large catalog takes no more memory than a piece of it', { skip }, async t => {
  const dataDir = testFolder(t);
  await fill(dataDir, 20_000, 6000);
  const exports = openExports(t, dataDir);
  let bytes = 0;
  let peak = 0;
  for (const warm of [true, false]) {
    const before = anonymousBytes();
    bytes = 0;
    peak = 0;
    await new Promise<void>((resolve, reject) => {
      const running = exports.start(CATALOG, false, {
        piece: piece => {
          bytes += piece.length;
          peak = Math.max(peak, anonymousBytes() - before);
          running.more(1);
        },
        end: resolve,
        failed: reject,
      });
    });
    if (!warm) t.comment(`${bytes >> 20} MiB were exported with ${peak >> 20} MiB of memory`);
  }
  t.ok(bytes > 120_000_000);
  t.ok(peak < 64_000_000);
});

/** Resident memory that is no part of a mapped file. */
function anonymousBytes(): number {
  const [, kilobytes] = /RssAnon:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))!;
  return Number(kilobytes) * 1024;
}

t.test('an export whose thread dies fails, and the next one has a new thread', async t => {
  const ends: [string, RegExp][] = [
    ['process.exit(5)', /^the export thread ended with exit code 5$/],
    ['throw new Error("no store")', /^the export thread ended with an exception: no store$/],
  ];
  for (const [end, message] of ends) {
    const script = `import { parentPort } from 'node:worker_threads'; parentPort.once('message', () => { ${end} });`;
    const deaths: unknown[] = [];
    const thread = new URL(`data:text/javascript,${encodeURIComponent(script)}`);
    const exports = new ExportClient(thread, '/nowhere', error => deaths.push(error));
    t.teardown(() => exports.close());
    exports.storeReady();
    for (let i = 1; i <= MAX_EXPORTS + 1; i++) {
      const takers = [new Taker(exports, CATALOG), new Taker(exports, CATALOG)];
      for (const { over } of takers) t.match(await within('a failure', over), { name: 'ThreadDeath', message });
      t.match(deaths.at(-1), { message }, 'each death is told');
      t.equal(deaths.length, i);
    }
  }
});

t.test('a thread that cannot be started fails its exports, and they make room for others', async t => {
  const exports = new ExportClient('nowhere.js', '/nowhere', () => undefined);
  t.teardown(() => exports.close());
  exports.storeReady();
  for (let i = 0; i < MAX_EXPORTS + 1; i++) {
    t.match(await within('a failure', new Taker(exports, CATALOG).over), {
      message: /^the export thread could not start/,
    });
  }
});
