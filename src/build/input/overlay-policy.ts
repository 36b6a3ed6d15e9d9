/** Decides whether the changes of an import become an overlay or a new base. The configuration file may override it. */
import { type Static, Type } from 'typebox';

export const OverlayPolicySchema = Type.Object(
  {
    mostShare: Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        'Share of product groups that may differ from the last full build; an import beyond it builds everything. 0: every import does.',
    }),
    leastProducts: Type.Integer({
      minimum: 0,
      description: 'Number of products times views below which an import builds everything, which takes about as long.',
    }),
  },
  { additionalProperties: false },
);

export type OverlayPolicy = Static<typeof OverlayPolicySchema>;

export const DEFAULT_OVERLAY_POLICY: OverlayPolicy = { mostShare: 0.05, leastProducts: 4000 };
