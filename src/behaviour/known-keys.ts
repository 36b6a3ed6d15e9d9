/**
 * The markets and keys of a snapshot, against which notifications are validated. Keys are looked up in the memory that
 * the query threads share, which takes microseconds and reads no file, so that the front end may do it.
 */
import { Structure } from '../index/structure.js';
import { partOf, type SharedSnapshot } from '../snapshot/index.js';

export class KnownKeys {
  /** The product structures, one for each market: its locales share it. */
  private readonly structures: Structure[];
  /** The structures of content items, each once. */
  private readonly contents: Structure[];
  private readonly marketNames: Set<string>;

  constructor(snapshot: SharedSnapshot) {
    const { manifest } = snapshot;
    this.marketNames = new Set(manifest.views.map(({ market }) => market));
    const open = (files: readonly string[]) =>
      Array.from(new Set(files), file => new Structure(partOf(snapshot, file)));
    this.structures = open(manifest.views.map(({ parts }) => parts.structure));
    this.contents = open(manifest.views.flatMap(({ content }) => content?.parts.structure ?? []));
  }

  get markets(): ReadonlySet<string> {
    return this.marketNames;
  }

  hasProduct(key: string): boolean {
    return this.structures.some(({ products }) => products.find(key) >= 0);
  }

  /** The key of a product's group, undefined when no market has the product. */
  groupOfProduct(key: string): string | undefined {
    for (const { products, groupOf, groups } of this.structures) {
      const product = products.find(key);
      if (product >= 0) return groups.at(groupOf[product]);
    }
    return undefined;
  }

  hasContent(key: string): boolean {
    return this.contents.some(({ products }) => products.find(key) >= 0);
  }

  /** The key of a variant's product, undefined when no market has the variant. */
  productOfVariant(key: string): string | undefined {
    for (const { variants, productOf, products } of this.structures) {
      const variant = variants.find(key);
      if (variant >= 0) return products.at(productOf[variant]);
    }
    return undefined;
  }
}
