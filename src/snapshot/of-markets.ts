/**
 * The part of a snapshot that a daemon holds which has some of the markets: a snapshot of the same id, without the views of
 * the others and the files that these have alone.
 */
import { Problem } from '../errors/problem.js';
import { filesOf, readPointer, readStoredManifest, type SnapshotManifest } from './manifest.js';

/** @param markets those that are held; none: all */
export function ofMarkets(manifest: SnapshotManifest, markets: readonly string[]): SnapshotManifest {
  if (markets.length === 0) return manifest;
  const { views, files, repriced } = manifest;
  const isHeld = views.map(({ market }) => markets.includes(market));
  const named = (held: boolean): string[] =>
    views.flatMap((view, i) =>
      isHeld[i] === held ? [...filesOf(view), ...(repriced ? [repriced.offers[i]] : [])] : [],
    );
  const kept = new Set(named(true));
  const left = new Set(named(false).filter(file => !kept.has(file)));
  return {
    ...manifest,
    markets: [...markets].sort(),
    views: views.filter((_, i) => isHeld[i]),
    files: files.filter(({ file }) => !left.has(file)),
    ...(repriced && { repriced: { ...repriced, offers: repriced.offers.filter((_, i) => isHeld[i]) } }),
  };
}

/**
 * To be called at a start: what a folder lacks of other markets comes with no later snapshot by itself.
 * @param markets that the daemon is to hold; none: all
 * @throws Problem setting_invalid where the announced snapshot has less
 */
export function requireMarkets(dataDir: string, markets: readonly string[]): void {
  const held = heldMarkets(dataDir);
  if (!held || (markets.length > 0 && markets.every(market => held.includes(market)))) return;
  throw new Problem(
    'setting_invalid',
    `fleet.markets: the data folder has ${held.join(', ')} alone; start the daemon with these, or with an empty folder`,
  );
}

/** @returns undefined where the announced snapshot has all, or there is none that can be read */
function heldMarkets(dataDir: string): string[] | undefined {
  const announced = readPointer(dataDir);
  try {
    return announced && readStoredManifest(dataDir, announced.snapshot).markets;
  } catch (error) {
    // A damaged one is told of elsewhere, and built or fetched again.
    if (error instanceof Problem) return undefined;
    throw error;
  }
}
