/**
 * Cache of the groups that a transaction has decoded, because an edit reads its group several times. An entry always
 * equals the stored group; the cache is cleared when the transaction ends.
 */
import type { ProductGroup } from './records.js';

const MAX_GROUPS = 4096;

export class DecodedGroups {
  private readonly groups = new Map<string, ProductGroup>();

  get(key: string): ProductGroup | undefined {
    return this.groups.get(key);
  }

  add(key: string, group: ProductGroup): void {
    if (this.groups.size < MAX_GROUPS) this.groups.set(key, group);
  }

  /** Follows a write: `after` is the group now stored under the key, undefined when it was removed. */
  replace(key: string, after: ProductGroup | undefined): void {
    if (after && this.groups.has(key)) this.groups.set(key, after);
    else this.groups.delete(key);
  }

  clear(): void {
    this.groups.clear();
  }
}
