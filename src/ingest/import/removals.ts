/**
 * Counts the products and content items that a full import removes, to refuse one that would empty a shop by mistake. A
 * key that moves to another place counts as kept.
 */
import type { CatalogStore } from '../../catalog/catalog-store.js';
import { Problem } from '../../errors/problem.js';

/** Fewer removals are never refused; from this number on, an import may remove up to half of the records. */
export const DANGEROUS_REMOVALS = 10;

export class Removals {
  private readonly products = new Set<string>();
  private readonly contentKeys = new Set<string>();
  private readonly before;

  /** To be constructed before the import changes the store. */
  constructor(private readonly store: CatalogStore) {
    this.before = store.counts;
  }

  addProduct(key: string): void {
    this.products.add(key);
  }

  addContent(key: string): void {
    this.contentKeys.add(key);
  }

  /** @throws `import_dangerous` when more than half of the products or content items are removed */
  refuseDangerous(): void {
    const products = count(this.products, key => this.store.owner(key)?.kind !== 'product');
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
