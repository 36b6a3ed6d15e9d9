/**
 * A product group made ready for the store in another thread than the one that writes: its record, and what the store's
 * indexes and totals take from it. Adding it decodes nothing.
 */
import { encodeGroup } from './group-codec.js';
import { namesOfGroup } from './observed-views.js';
import type { ProductGroup } from './records.js';

export interface PreparedGroup {
  key: string;
  /** See group-codec.ts. */
  bytes: Buffer;
  /** Of each product its key, and behind it those of its variants. */
  keys: readonly (readonly string[])[];
  /** See observed-views.ts. */
  names: ReadonlySet<string>;
}

export function prepareGroup(key: string, group: ProductGroup): PreparedGroup {
  return { key, bytes: encodeGroup(group), keys: keysOf(group), names: namesOfGroup(group) };
}

export function keysOf({ products }: ProductGroup): string[][] {
  return Object.keys(products).map(key => [key, ...Object.keys(products[key].variants)]);
}
