/** Decides whether the changes of an import become an overlay or a new base. */

export interface OverlayPolicy {
  /** Most changed groups since the base, as a share of all groups. */
  mostShare: number;
  /** Least number of products times views for an overlay: a build of fewer takes about as long. */
  leastProducts: number;
}

export const DEFAULT_OVERLAY_POLICY: OverlayPolicy = { mostShare: 0.05, leastProducts: 4000 };
