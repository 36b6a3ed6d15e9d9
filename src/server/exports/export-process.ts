/**
 * The export process: `node export-process.js DATA_DIR`, forked by the export thread with an IPC channel. It reads the
 * catalog store, formats and optionally compresses exports, and sends them in pieces, each when the daemon allows it.
 * Several exports run at once, each with a read transaction of its own.
 *
 * LMDB maps the store into memory, and a file that is damaged, or cut short meanwhile, can end the process that reads it:
 * so that is none with anything else to do. Each export begins with an inspection of the file where it has changed since
 * the last one.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import type { CatalogReader } from '../../catalog/catalog-reader.js';
import { CatalogStore } from '../../catalog/catalog-store.js';
import { inspectStore } from '../../catalog/inspect-store.js';
import { Problem } from '../../errors/problem.js';
import { asFailure } from '../../threads/failure.js';
import { catalogLines } from './catalog-export.js';
import { siteDocument } from './document-exports.js';
import type { FromExportProcess, StoreOrder, ToExportProcess } from './export-messages.js';
import { Flow } from './flow-control.js';
import { collectPieces, encodePieces, PIECE_BYTES } from './pieces.js';
import { productGroupsDocument } from './product-group-export.js';

const [, , dataDir] = process.argv;
if (dataDir === undefined || !process.send) {
  process.stderr.write('the export process is started by the daemon: export-process.js DATA_DIR\n');
  process.exit(2);
}
const folder = join(dataDir, 'catalog');
const file = join(folder, 'data.mdb');
const running = new Map<number, Flow>();
let opened: CatalogStore | undefined;
/** What tells the file from itself after a change. */
let inspected: string | undefined;
const MOST_INSPECTIONS = 5;

// A terminal sends Ctrl-C to all processes of a group; the daemon decides when this one stops.
process.on('SIGINT', () => {});
process.on('disconnect', () => process.exit());
process.on('message', (message: ToExportProcess) => {
  const flow = running.get(message.id);
  if (message.type === 'more') flow?.allow(message.pieces);
  else if (message.type === 'stop') flow?.stop();
  else void run(message);
});

/** Reports the end when the last piece has been sent, or the export was stopped. Never rejects. */
async function run({ id, order, gzip }: ToExportProcess & { type: 'export' }): Promise<void> {
  const flow = new Flow();
  running.set(id, flow);
  let failure: unknown;
  try {
    await write(id, flow, order, gzip);
  } catch (error) {
    if (!flow.stopped) failure = error;
  } finally {
    running.delete(id);
    if (running.size === 0) await closeStore();
  }
  tell(failure === undefined ? { type: 'end', id } : { type: 'failed', id, failure: asFailure(failure) });
}

/** @throws Stopped, Problem */
async function write(id: number, flow: Flow, order: StoreOrder, gzip: boolean): Promise<void> {
  const store = openStore();
  const reading = store.openReader();
  const texts = textsOf(store, reading, order);
  try {
    await send(id, flow, texts, gzip);
  } finally {
    texts.return(undefined);
    reading.close();
  }
}

function tell(message: FromExportProcess): void {
  // Where the channel is broken, the daemon has gone, and this process ends too.
  process.send?.(message, undefined, undefined, () => undefined);
}

/** @throws Problem UNAVAILABLE where there is no readable store */
function openStore(): CatalogStore {
  requireSound();
  opened ??= CatalogStore.open(folder, { readOnly: true });
  opened.refresh();
  if (opened.needsFullImport) {
    const message = 'an older version wrote the catalog, or its store was damaged; import it in full (PUT) first';
    throw new Problem('storage_unavailable', message);
  }
  return opened;
}

async function closeStore(): Promise<void> {
  const store = opened;
  opened = undefined;
  await store?.close();
}

/** @throws Problem catalog_damaged */
function requireSound(): void {
  for (let attempt = 1; ; attempt++) {
    const before = stampOf();
    if (before === '' || before === inspected) return;
    const found = inspectStore(file);
    if (found.state === 'sound') {
      inspected = before;
      return;
    }
    // An import may have written to pages that were being read.
    if (stampOf() === before || attempt === MOST_INSPECTIONS) {
      throw damaged(found.state === 'damaged' ? found.fault : 'its file is missing');
    }
  }
}

/** Empty where nothing was ever stored. */
function stampOf(): string {
  const found = statSync(file, { throwIfNoEntry: false, bigint: true });
  return found?.size ? `${found.ino}.${found.size}.${found.mtimeNs}` : '';
}

function damaged(fault: string): Problem {
  return new Problem('catalog_damaged', `the catalog store is damaged (${fault}); try again in a moment`);
}

function* textsOf(store: CatalogStore, reading: CatalogReader, order: StoreOrder): Generator<string> {
  if (order.kind === 'catalog') yield* catalogLines(reading);
  else if (order.kind === 'product-groups') yield* productGroupsDocument(store, reading, order);
  else yield JSON.stringify(siteDocument(store, order));
}

/** @throws Stopped, and what the generator of the texts throws */
async function send(id: number, flow: Flow, texts: Iterable<string>, gzip: boolean): Promise<void> {
  const deliver = async (chunks: AsyncIterable<Buffer>): Promise<void> => {
    for await (const bytes of collectPieces(chunks)) {
      await flow.next();
      tell({ type: 'piece', id, piece: bytes });
    }
  };
  const source = Readable.from(encodePieces(texts), { objectMode: false, highWaterMark: PIECE_BYTES });
  const { signal } = flow;
  if (!gzip) return pipeline(source, deliver, { signal });
  const compressor = createGzip({ level: constants.Z_BEST_SPEED, chunkSize: PIECE_BYTES });
  return pipeline(source, compressor, deliver, { signal });
}
