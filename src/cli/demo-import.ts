/**
 * Imports the demo shop (a catalog, pages, navigation and response templates) into an empty data folder through the
 * public import interface. A marker file stays in the folder until all imports have succeeded, so that the next start
 * completes an interrupted import, and a folder that ever had another catalog is left alone.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { AdminClient } from './admin-client.js';
import { uploadCatalog } from './catalog-upload.js';
import { explainRefusal } from './refusal-report.js';
import { CommandFailure, describe } from './terminal/exit-codes.js';
import { createProgress, progressStyle } from './terminal/progress.js';

const MARKER = 'demo-import-pending';
const CATALOG_NAME = /\.catalog\.jsonl\.gz$/;

/** Marks the folder for a demo import if it is absent, empty or marked already. @returns whether it is marked */
export async function claimFolderForDemo(dataDir: string): Promise<boolean> {
  await mkdir(dataDir, { recursive: true });
  const entries = await readdir(dataDir);
  if (entries.length > 0 && !entries.includes(MARKER)) return false;
  await writeFile(join(dataDir, MARKER), '');
  return true;
}

/** Bodies of imports by kind, in the order in which they are sent. */
type DemoSite = Record<'configuration' | 'templates' | 'product-sets' | 'pages' | 'navigation', unknown[]> & {
  /** For a shop whose places are sold. */
  retailMedia: Record<'pages' | 'campaigns', unknown[]>;
};

/** Kinds of which a body has all there is. */
const WHOLE: ReadonlySet<string> = new Set(['templates', 'product-sets']);

/**
 * Imports the catalog `file`, and all else from the file beside it, into the daemon at `url`; then removes
 * the marker. What the shop takes of a catalog is configured before it is imported.
 *
 * @param sold whether places are sold
 * @throws CommandFailure when one of them is refused.
 */
export async function importDemo(
  url: string,
  key: string,
  dataDir: string,
  file: string,
  sold: boolean,
): Promise<void> {
  const client = new AdminClient(url, key);
  const progress = createProgress(progressStyle(false));
  const options = { partial: false, force: true, validateOnly: false, name: 'demo' };
  const { configuration = [], retailMedia = {}, ...site } = (await readSite(file)) ?? {};
  for (const body of configuration) await send(client, 'configuration', body);
  const result = await uploadCatalog(client, file, options, progress);
  if (!result.ok) throw new CommandFailure(explainRefusal(file, result).join('\n'));
  for (const [kind, bodies] of Object.entries(site)) for (const body of bodies) await send(client, kind, body);
  for (const [kind, bodies] of Object.entries<unknown[]>(sold ? retailMedia : {})) {
    for (const body of bodies) await send(client, kind, body);
  }
  await rm(join(dataDir, MARKER));
}

/** The content of `NAME.site.json` beside `NAME.catalog.jsonl.gz`; undefined where there is no such file. */
async function readSite(catalog: string): Promise<Partial<DemoSite> | undefined> {
  if (!CATALOG_NAME.test(catalog)) return undefined;
  const file = catalog.replace(CATALOG_NAME, '.site.json');
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Partial<DemoSite>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new CommandFailure(`${file}: ${describe(error)}`);
  }
}

async function send(client: AdminClient, kind: string, body: unknown): Promise<void> {
  const method = WHOLE.has(kind) ? 'PUT' : 'POST';
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
