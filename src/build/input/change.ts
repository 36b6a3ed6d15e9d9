/**
 * What an import changed, as far as a build cares: nothing; only what variants are offered for (prices, stock, stores)
 * in a few groups, or content, which leaves texts and structure of the products as they are; or anything else.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Product, ProductGroup, Variant, VariantData } from '../../catalog/records.js';
import { ANY, splitOverrideKey } from '../../catalog/view.js';

export type ImportChange =
  | { kind: 'none' }
  /** Pages, navigation and the like, but nothing of the catalog. */
  | { kind: 'site' }
  /** By group key. */
  | { kind: 'offers'; groups: ChangedGroup[] }
  /** Content, and the offers of these groups. */
  | { kind: 'content'; groups: ChangedGroup[] }
  | { kind: 'full' };

/** A group, and those of its products whose offers changed, both by key. */
export interface ChangedGroup {
  key: string;
  products: string[];
}

/** Above this share of the groups, building everything is the quicker way. */
const MAX_OFFERS_SHARE = 0.2;

/** Of a variant: what an offer says. Everything else of a catalog is text or structure. */
export const OFFER_MEMBERS: ReadonlySet<string> = new Set<keyof VariantData>([
  'stock',
  'listPrice',
  'sellingPrice',
  'cost',
  'stores',
  'customPrices',
]);

type Difference = 'none' | 'offers' | 'full';

export interface Comparison {
  difference: Difference;
  /** Keys of the products whose offers differ; worth nothing where more does. */
  products: string[];
}

function larger(a: Difference, b: Difference): Difference {
  return a === 'full' || b === 'full' ? 'full' : a === 'offers' || b === 'offers' ? 'offers' : 'none';
}

function compareBlocks(before: VariantData, after: VariantData): Difference {
  let difference: Difference = 'none';
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof VariantData>) {
    if (isDeepStrictEqual(before[name], after[name])) continue;
    if (!OFFER_MEMBERS.has(name)) return 'full';
    difference = 'offers';
  }
  return difference;
}

function compareOverrides(before: Variant['overrides'] = {}, after: Variant['overrides'] = {}): Difference {
  let difference: Difference = 'none';
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[key], after[key]];
    // The key itself names a locale to its markets, even over an empty block.
    if ((!old || !now) && splitOverrideKey(key).locale !== ANY) return 'full';
    if (!old || !now) difference = 'offers';
    difference = larger(difference, compareBlocks(old ?? {}, now ?? {}));
  }
  return difference;
}

function sameKeys(before: object, after: object): boolean {
  return isDeepStrictEqual(Object.keys(before), Object.keys(after));
}

function compareVariants(before: Variant, after: Variant): Difference {
  if (!isDeepStrictEqual(before.limitedMarkets, after.limitedMarkets)) return 'full';
  return larger(compareBlocks(before.defaults, after.defaults), compareOverrides(before.overrides, after.overrides));
}

function compareProducts(before: Product, after: Product): Difference {
  const { variants: oldVariants, ...old } = before;
  const { variants: newVariants, ...now } = after;
  // Images stand in the order of their keys unless they state another.
  if (!isDeepStrictEqual(old, now) || !sameKeys(old.images ?? {}, now.images ?? {})) return 'full';
  if (!sameKeys(oldVariants, newVariants)) return 'full';
  let difference: Difference = 'none';
  for (const [key, variant] of Object.entries(oldVariants)) {
    difference = larger(difference, compareVariants(variant, newVariants[key]!));
    if (difference === 'full') break;
  }
  return difference;
}

/** Compares two records of one group. Products, variants and images in another order are a full difference. */
export function compareGroups(before: ProductGroup, after: ProductGroup): Comparison {
  const products: string[] = [];
  if ((before.suppressDuplicates ?? false) !== (after.suppressDuplicates ?? false))
    return { difference: 'full', products };
  if (!sameKeys(before.products, after.products)) return { difference: 'full', products };
  for (const [key, product] of Object.entries(before.products)) {
    const difference = compareProducts(product, after.products[key]!);
    if (difference === 'full') return { difference, products };
    if (difference === 'offers') products.push(key);
  }
  return { difference: products.length > 0 ? 'offers' : 'none', products };
}

/** Collects the differences of an import. */
export class ChangeLog {
  private full = false;
  private contentChanged = false;
  /** By group, the products whose offers changed. */
  private readonly offers = new Map<string, Set<string>>();

  /** A group that came, went, or differs. */
  group(key: string, { difference, products }: Comparison): void {
    if (difference === 'full') this.other();
    if (difference !== 'offers' || this.full) return;
    let changed = this.offers.get(key);
    if (!changed) this.offers.set(key, (changed = new Set()));
    for (const product of products) changed.add(product);
  }

  /** An item of content came, went, or differs. */
  content(): void {
    this.contentChanged = true;
  }

  /** Anything else changed. */
  other(): void {
    this.full = true;
    this.offers.clear();
  }

  /** @param groupCount groups in the catalog after the import */
  summary(groupCount: number): ImportChange {
    if (this.full || this.offers.size > groupCount * MAX_OFFERS_SHARE) return { kind: 'full' };
    const groups = [...this.offers.keys()].sort().map(key => ({ key, products: [...this.offers.get(key)!].sort() }));
    if (this.contentChanged) return { kind: 'content', groups };
    return groups.length === 0 ? { kind: 'none' } : { kind: 'offers', groups };
  }
}
