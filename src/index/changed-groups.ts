/**
 * Part `changed`: the keys of the groups that have changed since a base was built. Those that still exist are in the
 * overlay of each view that shows them.
 *
 *   keys (strings)   in byte order
 */
import { sortedByBytes } from '../kernel/byte-order.js';
import { type Part, PartWriter } from './part.js';
import { Strings, writeStrings } from './strings.js';

export function writeChangedGroups(keys: Iterable<string>): PartWriter {
  const part = new PartWriter('changed');
  writeStrings(part, 'keys', sortedByBytes(keys));
  return part;
}

export function changedGroups(part: Part): string[] {
  const keys = new Strings(part, 'keys');
  return Array.from({ length: keys.size }, (_, i) => keys.at(i));
}
