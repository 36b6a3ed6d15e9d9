/**
 * The offers of a snapshot that an import of prices and stock has made of the loaded one: they are those before, but for
 * some. So neither are the files of the offers read, nor base and overlays joined again.
 */
import { hasOverlay, joinedNames } from './join-views.js';
import { type RepriceRequest, repriceInThreads } from './load-in-thread.js';
import type { SnapshotManifest, ViewManifest } from './manifest.js';
import type { SharedSnapshot } from './shared-snapshot.js';

/**
 * @param previous the loaded snapshot
 * @param behind see `readInThreads`
 * @returns the new offers by the names that `manifest` has for them; none where it is not made of the loaded snapshot
 */
export async function loadRepriced(
  { views, changed = [], files, repriced }: SnapshotManifest,
  previous: SharedSnapshot | undefined,
  behind: boolean,
): Promise<Map<string, SharedArrayBuffer>> {
  if (!previous || repriced?.id !== previous.id) return new Map();
  const { dataDir, parts, manifest } = previous;
  const entries = new Map(files.map(entry => [entry.file, entry]));
  const requests = new Map<string, Omit<RepriceRequest, 'kind'>>();
  views.forEach((view, i) => {
    const name = offersOf(view, changed);
    const before = manifest.views[i].parts;
    const [structure, offers] = [parts.get(before.structure), parts.get(before.offers)];
    if (requests.has(name) || previous.joined?.has(name) || parts.has(name) || !structure || !offers) return;
    const added = entries.get(repriced.offers[i])!;
    requests.set(name, { dataDir, structure, before: offers, changed: added, behind });
  });
  const made = await repriceInThreads([...requests.values()]);
  return new Map([...requests.keys()].map((name, i) => [name, made[i]]));
}

function offersOf(view: ViewManifest, changed: readonly string[]): string {
  return hasOverlay(view) ? joinedNames(view, changed).offers : view.parts.offers;
}
