/**
 * Rehearses imports while none runs. The engine compiles code in proportion to how often it has run: the first import
 * of a process took four times as long as the tenth. A rehearsal imports titles and prices of some groups, builds what
 * an import would add to the announced snapshot, and takes back all of it: the transaction is aborted, and the files,
 * which no manifest names, are removed when it has ended or with the next publication.
 */
import fs from 'node:fs';
import { join } from 'node:path';
import type { BuildInput } from '../build/input/build-input.js';
import type { CatalogStore } from '../catalog/catalog-store.js';
import { decodeGroup } from '../catalog/group-codec.js';
import type { ProductGroup } from '../catalog/records.js';
import type { SnapshotManifest } from '../snapshot/index.js';
import { applyCatalogImport } from './import/catalog-import.js';
import { PLAIN_SUFFIX } from './import/inflate.js';

/**
 * Groups of each step. Most have few, because an import that arrives meanwhile waits for the step, and the first ones
 * fewer still, in which nothing is compiled; the last ones have as many as imports do, which run loops that are compiled
 * for that, and take code that less never runs.
 */
const GROUPS = [10, 20, 40, 80, ...Array<number>(12).fill(100), 500, 500, 500];
/** Of a small shop, a step has as many groups as imports that do not build everything have there. */
const MOST_SHARE = 0.05;
/** From then on imports take about as long as ever after. */
export const ALL_STEPS = GROUPS.length;
const ALL_GROUPS = GROUPS.reduce((sum, groups) => sum + groups, 0);
/** Every so many steps one changes prices. */
const ROUND = 4;
/** The steps whose overlays are joined to the live snapshot: early ones, as their files are removed in the end. */
const JOINED: readonly number[] = [1, 5, 9];

/** Thrown to abort a transaction. */
class Rehearsed extends Error {
  constructor(readonly manifest: SnapshotManifest | undefined) {
    super('rehearsed');
  }
}

/** What a rehearsal is run on. */
interface Stage {
  store: CatalogStore;
  /** Folder of the bodies of imports. */
  spool: string;
  /** Steps that were run before, and are passed over. */
  done: number;
  /** Builds what an import would add. @returns undefined where it would build everything */
  rehearse(input: Pick<BuildInput, 'store' | 'change' | 'progress'>): SnapshotManifest | undefined;
}

/** A step for each `next`; ends early where imports build everything. @returns manifests of snapshots to be joined */
export function* rehearsal({ store, spool, rehearse, done }: Stage): Generator<SnapshotManifest | undefined, void> {
  const all = store.groupKeys();
  const distance = Math.max(1, Math.floor(all.length / ALL_GROUPS));
  const keys = all.filter((_, i) => i % distance === 0);
  const file = join(spool, `rehearsal${PLAIN_SUFFIX}`);
  let next = GROUPS.slice(0, done).reduce((sum, groups) => sum + groups, 0);
  const most = Math.ceil(all.length * MOST_SHARE);
  for (let step = done; step < ALL_STEPS && keys.length > 0; step++) {
    const some = Array.from({ length: Math.min(GROUPS[step], most) }, () => keys[next++ % keys.length]);
    const ofOffers = step % ROUND === ROUND - 1;
    const lines = [...new Set(some)].flatMap((key, i) => {
      if (i % 2 === 0) return lineOf(store, key, ofOffers ? changePrices : changeTitles);
      return ofOffers ? priceEdits(store, key) : titleEdits(store, key);
    });
    fs.writeFileSync(file, lines.join('\n'));
    let manifest: SnapshotManifest | undefined;
    try {
      manifest = inAbortedTransaction(store, () => {
        const { change } = applyCatalogImport({ store, file, mode: 'update', force: false, progress: () => undefined });
        return rehearse({ store, change, progress: () => undefined });
      });
    } finally {
      fs.rmSync(file);
    }
    if (!manifest) return;
    yield JOINED.includes(step) ? manifest : undefined;
  }
}

function inAbortedTransaction(
  store: CatalogStore,
  run: () => SnapshotManifest | undefined,
): SnapshotManifest | undefined {
  try {
    return store.transaction(() => {
      throw new Rehearsed(run());
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.manifest;
    throw error;
  }
}

/** The line of an import that changes a group. */
function lineOf(store: CatalogStore, key: string, change: (group: ProductGroup) => void): string {
  const group = decodeGroup(store.groupBytes(key)!);
  change(group);
  return JSON.stringify({ replace: { key, productGroup: group } });
}

/** Lines that change the prices of a group by attribute. */
function priceEdits(store: CatalogStore, key: string): string[] {
  const variants = Object.values(decodeGroup(store.groupBytes(key)!).products).flatMap(({ variants }) =>
    Object.entries(variants),
  );
  return variants.map(([variant, { defaults }]) => {
    const edit = { defaults: { listPrice: (defaults.listPrice ?? 0) + 1 } };
    return JSON.stringify({ editAttributes: { key: variant, variant: edit } });
  });
}

/** As `priceEdits`, of the titles of its products. */
function titleEdits(store: CatalogStore, key: string): string[] {
  return Object.entries(decodeGroup(store.groupBytes(key)!).products).map(([product, { defaults }]) => {
    const edit = { defaults: { title: rehearsedTitle(defaults.title) } };
    return JSON.stringify({ editAttributes: { key: product, product: edit } });
  });
}

function rehearsedTitle(title = ''): string {
  return `${title} rehearsed`;
}

function changeTitles({ products }: ProductGroup): void {
  for (const { defaults } of Object.values(products)) defaults.title = rehearsedTitle(defaults.title);
}

function changePrices({ products }: ProductGroup): void {
  for (const { variants } of Object.values(products)) {
    for (const { defaults } of Object.values(variants)) defaults.listPrice = (defaults.listPrice ?? 0) + 1;
  }
}
