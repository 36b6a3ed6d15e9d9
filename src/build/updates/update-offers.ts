/**
 * Updates the offers of views of several segments: each group's where it is, in the base or in the newest overlay that
 * has it.
 */
import { writeChangedOffers } from '../../index/changed-offers.js';
import type { VariantOffer } from '../../index/offers.js';
import { filesOf, partsDir, type ViewManifest } from '../../snapshot/manifest.js';
import type { BuildInput, BuildResult } from '../input/build-input.js';
import type { ChangedGroup } from '../input/import-change.js';
import { type PatchedViews, patchOffers } from './patch-offers.js';

/** Groups of which the new offers are written by themselves, too: those of more are read with all others as fast. */
const MOST_BY_THEMSELVES = 50_000;

/**
 * @param previous views of the announced snapshot
 * @param id of that
 * @param replaced keys of the groups that overlays replace, by overlay
 * @param groups the groups whose offers changed
 */
export function updateOffers(
  input: BuildInput,
  previous: BuildResult,
  id: string,
  replaced: readonly ReadonlySet<string>[],
  groups: readonly ChangedGroup[],
): BuildResult {
  const overlayOf = ({ key }: ChangedGroup) => replaced.findLastIndex(keys => keys.has(key));
  const changed = previous.views.map(() => new Map<string, readonly VariantOffer[]>());
  const patched = (views: BuildResult, own: readonly ChangedGroup[]): BuildResult => {
    const { built, changed: some }: PatchedViews = patchOffers(input, views, own);
    some.forEach((offers, i) => {
      for (const [key, variants] of offers) changed[i].set(key, variants);
    });
    return built;
  };
  const base = groups.filter(group => overlayOf(group) < 0);
  let result = base.length > 0 ? patched(previous, base) : previous;
  replaced.forEach((_, i) => {
    const own = groups.filter(group => overlayOf(group) === i);
    if (own.length > 0) result = withOverlay(result, i, patched(overlayAsViews(result, i), own));
  });
  if (groups.length > MOST_BY_THEMSELVES) return result;
  const written = changed.map(offers => writeChangedOffers(offers).write(partsDir(input.dataDir)));
  const repriced = { id, offers: written.map(({ file }) => file) };
  return { ...result, files: [...result.files, ...written], repriced };
}

/** The overlays at a place as views by themselves. */
function overlayAsViews(result: BuildResult, place: number): BuildResult {
  const views = result.views.map(
    ({ market, locale, overlays }): ViewManifest => ({ market, locale, ...overlays![place] }),
  );
  return { ...result, views };
}

function withOverlay(result: BuildResult, place: number, patched: BuildResult): BuildResult {
  const views = result.views.map((view, i): ViewManifest => {
    const { products, parts, cardFiles } = patched.views[i];
    return { ...view, overlays: view.overlays!.with(place, { products, parts, cardFiles }) };
  });
  const named = new Set([...views.flatMap(filesOf), ...(result.changed ?? [])]);
  const files = [...result.files, ...patched.files].filter(({ file }) => named.has(file));
  return { ...result, views, files };
}
