/** Imports of pages into a store with two markets in it (see site-bench.ts), and exports from it. */

import type { CatalogStore } from '../../../src/catalog/catalog-store.js';
import type { Page, PageContainer } from '../../../src/catalog/site/page-document.js';
import { exportPages, type PageExportOptions } from '../../../src/catalog/site/page-export.js';
import { type Fault, Problem } from '../../../src/errors/problem.js';
import { applySiteImport } from '../../../src/ingest/site/site-import.js';
import type { SiteImportResult, SiteKind } from '../../../src/ingest/site/site-import-input.js';
import type { Teardown } from '../harness.js';
import { siteBench } from './site-bench.js';

export type Json = { [name: string]: unknown };

export interface Applied {
  result?: SiteImportResult;
  /** What was wrong, `path: message` each. */
  faults: string[];
}

export interface PageBench {
  store: CatalogStore;
  /** @param options `raw` when the body is JSON text */
  apply(kind: SiteKind, body: unknown, options?: { force?: boolean; retailMedia?: boolean; raw?: boolean }): Applied;
  /** Imports into market `se`; PARTIAL unless it says otherwise. Throws when it is refused. */
  pages(body: Partial<PageContainer>, options?: { force?: boolean }): SiteImportResult;
  publish(ids?: string[]): SiteImportResult;
  /** Pages of market `se` by id. */
  exported(options?: Partial<PageExportOptions>): Record<string, Page>;
}

export function pageBench(t: Teardown): PageBench {
  const { store } = siteBench(t);
  const apply: PageBench['apply'] = (kind, body, { force = false, retailMedia = true, raw = false } = {}) => {
    const input = {
      store,
      body: raw ? JSON.parse(String(body)) : json(body),
      mode: 'update',
      force,
      settings: { retailMedia },
    } as const;
    try {
      return { result: store.transaction(() => applySiteImport(kind, input)), faults: [] };
    } catch (error) {
      if (!(error instanceof Problem) || error.error !== 'BAD_REQUEST') throw error;
      return { faults: error.errors?.map(describe) ?? [error.message] };
    }
  };
  const accepted = ({ result, faults }: Applied): SiteImportResult => {
    if (!result) throw new Error(faults.join('\n'));
    return result;
  };
  return {
    store,
    apply,
    pages: (body, options) => accepted(apply('pages', { market: 'se', type: 'PARTIAL', ...body }, options)),
    publish: ids => accepted(apply('pages-publish', { market: 'se', ids })),
    exported: options => {
      const { addOrUpdate } = exportPages(store.documents, 'se', { filter: 'PUBLISHED_ONLY', ...options });
      return Object.fromEntries(addOrUpdate!.map(page => [page.id, page]));
    },
  };
}

/** As it comes over the wire. */
export function json<T>(body: T): T {
  return JSON.parse(JSON.stringify(body)) as T;
}

function describe({ path, message }: Fault): string {
  return `${path}: ${message}`;
}
