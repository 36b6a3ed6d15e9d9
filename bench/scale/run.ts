/**
 * `npm run bench -- scale`: what becomes of import, memory, disk, start and queries as a catalog grows. Figures go to
 * scale.json, from which plot.ts draws scale.svg.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DISTINCT } from '../catalogs/search-texts.js';
import { readOptions, wholeNumber } from '../harness/command-line.js';
import { whole } from '../harness/figures.js';
import { CONNECTIONS } from '../harness/load-generator.js';
import { circumstances, publish } from '../harness/markdown.js';
import { temporaryFolder } from '../harness/temporary-folder.js';
import { measureSize, STARTS } from './measure-size.js';
import { writePlot } from './plot.js';
import { readResults, type Size, writeResults } from './results.js';
import { sizeTable } from './table.js';

const USAGE = `npm run bench -- scale [options]
  --products A,B   products of the invented catalogs (default 10000,100000,1000000)
  --seconds N      length of each measurement of queries (default 8)
  --write          put the table into bench/README.md, the figures into scale/scale.json and the plot into
                   scale/scale.svg
  --redraw         only draw scale/scale.svg anew from scale/scale.json`;

const OPTIONS = {
  products: { type: 'string', default: '10000,100000,1000000' },
  seconds: { type: 'string', default: '8' },
  write: { type: 'boolean', default: false },
  redraw: { type: 'boolean', default: false },
} as const;

/** @param args behind `scale` */
export async function benchScale(args: string[]): Promise<void> {
  const { products, seconds, write, redraw } = readOptions(
    USAGE,
    OPTIONS,
    values => ({
      products: values.products.split(',').map(text => wholeNumber('products', text, 100, 2_000_000)),
      seconds: wholeNumber('seconds', values.seconds, 1, 120),
      write: values.write,
      redraw: values.redraw,
    }),
    args,
  );
  if (redraw) {
    writePlot(readResults());
    return;
  }
  const folder = temporaryFolder();
  const sizes: Size[] = [];
  for (const count of products) {
    const place = join(folder, String(count));
    sizes.push(await measureSize(place, count, seconds));
    rmSync(place, { recursive: true, force: true });
    // The largest takes longest, and may be interrupted: what there is by then stands.
    if (write) publishSizes(sizes, seconds);
  }
  console.log(`\n${sizeTable(sizes)}`);
}

function publishSizes(sizes: Size[], seconds: number): void {
  const results = { circumstances: circumstances(), seconds, connections: CONNECTIONS, sizes };
  writeResults(results);
  writePlot(results);
  const conditions = `${results.circumstances}. ${CONNECTIONS} connections, ${seconds} s a measurement, ${whole(DISTINCT)} different search texts, nothing cached; starts are medians of ${STARTS}.`;
  const image = '![Throughput and latency over catalog size](scale/scale.svg)';
  publish('bench/README.md', `${conditions}\n\n${image}\n\n${sizeTable(sizes)}`, 'scale');
}
