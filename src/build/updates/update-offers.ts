/** Updates the offers of views of one or two segments: each group's where it is, in the base or in the overlay. */
import { filesOf, type SegmentManifest, type ViewManifest } from '../../snapshot/manifest.js';
import type { BuildInput, BuildResult } from '../input/build-input.js';
import type { ChangedGroup } from '../input/import-change.js';
import { patchOffers } from './patch-offers.js';

/**
 * @param previous views of the announced snapshot
 * @param inOverlay keys of the groups that overlays replace
 * @param groups the groups whose offers changed
 */
export function updateOffers(
  input: BuildInput,
  previous: BuildResult,
  inOverlay: ReadonlySet<string>,
  groups: readonly ChangedGroup[],
): BuildResult {
  const ofBase = groups.filter(({ key }) => !inOverlay.has(key));
  const ofOverlay = groups.filter(({ key }) => inOverlay.has(key));
  const base = ofBase.length > 0 ? patchOffers(input, previous, ofBase) : previous;
  if (ofOverlay.length === 0) return base;
  const overlays = patchOffers(input, { ...previous, views: previous.views.map(overlayAsView) }, ofOverlay);
  const views = base.views.map((view, i): ViewManifest => {
    const { products, parts, cardFiles } = overlays.views[i];
    return { ...view, overlay: { products, parts, cardFiles } };
  });
  const named = new Set(views.flatMap(filesOf));
  if (previous.changed !== undefined) named.add(previous.changed);
  const files = [...previous.files, ...base.files, ...overlays.files].filter(({ file }) => named.has(file));
  return { ...base, views, files };
}

function overlayAsView({ market, locale, overlay }: ViewManifest): ViewManifest {
  return { market, locale, ...(overlay as SegmentManifest) };
}
