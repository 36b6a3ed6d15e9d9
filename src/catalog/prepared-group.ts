/**
 * A product group prepared for storage, possibly by another thread than the one that writes: its encoded record, and
 * its keys and view names for the store's key index and totals. Adding it to the store decodes nothing.
 */
import { encodeGroup } from './group-codec.js';
import { namesOfGroup } from './observed-views.js';
import type { ProductGroup } from './records.js';

export interface PreparedGroup {
  key: string;
  /** The encoded group, see group-codec.ts. */
  bytes: Buffer;
  /** For each product its key, followed by the keys of its variants. */
  keys: readonly (readonly string[])[];
  /** The market and locale names of the group, see observed-views.ts. */
  names: ReadonlySet<string>;
}

export function prepareGroup(key: string, group: ProductGroup): PreparedGroup {
  return { key, bytes: encodeGroup(group), keys: keysOf(group), names: namesOfGroup(group) };
}

export function keysOf({ products }: ProductGroup): string[][] {
  return Object.entries(products).map(([key, { variants }]) => [key, ...Object.keys(variants)]);
}
