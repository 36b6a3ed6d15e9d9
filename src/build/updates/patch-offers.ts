/**
 * Updates the offers of a snapshot: new offers and cards for the changed products, all other parts as they are. Text
 * indexes and attributes are not read; of the structure, only the ordinals of the products are. One card file has the new
 * cards of all views.
 */
import { TranslatedLabels } from '../../catalog/translated-labels.js';
import { CardFileWriter } from '../../index/cards.js';
import type { PartFile } from '../../index/part.js';
import { filesOf, partsDir } from '../../snapshot/manifest.js';
import { filesToCompact } from '../cards/card-compaction.js';
import type { BuildInput, BuildResult } from '../input/build-input.js';
import type { ChangedGroup } from '../input/import-change.js';
import { PartCache } from './part-cache.js';
import { MarketOffers, ViewPatch } from './view-patch.js';

/** Number of groups between two reports of progress. */
const BATCH = 200;

/**
 * @param previous views of the announced snapshot
 * @param groups the groups whose offers changed; none that an overlay has
 */
export function patchOffers(input: BuildInput, previous: BuildResult, groups: readonly ChangedGroup[]): BuildResult {
  const { store, dataDir, settings, progress } = input;
  const known = new Map(previous.files.map(entry => [entry.file, entry]));
  const translations = [...store.translations()].map(({ translation }) => translation);
  const partCache = new PartCache(partsDir(dataDir));
  const cardFile = new CardFileWriter(partCache.dir, String(process.pid));
  try {
    const markets = new Map<string, MarketOffers>();
    const patches = previous.views.map(view => {
      const name = `${view.market}|${view.parts.offers}`;
      let offers = markets.get(name);
      if (!offers) markets.set(name, (offers = new MarketOffers(partCache, view.parts.offers)));
      return new ViewPatch(
        view,
        partCache,
        offers,
        cardFile,
        new TranslatedLabels(translations, view.locale),
        settings,
      );
    });
    groups.forEach(({ key, products }, i) => {
      patchGroup(input, patches, key, products);
      if (i % BATCH === 0) progress('build', i, groups.length);
    });
    const compacted = filesToCompact(patches, known, cardFile.size);
    for (const patch of patches) patch.moveRecords(compacted);
    const files: PartFile[] = [];
    let newCards = '';
    if (patches.some(({ replaced }) => replaced.size > 0)) {
      const written = cardFile.finish();
      files.push(written);
      newCards = written.file;
    } else cardFile.abort();
    const views = patches.map(patch => {
      const built = patch.finish(newCards);
      files.push(...built.files);
      return built.view;
    });
    for (const file of new Set([...views.flatMap(filesOf), ...(previous.changed ?? [])])) {
      const kept = known.get(file);
      if (kept) files.push(kept);
    }
    progress('build', groups.length, groups.length);
    return { ...previous, views, files };
  } catch (error) {
    cardFile.abort();
    throw error;
  } finally {
    partCache.close();
  }
}

function patchGroup({ store }: BuildInput, patches: readonly ViewPatch[], key: string, changed: readonly string[]) {
  const { products } = store.getGroup(key)!;
  let placed: { ordinal: number; product: (typeof products)[string] }[] = [];
  let structure: ViewPatch['structure'] | undefined;
  for (const patch of patches) {
    // Views that share a structure are often adjacent: the ordinals found for one are those of the next.
    if (patch.structure !== structure) {
      structure = patch.structure;
      const keys = structure.products;
      placed = changed.map(key => ({ ordinal: keys.find(key), product: products[key]! }));
    }
    patch.patchGroup(placed);
  }
}
