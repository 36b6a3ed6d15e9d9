/** A store in a temporary folder with two markets in it, and imports of what stands beside the catalog into it. */
import path from 'node:path';
import { CatalogStore } from '../../../src/catalog/catalog-store.js';
import type { Product } from '../../../src/catalog/records.js';
import { type Fault, Problem } from '../../../src/errors/problem.js';
import type { ImportMode } from '../../../src/imports/protocol.js';
import { applySiteImport } from '../../../src/ingest/site/site-import.js';
import type { SiteImportResult, SiteKind } from '../../../src/ingest/site/site-import-input.js';
import { DEFAULT_SITE_SETTINGS } from '../../../src/ingest/site/site-settings.js';
import { testFolder } from '../../folder.js';
import type { Teardown } from '../harness.js';

export interface Applied {
  result?: SiteImportResult;
  message?: string;
  errors?: Fault[];
}

export interface SiteBench {
  store: CatalogStore;
  apply(kind: SiteKind, body: unknown, options?: { force?: boolean; mode?: ImportMode }): Applied;
}

/** Markets `se` (sv-SE, en-GB) and `uk` (en-GB), and `open`, which takes any locale. */
export function siteBench(t: Teardown): SiteBench {
  const store = CatalogStore.open(path.join(testFolder(t), 'catalog'));
  t.teardown(() => store.close());
  store.transaction(() => {
    store.putGroup('g', { products: { p: item('v', ['se', 'uk'], 'sv-SE'), q: item('w', ['open']) } });
  });
  return {
    store,
    apply(kind, body, { force = false, mode = 'update' } = {}) {
      // As it would come over the wire.
      const received: unknown = JSON.parse(JSON.stringify(body));
      const input = { store, body: received, mode, force, settings: DEFAULT_SITE_SETTINGS };
      try {
        return { result: store.transaction(() => applySiteImport(kind, input)) };
      } catch (error) {
        if (!(error instanceof Problem) || error.error !== 'BAD_REQUEST') throw error;
        return { message: error.message, ...(error.errors && { errors: error.errors }) };
      }
    },
  };
}

function item(variant: string, markets: string[], locale?: string): Product {
  const overrides = locale && { [`se|${locale}`]: { title: 'Titel', dataLocale: locale } };
  return {
    markets,
    defaults: { title: 'T', url: '/t', ...(locale && { dataLocale: 'en-GB' }) },
    ...(overrides && { overrides }),
    variants: { [variant]: { defaults: { listPrice: 1 } } },
  };
}
