/** Applies the body of an import, of any kind, to the catalog store, inside a transaction. */
import type { ImportChange } from '../build/input/import-change.js';
import type { CatalogStore } from '../catalog/catalog-store.js';
import type { DocumentCounts, ImportCounts, ImportJob, ImportPhase } from '../imports/protocol.js';
import { applyCatalogImport } from './import/catalog-import.js';
import { MarketLimits } from './market-limits.js';
import { applySiteImport, readBody } from './site/site-import.js';
import type { SiteSettings } from './site/site-settings.js';

/** Settings that imports are read by. */
export interface ImportSettings extends SiteSettings {
  /** Dimensions of the vectors of products, by space; default: no spaces. */
  embeddings?: Readonly<Record<string, number>>;
}

/** What an import does beside its body. */
export type ImportOrder = Pick<ImportJob, 'kind' | 'mode' | 'force' | 'item' | 'markets'>;

/** The result of an applied import of any kind. */
export interface ImportResult {
  change: ImportChange;
  counts: ImportCounts | DocumentCounts;
  warnings: string[];
}

export type ImportProgress = (phase: ImportPhase, done: number, total: number) => void;

/** @param file the inflated body */
export function applyImport(
  { kind, mode, force, item, markets }: ImportOrder,
  file: string,
  store: CatalogStore,
  settings: ImportSettings,
  progress: ImportProgress,
): ImportResult {
  if (kind === 'catalog') {
    const validated = (done: number, total: number) => progress('validate', done, total);
    const { embeddings } = settings;
    const limits = { ...(markets && { markets }), ...(embeddings && { embeddings }) };
    return applyCatalogImport({ store, file, mode, force, progress: validated, ...limits });
  }
  progress('validate', 0, 1);
  const body = mode === 'remove' ? undefined : readBody(file);
  if (markets) new MarketLimits(markets).requireDocument(body);
  const result = applySiteImport(kind, { store, body, mode, force, settings, ...(item && { item }) });
  progress('validate', 1, 1);
  return result;
}
