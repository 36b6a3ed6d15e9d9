/**
 * Decides when the changes of an import become an overlay, and when a new base is built. The configuration file may
 * override it.
 */
import { type Static, Type } from 'typebox';

export const OverlayPolicySchema = Type.Object(
  {
    mostShare: Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        'Share of product groups that may differ from the last full build; an import beyond it builds everything before it goes live, unless that is being done in the background. 0: every import does.',
    }),
    rebuildShare: Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        'Share of product groups that differ from the last full build, beyond which everything is built anew in the background: when imports rest, or at three quarters of mostShare while they go on.',
    }),
    leastProducts: Type.Integer({
      minimum: 0,
      description: 'Number of products times views below which an import builds everything, which takes about as long.',
    }),
  },
  { additionalProperties: false },
);

export type OverlayPolicy = Static<typeof OverlayPolicySchema>;

export const DEFAULT_OVERLAY_POLICY: OverlayPolicy = {
  mostShare: 0.2,
  rebuildShare: 0.05,
  leastProducts: 4000,
};

/** Of `mostShare`, at which a base is begun between imports that follow each other. */
const LATEST_SHARE = 0.75;

/**
 * Whether an import's groups become an overlay. What has changed before counts too, but not while a base is being built
 * that will replace it: an import that changes little must not wait for a build of everything.
 * @param keys number of groups that the import changes
 * @param changed number of groups that differ from the last full build, those included
 * @param groups number of all
 */
export function isWorthAnOverlay(
  { keys, changed, groups }: { keys: number; changed: number; groups: number },
  { mostShare }: OverlayPolicy,
  isBaseUnderWay: boolean,
): boolean {
  return (isBaseUnderWay ? keys : changed) <= groups * mostShare;
}

/**
 * Whether so many groups have changed since the last full build that a new base is to be built. It takes processor time
 * from imports, so while they follow each other it waits until an import that builds everything is near.
 * @param rest whether imports rest
 */
export function isBaseDue(
  { changed, groups }: { changed: number; groups: number },
  { mostShare, rebuildShare }: OverlayPolicy,
  rest: boolean,
): boolean {
  return changed > groups * (rest ? rebuildShare : Math.max(rebuildShare, mostShare * LATEST_SHARE));
}
