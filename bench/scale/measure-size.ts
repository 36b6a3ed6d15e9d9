/** Measures one size: the invented catalog with two variants a product, imported into a daemon of its own. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { say } from '../../scripts/setup/say.mjs';
import { writeCatalog } from '../catalogs/catalog-file.js';
import { lines } from '../catalogs/invented-catalog.js';
import type { QueryKind } from '../catalogs/requests.js';
import { searchTexts } from '../catalogs/search-texts.js';
import { Daemon } from '../harness/daemon.js';
import { median, whole } from '../harness/figures.js';
import { load, streams, warmUp } from '../harness/load-generator.js';
import { cpuSeconds, type Memory, memory } from '../harness/processes.js';
import { timeImport } from '../lifecycle/import.js';
import { timeStarts } from '../lifecycle/start.js';
import { askThread } from '../load/query-thread.js';
import type { LoadFigures, Size } from './results.js';
import { snapshotBytes } from './snapshot-bytes.js';

const VARIANTS = 2;
/** Starts are medians of so many. */
export const STARTS = 5;

/**
 * @param folder for everything that it writes
 * @param seconds of each measurement of queries
 */
export async function measureSize(folder: string, products: number, seconds: number): Promise<Size> {
  const name = `${whole(products)} products`;
  const dataDir = join(folder, 'data');
  const file = `${folder}.jsonl.gz`;
  say(`${name}: writing the catalog`);
  const lineBytes = await writeCatalog(file, lines(products, VARIANTS));
  const texts = await searchTexts(file);
  const daemon = await Daemon.start(dataDir, 0);
  try {
    say(`${name}: importing`);
    const imported = await timeImport(daemon, file);
    await daemon.ready();
    say(`${name}: imported in ${imported.seconds.toFixed(1)} s, ${imported.cpu.toFixed(1)} s of CPU`);
    const loaded = {
      'search-page': await underLoad(daemon, 'search-page', texts, seconds),
      autocomplete: await underLoad(daemon, 'autocomplete', texts, seconds),
    };
    const serving = daemon.pids.map(memory);
    const sum = (of: keyof Memory) => serving.reduce((total, one) => total + one[of], 0);
    const memoryMb = { own: sum('own'), resident: sum('resident') };
    await daemon.stop();
    say(`${name}: query thread alone`);
    const thread = await aloneByKind(dataDir, file, seconds);
    const { ready, answered, cpu } = await timeStarts(dataDir, name, texts, STARTS);
    const start = { ready: median(ready) / 1000, answered: median(answered) / 1000, cpu: median(cpu) };
    say(`${name}: started in ${start.answered.toFixed(2)} s`);
    const bytes = snapshotBytes(dataDir);
    return { products, lineBytes, import: imported, memoryMb, bytes, start, thread, load: loaded };
  } finally {
    await daemon.stop();
    rmSync(file, { force: true });
  }
}

async function underLoad(
  daemon: Daemon,
  kind: QueryKind,
  texts: readonly string[],
  seconds: number,
): Promise<LoadFigures> {
  const sent = streams(kind, texts, false);
  await load(daemon.url, sent, warmUp(seconds));
  const before = cpuSeconds(daemon.pid);
  const { perSecond, p50, p99, requests, bytes, failed } = await load(daemon.url, sent, seconds);
  const cpuMicros = ((cpuSeconds(daemon.pid) - before) * 1e6) / requests;
  return { perSecond, p50, p99, cpuMicros, bytes, failed };
}

async function aloneByKind(dataDir: string, file: string, seconds: number): Promise<Size['thread']> {
  const measured = await askThread(dataDir, file, seconds);
  const of = (wanted: QueryKind) => {
    const { kind, ...figures } = measured.find(one => one.kind === wanted)!;
    return figures;
  };
  return { 'search-page': of('search-page'), autocomplete: of('autocomplete') };
}
