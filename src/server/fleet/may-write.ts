/** Which daemons of a fleet may become the writer. */
import { MANIFEST_VERSION } from '../../snapshot/index.js';
import type { PlacedDaemon } from '../admission/placement.js';
import type { FleetParts } from './fleet-parts.js';

/** Where the servers have lost all, so long is waited for daemons whose stores may be newer, and for those that do not tell. */
const RETURN_WITHIN_MS = 10_000;
const TELL_WITHIN_MS = 60_000;

/**
 * The writer is a daemon that has most of the catalog: where the fleet has none yet, or its servers have lost what they had
 * acknowledged, the others get it from there. A writer holds all markets.
 * @param openedMs when this daemon has reached the servers
 */
export function mayWrite(
  { follower, members, lineage }: Pick<FleetParts, 'follower' | 'members' | 'lineage'>,
  { markets }: PlacedDaemon,
  openedMs: number,
): boolean {
  if (markets.length > 0) return false;
  // Those of the release before cannot read what this one builds: one of them writes as long as there is one.
  if (members.hasOlder(MANIFEST_VERSION)) return false;
  const others = members.alive.filter(({ placed }) => placed === undefined || placed.markets.length === 0);
  const sinceMs = performance.now() - openedMs;
  if (lineage.isLost && sinceMs < TELL_WITHIN_MS) {
    if (sinceMs < RETURN_WITHIN_MS || others.some(({ store }) => store === undefined)) return false;
  }
  return others.every(({ store = 0 }) => store <= (follower.applied ?? 0));
}
