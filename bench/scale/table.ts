/** Sizes side by side, a row for each figure. */
import { QUERY_KINDS } from '../catalogs/requests.js';
import { whole } from '../harness/figures.js';
import { markdownTable } from '../harness/markdown.js';
import type { Size } from './results.js';

const MB = 1e6;

export function sizeTable(sizes: readonly Size[]): string {
  const row = (what: string, cell: (size: Size) => string) => [what, ...sizes.map(cell)];
  const queries = (where: 'thread' | 'load', label: string) =>
    QUERY_KINDS.flatMap(kind => [
      row(`${kind}, ${label}`, size => `${whole(size[where][kind].perSecond)}/s`),
      row('p50, p99 in ms', size => `${size[where][kind].p50.toFixed(2)}, ${size[where][kind].p99.toFixed(2)}`),
      row('CPU µs a query', size => whole(size[where][kind].cpuMicros)),
    ]);
  return markdownTable([
    row('products', size => whole(size.products)),
    row('import', size => `${size.import.seconds.toFixed(1)} s`),
    row('CPU of the import', size => `${size.import.cpu.toFixed(1)} s`),
    row('most memory of the ingest process', size => `${whole(size.import.own)} MB`),
    row('memory while serving, all processes', size => `${whole(size.memoryMb.own)} MB`),
    row('with mapped files', size => `${whole(size.memoryMb.resident)} MB`),
    row('index without cards, a product and view', size => `${whole(size.bytes.indexPerItem)} bytes`),
    row('cards, a product and view', size => `${whole(size.bytes.perItem['card files'])} bytes`),
    row('index on disk, what views share once', size => `${whole(size.bytes.index / MB)} MB`),
    row('card files on disk', size => `${whole(size.bytes.cards / MB)} MB`),
    row('start to first answer', size => `${size.start.answered.toFixed(2)} s`),
    row('CPU of the start', size => `${size.start.cpu.toFixed(2)} s`),
    ...queries('thread', 'one query thread'),
    ...queries('load', 'daemon under load'),
  ]);
}
