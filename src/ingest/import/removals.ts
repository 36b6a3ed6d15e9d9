/**
 * Counts the products and content items that an import takes away, from the catalog and from each market, to refuse one
 * that would empty a shop by mistake. A key that moves to another place counts as kept.
 */
import type { CatalogStore } from '../../catalog/catalog-store.js';
import type { ProductGroup } from '../../catalog/records.js';
import { Problem } from '../../errors/problem.js';

/** Fewer removals are never refused; from these numbers on, an import may remove up to half of the records. */
export const DANGEROUS = { products: 20, content: 10 } as const;

export class Removals {
  private readonly products = new Set<string>();
  private readonly byMarket = new Map<string, Set<string>>();
  private readonly contentKeys = new Set<string>();
  private readonly before;

  /** To be constructed before the import changes the store. */
  constructor(private readonly store: CatalogStore) {
    this.before = { ...store.counts };
  }

  /** Notes what a group loses. @param after undefined: all of it */
  noteGroup(before: ProductGroup, after: ProductGroup | undefined): void {
    for (const [key, { markets }] of Object.entries(before.products)) {
      const left = after && Object.hasOwn(after.products, key) ? after.products[key] : undefined;
      if (!left) this.products.add(key);
      for (const market of markets) if (!left?.markets.includes(market)) this.setOf(market).add(key);
    }
  }

  noteContent(key: string): void {
    this.contentKeys.add(key);
  }

  /** @throws `import_dangerous` when more than half of the products, of those of a market, or of the content are gone */
  refuseDangerous(): void {
    const { store, before } = this;
    const gone = countOf(this.products, key => store.owner(key)?.kind !== 'product');
    refuse('products', gone, before.products, DANGEROUS.products);
    for (const [market, keys] of this.byMarket) this.refuseIn(market, keys);
    const contents = countOf(this.contentKeys, key => store.getContent(key) === undefined);
    refuse('content items', contents, before.content, DANGEROUS.content);
  }

  private refuseIn(market: string, keys: ReadonlySet<string>): void {
    if (keys.size < DANGEROUS.products) return;
    const gone = countOf(keys, key => !this.isSold(key, market));
    // So many groups at least are left; to count their products reads every group.
    if (gone < DANGEROUS.products || gone <= this.store.recordsOf(market) - this.store.counts.content) return;
    const left = this.productsIn(market);
    if (gone > left) throw dangerous(`${gone} products of market ${market} and leave ${left}`);
  }

  private isSold(key: string, market: string): boolean {
    const owner = this.store.owner(key);
    if (owner?.kind !== 'product') return false;
    return this.store.getGroup(owner.group)?.products[key]?.markets.includes(market) ?? false;
  }

  /** The number of products of a market, with those that the import has added. */
  private productsIn(market: string): number {
    let count = 0;
    for (const key of this.store.groupKeys()) {
      for (const { markets } of Object.values(this.store.getGroup(key)!.products))
        if (markets.includes(market)) count++;
    }
    return count;
  }

  private setOf(market: string): Set<string> {
    let keys = this.byMarket.get(market);
    if (!keys) this.byMarket.set(market, (keys = new Set()));
    return keys;
  }
}

function countOf(keys: ReadonlySet<string>, counts: (key: string) => boolean): number {
  let sum = 0;
  for (const key of keys) if (counts(key)) sum++;
  return sum;
}

function refuse(what: string, gone: number, before: number, least: number): void {
  if (gone >= least && gone * 2 > before) throw dangerous(`${gone} of ${before} ${what}`);
}

function dangerous(removed: string): Problem {
  return new Problem(
    'import_dangerous',
    `catalog: this import would remove ${removed}, which is judged dangerous; ` +
      'repeat it with force=true if that is intended',
  );
}
