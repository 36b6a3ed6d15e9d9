/**
 * How many products and content items a full import takes away, for the protection against one that would empty a
 * shop by mistake. A key that goes from one place and stands in another at the end counts as kept.
 */
import type { CatalogStore } from '../../catalog/catalog-store.js';
import { Problem } from '../../errors/problem.js';

/** From this many removals on, and over half of what was there, a full import needs to be forced. */
export const DANGEROUS_REMOVALS = 10;

export class Removals {
  private readonly products = new Set<string>();
  private readonly contentKeys = new Set<string>();
  private readonly before;

  /** To be made before the import changes the store. */
  constructor(private readonly store: CatalogStore) {
    this.before = store.counts;
  }

  product(key: string): void {
    this.products.add(key);
  }

  content(key: string): void {
    this.contentKeys.add(key);
  }

  /** @throws Problem BAD_REQUEST when too much of what was there is gone now. */
  refuseDangerous(): void {
    const products = count(this.products, key => this.store.groupOfProduct(key) === undefined);
    refuse('products', products, this.before.products);
    refuse('content items', this.contentKeys.size, this.before.content);
  }
}

function count(keys: Set<string>, counts: (key: string) => boolean): number {
  let sum = 0;
  for (const key of keys) if (counts(key)) sum++;
  return sum;
}

function refuse(what: string, gone: number, before: number): void {
  if (gone < DANGEROUS_REMOVALS || gone * 2 <= before) return;
  throw new Problem(
    'import_dangerous',
    `catalog: this import would remove ${gone} of ${before} ${what}, which is judged dangerous; ` +
      'repeat it with force=true if that is intended',
  );
}
