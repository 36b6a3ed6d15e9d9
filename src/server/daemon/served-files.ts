/** The files that a daemon serves beside its interface: the page at `/` and the documentation. */
import { fileURLToPath } from 'node:url';
import { loadStaticFiles, type StaticFile } from '../http/static-files.js';
import { DOCS_PATH } from '../routes/docs-route.js';
import type { Settings } from '../settings/daemon-settings-schema.js';

/** Synchronous: called before the daemon serves. @returns files by URL path */
export function servedFiles({ previewPage, docs }: Pick<Settings, 'previewPage' | 'docs'>): Map<string, StaticFile> {
  return new Map([
    ...(previewPage ? loadStaticFiles(bundled('web')) : []),
    ...(docs ? loadStaticFiles(bundled('docs'), DOCS_PATH) : []),
  ]);
}

/** @param folder of bundle/ */
function bundled(folder: string): string {
  return fileURLToPath(new URL(`../../../bundle/${folder}`, import.meta.url));
}
