/**
 * The export thread: finds the products that an export's rules select, in the snapshot that the daemon has in memory, and
 * passes the order to the export process, which alone opens the catalog store, and what comes back to the main thread.
 */
import { workerData } from 'node:worker_threads';
import { RequestServer } from '../../threads/request-server.js';
import type { ExportOrder, ExportProtocol, StoreOrder } from './export-messages.js';
import { ExportProcess } from './export-process-client.js';
import { selectedProducts } from './selected-products.js';

const { dataDir } = workerData as { dataDir: string };
const server = new RequestServer<ExportProtocol>();
const file = new URL('./export-process.js', import.meta.url);
const reader = new ExportProcess(file, dataDir, (id, piece) => {
  server.tell({ id, piece }, [piece.buffer as ArrayBuffer]);
});

server.serve({ export: ({ id, order, gzip }) => reader.run(id, storeOrder(order), gzip) }, message =>
  reader.tell(message),
);

/** @throws Problem UNAVAILABLE while rules cannot be evaluated */
function storeOrder(order: ExportOrder): StoreOrder {
  if (order.kind !== 'product-groups') return order;
  const { rules, snapshot, ...rest } = order;
  return rules.length === 0 ? rest : { ...rest, selected: selectedProducts(order) };
}
