/** Writes what a market sells in a format of feeds, group by group. */
import type { SoldGroup, SoldGroups } from './sold-items.js';

export interface FeedWriter {
  head(): string;
  group(group: SoldGroup, groups: SoldGroups): string;
  tail(): string;
  /** Values that the format requires and products lack, with their numbers. */
  readonly lacking: ReadonlyMap<string, number>;
}

/** Counts what products lack. */
export class Lacking {
  readonly counts = new Map<string, number>();

  note(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }
}
