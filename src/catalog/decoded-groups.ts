/**
 * Groups that a transaction has read, decoded once: an edit reads its group several times. They are what the store holds
 * at any moment, and are forgotten with the transaction.
 */
import type { ProductGroup } from './records.js';

const MOST_KEPT = 4096;

export class DecodedGroups {
  private readonly groups = new Map<string, ProductGroup>();

  get(key: string): ProductGroup | undefined {
    return this.groups.get(key);
  }

  keep(key: string, group: ProductGroup): void {
    if (this.groups.size < MOST_KEPT) this.groups.set(key, group);
  }

  /** The group is another from now on; undefined: there is none. */
  follow(key: string, after: ProductGroup | undefined): void {
    if (after && this.groups.has(key)) this.groups.set(key, after);
    else this.groups.delete(key);
  }

  clear(): void {
    this.groups.clear();
  }
}
