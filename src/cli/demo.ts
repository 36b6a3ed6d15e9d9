/**
 * Fills an empty data folder with a shop: a catalog, and beside it pages and navigation, through the public import interface like any shop would. A marker stands in
 * the folder until that has succeeded: a first start that was cut off is made up for by the next one, and a folder that
 * ever held another catalog is left alone.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { AdminClient } from './admin-client.js';
import { uploadCatalog } from './catalog-upload.js';
import { explainRefusal } from './refusal.js';
import { CommandFailure, describe } from './terminal/exit.js';
import { createProgress, progressStyle } from './terminal/progress.js';

const MARKER = 'demo-import-pending';
const CATALOG_NAME = /\.catalog\.jsonl\.gz$/;

/** Whether the folder is absent, empty, or waits for a demo import that was begun; it is then marked as waiting. */
export async function claimForDemo(dataDir: string): Promise<boolean> {
  await mkdir(dataDir, { recursive: true });
  const entries = await readdir(dataDir);
  if (entries.length > 0 && !entries.includes(MARKER)) return false;
  await writeFile(join(dataDir, MARKER), '');
  return true;
}

/** The bodies of imports by kind, in the order in which they are sent. */
type DemoSite = Record<'product-sets' | 'pages' | 'navigation', unknown[]>;

/**
 * Imports the catalog `file`, and the pages and navigation beside it where there are some, into the daemon at `url` and
 * takes the marker away.
 *
 * @throws CommandFailure when one of them is refused.
 */
export async function importDemo(url: string, key: string, dataDir: string, file: string): Promise<void> {
  const client = new AdminClient(url, key);
  const progress = createProgress(progressStyle(false));
  const options = { partial: false, force: true, validateOnly: false, name: 'demo' };
  const result = await uploadCatalog(client, file, options, progress);
  if (!result.ok) throw new CommandFailure(explainRefusal(file, result).join('\n'));
  const site = await readSite(file);
  for (const [kind, bodies] of Object.entries(site ?? {})) for (const body of bodies) await send(client, kind, body);
  await rm(join(dataDir, MARKER));
}

/** What stands beside `NAME.catalog.jsonl.gz` as `NAME.site.json`; undefined where nothing does. */
async function readSite(catalog: string): Promise<DemoSite | undefined> {
  if (!CATALOG_NAME.test(catalog)) return undefined;
  const file = catalog.replace(CATALOG_NAME, '.site.json');
  try {
    return JSON.parse(await readFile(file, 'utf8')) as DemoSite;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new CommandFailure(`${file}: ${describe(error)}`);
  }
}

async function send(client: AdminClient, kind: string, body: unknown): Promise<void> {
  const method = kind === 'product-sets' ? 'PUT' : 'POST';
  const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
  const bytes = gzipSync(JSON.stringify(body));
  const answer = await client.stream(
    method,
    `/api/admin/v4/import/${kind}?name=demo`,
    headers,
    Readable.from([bytes]),
    [],
  );
  if (answer.status >= 300) throw new CommandFailure(`${kind}: ${answer.message}`);
}
