/** A store in a temporary folder with two markets in it, and imports of what stands beside the catalog into it. */
import path from 'node:path';
import { CatalogStore } from '../../../src/catalog/catalog-store.js';
import type { Product } from '../../../src/catalog/records.js';
import { type Fault, Problem } from '../../../src/errors/problem.js';
import type { ImportMode } from '../../../src/imports/protocol.js';
import { applySiteImport } from '../../../src/ingest/site/site-import.js';
import type { ItemOrder, SiteImportResult, SiteKind } from '../../../src/ingest/site/site-import-input.js';
import { DEFAULT_SITE_SETTINGS, type SiteSettings } from '../../../src/ingest/site/site-settings.js';
import { testFolder } from '../../folder.js';
import type { Teardown } from '../harness.js';

export interface Applied {
  result?: SiteImportResult;
  message?: string;
  code?: string;
  errors?: Fault[];
}

interface ApplyOptions {
  force?: boolean;
  mode?: ImportMode;
  item?: ItemOrder;
}

export interface SiteBench {
  store: CatalogStore;
  apply(kind: SiteKind, body: unknown, options?: ApplyOptions): Applied;
}

/** Markets `se` (sv-SE, en-GB) and `uk` (en-GB), and `open`, which takes any locale. */
export function siteBench(t: Teardown, settings: SiteSettings = DEFAULT_SITE_SETTINGS): SiteBench {
  const store = CatalogStore.open(path.join(testFolder(t), 'catalog'));
  t.teardown(() => store.close());
  store.transaction(() => {
    store.putGroup('g', { products: { p: item('v', ['se', 'uk'], 'sv-SE'), q: item('w', ['open']) } });
  });
  return {
    store,
    apply(kind, body, { force = false, mode = 'update', item } = {}) {
      // As it would come over the wire.
      const received: unknown = JSON.parse(JSON.stringify(body));
      const input = { store, body: received, mode, force, settings, ...(item && { item }) };
      try {
        return { result: store.transaction(() => applySiteImport(kind, input)) };
      } catch (error) {
        if (!(error instanceof Problem) || error.error === 'INTERNAL') throw error;
        return { message: error.message, code: error.code, ...(error.errors && { errors: error.errors }) };
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
