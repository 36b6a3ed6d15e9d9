/** Applies instructions to a store in a temporary folder, one transaction a call, without files or snapshots. */
import fs from 'node:fs';
import path from 'node:path';
import { CatalogStore } from '../../../src/catalog/catalog-store.js';
import { Problem } from '../../../src/errors/problem.js';
import type { ErrorDetails } from '../../../src/imports/import-findings.js';
import type { ImportMode } from '../../../src/imports/protocol.js';
import { applyCatalogImport, type CatalogImportResult } from '../../../src/ingest/import/catalog-import.js';
import { testFolder } from '../../folder.js';
import type { Teardown } from '../harness.js';

export interface Applied {
  result?: CatalogImportResult;
  message?: string;
  details?: ErrorDetails;
}

export interface Bench {
  store: CatalogStore;
  apply(mode: ImportMode, lines: (object | string)[], force?: boolean, encoding?: 'utf8' | 'latin1'): Applied;
}

/**
 * @param worthThreads bytes of lines from which they are parsed in threads
 * @param embeddings dimensions of vectors by space
 */
export function bench(t: Teardown, worthThreads?: number, embeddings: Record<string, number> = {}): Bench {
  const dir = testFolder(t);
  const store = CatalogStore.open(path.join(dir, 'catalog'));
  t.teardown(() => store.close());
  const file = path.join(dir, 'lines.jsonl');
  return {
    store,
    apply(mode, lines, force = true, encoding = 'utf8') {
      const text = lines.map(line => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
      fs.writeFileSync(file, text, encoding);
      try {
        const threads = worthThreads !== undefined && { worthThreads };
        const input = { store, file, mode, force, embeddings, ...threads, progress: () => {} };
        return { result: store.transaction(() => applyCatalogImport(input)) };
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        return { message: error.message, details: error.errorDetails as ErrorDetails };
      }
    },
  };
}

/** One import into a store of its own. */
export function applyLines(t: Teardown, mode: ImportMode, lines: (object | string)[]): Applied {
  return bench(t).apply(mode, lines);
}
