/**
 * The outline of a product group: the data by which a build orders groups and partitions markets before it reads any
 * group. The store keeps it in front of the group's record, so that ordering a million groups decodes none of them.
 */
import { OFFER_MEMBERS } from './offer-members.js';
import type { Image, Product, ProductGroup, Variant, VariantData } from './records.js';
import { ANY } from './view.js';

export interface GroupOutline {
  /** The category by which the group is placed in the index; empty where it has none. */
  category: string;
  /** Lists of markets to which products, variants or images of the group are limited; each list once. */
  limits: string[][];
  /** Keys of overrides for one market whose data is not only an offer; each key once. */
  overrides: string[];
}

export function outlineOf(group: ProductGroup): GroupOutline {
  const collector = new Collector();
  for (const product of Object.values(group.products)) collector.product(product);
  return {
    category: categoryOf(group),
    limits: collector.limits,
    overrides: collector.overrides,
  };
}

/** The category by which a group is placed in the index. */
export function categoryOf({ products }: ProductGroup): string {
  for (const key in products) {
    const { category, ontology } = products[key].defaults;
    return category?.[0] ?? ontology ?? '';
  }
  return '';
}

class Collector {
  readonly limits: string[][] = [];
  readonly overrides: string[] = [];

  product({ markets, overrides, variants, images }: Product): void {
    this.limit(markets);
    this.add(overrides);
    for (const key in variants) this.variant(variants[key]);
    for (const key in images) this.image(images[key]);
  }

  private variant({ limitedMarkets, overrides }: Variant): void {
    if (limitedMarkets) this.limit(limitedMarkets);
    this.add(overrides, isOffer);
  }

  private image({ limitedMarkets, overrides }: Image): void {
    if (limitedMarkets) this.limit(limitedMarkets);
    this.add(overrides);
  }

  private limit(markets: string[]): void {
    if (!this.limits.some(other => other.length === markets.length && other.every((name, i) => name === markets[i])))
      this.limits.push(markets);
  }

  private add<T>(overrides: Record<string, T> | undefined, ignored: (block: T) => boolean = () => false): void {
    for (const key in overrides) {
      if (key.startsWith(ANY) || this.overrides.includes(key) || ignored(overrides[key])) continue;
      this.overrides.push(key);
    }
  }
}

function isOffer(block: VariantData): boolean {
  for (const name in block) if (!OFFER_MEMBERS.has(name)) return false;
  return true;
}
