/**
 * The export thread: reads the catalog store, formats and optionally compresses the export, and sends it in pieces,
 * each when the main thread allows it. Several exports run at once, each with a read transaction of its own.
 *
 * LMDB maps the store into the memory of the daemon, which a damaged one could end: so it is open while exports run
 * alone, and each begins with an inspection of the file where it has changed since the last one.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { workerData } from 'node:worker_threads';
import { constants, createGzip } from 'node:zlib';
import type { CatalogReader } from '../../catalog/catalog-reader.js';
import { CatalogStore } from '../../catalog/catalog-store.js';
import { inspectStore } from '../../catalog/inspect-store.js';
import { Problem } from '../../errors/problem.js';
import { RequestServer } from '../../threads/request-server.js';
import { catalogLines } from './catalog-export.js';
import { siteDocument } from './document-exports.js';
import type { ExportOrder, ExportProtocol } from './export-messages.js';
import { Flow } from './flow-control.js';
import { collectPieces, encodePieces, PIECE_BYTES } from './pieces.js';
import { productGroupsDocument } from './product-group-export.js';

const { dataDir } = workerData as { dataDir: string };
const folder = join(dataDir, 'catalog');
const file = join(folder, 'data.mdb');
const server = new RequestServer<ExportProtocol>();
const running = new Map<number, Flow>();
let opened: CatalogStore | undefined;
/** What tells the file from itself after a change. */
let inspected: string | undefined;
const MOST_INSPECTIONS = 5;

server.serve({ export: ({ id, order, gzip }) => run(id, order, gzip) }, message => {
  const flow = running.get(message.id);
  if (message.type === 'more') flow?.allow(message.pieces);
  else flow?.stop();
});

/** Resolves when the last piece has been sent, or the export was stopped. */
async function run(id: number, order: ExportOrder, gzip: boolean): Promise<void> {
  const flow = new Flow();
  running.set(id, flow);
  let reading: CatalogReader | undefined;
  let texts: Generator<string> | undefined;
  try {
    const store = openStore();
    reading = store.openReader();
    texts = write(store, reading, order);
    await send(id, flow, texts, gzip);
  } catch (error) {
    if (!flow.stopped) throw error;
  } finally {
    running.delete(id);
    texts?.return(undefined);
    reading?.close();
    if (running.size === 0) await closeStore();
  }
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

function* write(store: CatalogStore, reading: CatalogReader, order: ExportOrder): Generator<string> {
  if (order.kind === 'catalog') yield* catalogLines(reading);
  else if (order.kind === 'product-groups') yield* productGroupsDocument(store, reading, order);
  else yield JSON.stringify(siteDocument(store, order));
}

/** @throws Stopped, and what the generator of the texts throws */
async function send(id: number, flow: Flow, texts: Iterable<string>, gzip: boolean): Promise<void> {
  const deliver = async (chunks: AsyncIterable<Buffer>): Promise<void> => {
    for await (const bytes of collectPieces(chunks)) {
      await flow.next();
      server.tell({ id, piece: bytes }, [bytes.buffer as ArrayBuffer]);
    }
  };
  const source = Readable.from(encodePieces(texts), { objectMode: false, highWaterMark: PIECE_BYTES });
  const { signal } = flow;
  if (!gzip) return pipeline(source, deliver, { signal });
  const compressor = createGzip({ level: constants.Z_BEST_SPEED, chunkSize: PIECE_BYTES });
  return pipeline(source, compressor, deliver, { signal });
}
