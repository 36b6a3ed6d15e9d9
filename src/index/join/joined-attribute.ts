/** The attributes of the segments that are joined, and what becomes of them. */
import type { Attributes } from '../attributes.js';
import type { Level } from '../numbers.js';
import type { Structure } from '../structure.js';
import type { ValueLabels } from '../value-labels.js';
import type { MergedOrder } from './merged-order.js';

/** The attributes of one segment, and what belongs to them. */
export interface AttributeSegment {
  structure: Structure;
  attributes: Attributes;
  labels: ValueLabels;
}

/** The ordinals in the union of the attributes of a segment and of their values, by those in the segment. */
export interface ValueMaps {
  attributes: Uint32Array;
  values: readonly Uint32Array[];
}

/** An attribute of the union. */
export interface JoinedAttribute {
  id: string;
  level: Level;
  /** Whether no owner has more than one value. */
  single: boolean;
  /** Whether it is that of the base, as it is. */
  isBase: boolean;
  values: MergedOrder;
  /** The ordinals in the union of the values of each segment. */
  valueMaps: [Uint32Array, Uint32Array];
  /** The values of each owner are `of[start[owner] … start[owner + 1])`, ascending. */
  start: Uint32Array;
  of: Uint32Array;
  /** The owners of each value are `owners[ownersStart[value] … ownersStart[value + 1])`, ascending. */
  ownersStart: Uint32Array;
  owners: Uint32Array;
}
