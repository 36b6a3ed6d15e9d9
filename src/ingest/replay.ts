/** Applies the imports again that a restored catalog store lacks: see redo-log.ts. Their snapshots are built already. */
import fs from 'node:fs';
import { groupChanges } from '../build/input/import-change.js';
import type { CatalogStore } from '../catalog/catalog-store.js';
import { applyImport, type ImportSettings } from './apply-import.js';
import { inflate } from './import/inflate.js';
import type { RedoEntry, RedoLog } from './redo-log.js';

/** @returns how many were applied. @throws where one cannot be; the store has those before it */
export async function replay(redo: RedoLog, store: CatalogStore, settings: ImportSettings): Promise<number> {
  let applied = 0;
  for (const { generation, entry, body } of redo.after(store.generation)) {
    await apply(entry, body, store, settings);
    await store.flushed();
    if (store.generation !== generation) {
      throw new Error(`the import of generation ${generation} led to generation ${store.generation}`);
    }
    applied++;
  }
  return applied;
}

async function apply(entry: RedoEntry, body: string, store: CatalogStore, settings: ImportSettings): Promise<void> {
  if (entry.type === 'rollback') {
    store.transaction(() => store.recordChanges(store.rollbacks.restore(entry.to).changes));
    return;
  }
  const { encoding, maxInflatedBytes } = entry;
  const plain = await inflate({ file: body, encoding, maxInflatedBytes, progress: () => undefined });
  try {
    store.transaction(() => {
      const { change, counts } = applyImport(entry, plain, store, settings, () => undefined);
      // Entries of an earlier version have no id.
      if (entry.id !== undefined) store.recordImport({ id: entry.id, counts: { ...counts } });
      store.recordChanges(groupChanges(change));
    });
  } finally {
    if (plain !== body) fs.rmSync(plain, { force: true });
  }
}
