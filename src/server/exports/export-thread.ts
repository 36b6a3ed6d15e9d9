/**
 * The export thread: reads the catalog store, formats and optionally compresses the export, and sends it in pieces,
 * each when the main thread allows it. Several exports run at once, each with a read transaction of its own.
 */
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { workerData } from 'node:worker_threads';
import { constants, createGzip } from 'node:zlib';
import type { CatalogReader } from '../../catalog/catalog-reader.js';
import { CatalogStore } from '../../catalog/catalog-store.js';
import { Problem } from '../../errors/problem.js';
import { RequestServer } from '../../threads/request-server.js';
import { catalogLines } from './catalog-export.js';
import { siteDocument } from './document-exports.js';
import type { ExportOrder, ExportProtocol } from './export-messages.js';
import { Flow } from './flow-control.js';
import { collectPieces, encodePieces, PIECE_BYTES } from './pieces.js';
import { productGroupsDocument } from './product-group-export.js';

const { dataDir } = workerData as { dataDir: string };
const server = new RequestServer<ExportProtocol>();
const running = new Map<number, Flow>();
let opened: CatalogStore | undefined;

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
  }
}

/** @throws Problem UNAVAILABLE where there is no readable store */
function openStore(): CatalogStore {
  opened ??= CatalogStore.open(join(dataDir, 'catalog'), { readOnly: true });
  opened.refresh();
  if (opened.needsFullImport) {
    const message = 'an older version wrote the catalog, or its store was damaged; import it in full (PUT) first';
    throw new Problem('storage_unavailable', message);
  }
  return opened;
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
