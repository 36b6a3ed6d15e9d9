/** Counts the entries of a map that an import added, changed and removed. */
import { isDeepStrictEqual } from 'node:util';
import type { DocumentCounts } from '../../imports/protocol.js';

export function countDifference(before: Record<string, unknown>, after: Record<string, unknown>): DocumentCounts {
  const counts = { added: 0, changed: 0, removed: 0 };
  for (const [id, record] of Object.entries(after)) {
    if (!Object.hasOwn(before, id)) counts.added++;
    else if (!isDeepStrictEqual(before[id], record)) counts.changed++;
  }
  for (const id of Object.keys(before)) if (!Object.hasOwn(after, id)) counts.removed++;
  return counts;
}
