/**
 * What a comparison begins with, in one folder: our data folder `ours`, filled by a daemon, and beside it documents,
 * fields and requests that other engines read.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { searchTexts } from '../catalogs/search-texts.js';
import { Daemon } from '../harness/daemon.js';
import { openAnnounced } from '../harness/own-pages.js';
import { cpuSeconds } from '../harness/processes.js';
import { writeDocuments } from './documents.js';
import { FACETS, writeFields } from './fields.js';
import { KIND_NAMES, parametersOf, writeRequests } from './requests.js';
import { cardsOf, pagesWith } from './shop.js';
import { OURS } from './side.js';
import type { Indexed } from './turn.js';

/** Import and build into an empty folder, as a shop has it. */
export async function timedImport(dataDir: string, catalog: string): Promise<Indexed> {
  rmSync(dataDir, { recursive: true, force: true });
  const daemon = await Daemon.start(dataDir, 0);
  try {
    const ingestPid = await daemon.ingestPid();
    const cpu = cpuSeconds(ingestPid);
    const started = performance.now();
    await daemon.importCatalog(catalog, 'PUT');
    const seconds = (performance.now() - started) / 1000;
    return { seconds, cpuSeconds: cpuSeconds(ingestPid) - cpu };
  } finally {
    await daemon.stop();
  }
}

/** Documents and fields of what was imported. @returns how many products there are */
export async function writeInputs(folder: string, catalog: string): Promise<number> {
  const pages = pagesWith(FACETS, await openAnnounced(join(folder, OURS)));
  writeFields(folder);
  const count = await writeDocuments(folder, catalog, keys => cardsOf(pages, keys));
  pages.close();
  return count;
}

/** Requests of every kind, with texts of a catalog. */
export async function writeRequestsOf(folder: string, catalog: string): Promise<void> {
  const texts = await searchTexts(catalog);
  for (const kind of KIND_NAMES) writeRequests(folder, kind, parametersOf(kind, texts));
}
