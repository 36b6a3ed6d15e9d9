/** What a format of feeds has beside its syntax: how its records are brought into rows, and where their fields go. */
import type { FeedMapping } from '../mapping/mapping-document.js';
import type { FeedRow } from '../readers/feed-row.js';
import type { JsonObject } from '../readers/json-values.js';

export const FORMATS = ['google', 'csv', 'shopify', 'woocommerce', 'magento', 'medusa'] as const;
export type FormatName = (typeof FORMATS)[number];

/** What a row says of its place among others. */
export interface RowRelations {
  /** `parent`: its data are those of a group, and it is not sold itself; `extra`: it has further images of its group. */
  role: 'variant' | 'parent' | 'extra';
  /** Other names by which variants may call this group. */
  aliases?: string[];
  /** Ids of the variants of this group. */
  members?: string[];
  /** Why the row is not sold. */
  unsold?: string;
}

export interface FeedFormat {
  /** Where fields go, unless a mapping file says otherwise. */
  preset: FeedMapping;
  /** Rows of an object of JSON; without it, members are fields by their path. */
  fromJson?(value: JsonObject, line: number): FeedRow[];
  /** Of one feed, row by row: adds what has to be computed of several fields to the row, and tells its place. */
  relator?(): (row: FeedRow) => RowRelations;
}
