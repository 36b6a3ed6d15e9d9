/**
 * Fills an empty data folder with a catalog, through the public import interface like any shop would. A marker stands in
 * the folder until that has succeeded: a first start that was cut off is made up for by the next one, and a folder that
 * ever held another catalog is left alone.
 */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AdminClient } from './admin-client.js';
import { uploadCatalog } from './catalog-upload.js';
import { CommandFailure } from './exit.js';
import { createProgress, progressStyle } from './progress.js';
import { explainRefusal } from './refusal.js';

const MARKER = 'demo-import-pending';

/** Whether the folder is absent, empty, or waits for a demo import that was begun; it is then marked as waiting. */
export async function claimForDemo(dataDir: string): Promise<boolean> {
  await mkdir(dataDir, { recursive: true });
  const entries = await readdir(dataDir);
  if (entries.length > 0 && !entries.includes(MARKER)) return false;
  await writeFile(join(dataDir, MARKER), '');
  return true;
}

/**
 * Imports `file` into the daemon at `url` and takes the marker away.
 *
 * @throws CommandFailure when the catalog is refused.
 */
export async function importDemo(url: string, key: string, dataDir: string, file: string): Promise<void> {
  const progress = createProgress(progressStyle(false));
  const options = { partial: false, force: true, validateOnly: false, name: 'demo' };
  const result = await uploadCatalog(new AdminClient(url, key), file, options, progress);
  if (!result.ok) throw new CommandFailure(explainRefusal(file, result).join('\n'));
  await rm(join(dataDir, MARKER));
}
