/**
 * Imports documents beside the catalog: each has one JSON body, and is applied as a whole inside the store's
 * transaction or not at all. Each kind of import is a file of its own.
 */
import fs from 'node:fs';
import { Problem } from '../../errors/problem.js';
import { parseJson } from '../../kernel/json.js';
import { importCampaign, importCampaigns, publishCampaigns } from './campaigns-import.js';
import { importConfiguration } from './configuration-import.js';
import { amendNavigation, importNavigation } from './navigation-import.js';
import { importPages } from './pages-import.js';
import { importProductSets } from './product-sets-import.js';
import { publishPages } from './publish-pages.js';
import { importSearchSettings, publishSearchSettings } from './search-settings-import.js';
import type { SiteImport, SiteImportResult, SiteKind } from './site-import-input.js';
import { importTemplates } from './templates-import.js';

/** Largest body that is read into memory. */
const MAX_BODY_BYTES = 128 << 20;

/** The JSON value in a file. @throws `body_not_json`, `body_too_large` */
export function readBody(file: string): unknown {
  const { size } = fs.statSync(file);
  if (size > MAX_BODY_BYTES) {
    throw new Problem('body_too_large', `body: ${size} bytes of JSON, expected at most ${MAX_BODY_BYTES}`);
  }
  const text = fs.readFileSync(file, 'utf8');
  try {
    return parseJson(text);
  } catch (error) {
    throw new Problem(
      'body_not_json',
      `body: found text that is not JSON (${(error as Error).message}), expected an object`,
    );
  }
}

/**
 * To be run inside `store.transaction`.
 * @throws `document_refused` with every fault by its path; `import_dangerous` or `import_destructive` with what the
 * import
 *   would remove
 */
export function applySiteImport(kind: SiteKind, input: SiteImport): SiteImportResult {
  return IMPORTS[kind]!(input);
}

const IMPORTS: Partial<Record<SiteKind, (input: SiteImport) => SiteImportResult>> = {
  pages: importPages,
  'pages-publish': publishPages,
  navigation: importNavigation,
  'navigation-nodes': amendNavigation,
  templates: importTemplates,
  'product-sets': importProductSets,
  'search-settings': importSearchSettings,
  'search-settings-publish': publishSearchSettings,
  configuration: importConfiguration,
  campaigns: importCampaigns,
  'campaigns-publish': publishCampaigns,
  campaign: importCampaign,
};
