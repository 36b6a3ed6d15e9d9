/**
 * Which markets and keys a snapshot has, for checking what notifications name. Everything is found in the memory that
 * the query threads share: looking a key up takes microseconds and no file, so that the front end may do it.
 */
import { Part } from '../index/part.js';
import { Site } from '../index/site.js';
import { Structure } from '../index/structure.js';
import type { SharedSnapshot } from '../snapshot/index.js';

export class KnownKeys {
  /** One for each market's products; locales of a market share theirs. */
  private readonly structures: Structure[];
  private readonly site: Site;
  private readonly marketNames: Set<string>;

  constructor({ manifest, parts }: SharedSnapshot) {
    this.marketNames = new Set(manifest.views.map(({ market }) => market));
    const files = new Set(manifest.views.map(({ parts }) => parts.structure));
    const part = (file: string) => new Part(parts.get(file)!);
    this.structures = Array.from(files, file => new Structure(part(file)));
    this.site = new Site(part(manifest.site));
  }

  get markets(): ReadonlySet<string> {
    return this.marketNames;
  }

  hasProduct(key: string): boolean {
    return this.structures.some(({ products }) => products.find(key) >= 0);
  }

  hasContent(key: string): boolean {
    return this.site.hasContent(key);
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
