/**
 * Updates the offers of a snapshot: the offers of the changed products are new, all other parts are as they were, cards
 * too. Text indexes and attributes are not read; of the structure, only the ordinals of the products are.
 */
import { groupJson } from '../../catalog/group-codec.js';
import type { OffersByProduct } from '../../index/changed-offers.js';
import type { VariantOffer } from '../../index/offers.js';
import type { PartFile } from '../../index/part.js';
import { patchOfferColumns } from '../../index/patched-offers.js';
import type { Structure } from '../../index/structure.js';
import { inBlocks } from '../../kernel/array-blocks.js';
import { JsonTape } from '../../kernel/json-tape.js';
import { filesOf, partsDir, type ViewManifest } from '../../snapshot/manifest.js';
import type { BuildInput, BuildResult } from '../input/build-input.js';
import { GroupReader } from '../input/group-reader.js';
import type { ChangedGroup } from '../input/import-change.js';
import { PartCache } from './part-cache.js';

/** Number of groups between two reports of progress. */
const BATCH = 200;

/** Updated views, and the offers that are new in each of them. */
export interface PatchedViews {
  built: BuildResult;
  changed: readonly OffersByProduct[];
}

/**
 * @param previous views of the announced snapshot
 * @param groups the groups whose offers changed; none that an overlay has
 */
export function patchOffers(input: BuildInput, previous: BuildResult, groups: readonly ChangedGroup[]): PatchedViews {
  const { store, dataDir, progress } = input;
  const partCache = new PartCache(partsDir(dataDir));
  /**
   * By market, structure and offers: locales share them mostly, because prices and stock do not depend on the locale.
   */
  const patches = new Map<string, OffersPatch>();
  const patchOf = (view: ViewManifest): OffersPatch => {
    const { structure, offers } = view.parts;
    const name = [view.market, structure, offers].join();
    let patch = patches.get(name);
    if (!patch) patches.set(name, (patch = new OffersPatch(view, partCache)));
    return patch;
  };
  const ofViews = previous.views.map(patchOf);
  const tape = new JsonTape();
  groups.forEach(({ key, products }, i) => {
    tape.read(groupJson(store.groupBytes(key)!));
    const changed = new Set(products);
    for (const patch of patches.values()) patch.set(tape, changed);
    if (i % BATCH === 0) progress('build', i, groups.length);
  });
  const written: PartFile[] = [];
  const views = previous.views.map((view, i) => {
    const offers = ofViews[i].write();
    if (!offers) return view;
    written.push(offers);
    return { ...view, parts: { ...view.parts, offers: offers.file } };
  });
  const named = new Set([...views.flatMap(filesOf), ...(previous.changed ?? [])]);
  const files = [...new Map([...previous.files, ...written].map(entry => [entry.file, entry])).values()].filter(
    ({ file }) => named.has(file),
  );
  progress('build', groups.length, groups.length);
  return { built: { ...previous, views, files }, changed: ofViews.map(({ byProduct }) => byProduct) };
}

/** New offers of one market. */
class OffersPatch {
  private readonly structure: Structure;
  private readonly reader: GroupReader;
  private readonly changes = new Map<number, VariantOffer>();
  readonly byProduct = new Map<string, readonly VariantOffer[]>();
  private written: PartFile | undefined;

  constructor(
    private readonly view: ViewManifest,
    private readonly partCache: PartCache,
  ) {
    this.structure = partCache.structure(view.parts.structure);
    this.reader = new GroupReader([view.market], view.locale);
  }

  /** Sets the offers of some products of a group, which the market need not have. @param tape of the group's JSON */
  set(tape: JsonTape, changed: ReadonlySet<string>): void {
    for (const [key, offers] of this.reader.readOffers(tape, changed)) {
      const ordinal = this.structure.products.find(key);
      if (ordinal < 0) continue;
      this.byProduct.set(key, offers);
      const first = this.structure.variantStart[ordinal];
      for (let i = 0; i < offers.length; i++) this.changes.set(first + i, offers[i]);
    }
  }

  /**
   * Writes the part at the first call; to be called when all offers are set.
   * @returns undefined where there are none
   */
  write(): PartFile | undefined {
    const { partCache, changes } = this;
    if (changes.size === 0) return undefined;
    const old = partCache.offers(this.view.parts.offers);
    this.written ??= inBlocks(() => patchOfferColumns(old, changes).write(partCache.dir));
    return this.written;
  }
}
