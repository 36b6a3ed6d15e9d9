/**
 * Classifies the changes of an import, so that a build can keep unaffected parts of the previous snapshot: no change,
 * documents alone, the offers (prices, stock, stores) of groups, content, any change of some groups, or any other
 * change, which requires a full build.
 */
import type { GroupChanges } from '../../catalog/change-history.js';
import { OFFER_MEMBERS } from '../../catalog/offer-members.js';
import type { Product, ProductGroup, Variant, VariantData } from '../../catalog/records.js';
import { ANY, splitOverrideKey } from '../../catalog/view.js';
import { equalJson } from '../../kernel/equal-json.js';

export type ImportChange =
  | { kind: 'none' }
  /** Documents (pages, navigation and others), but no records of the catalog. */
  | { kind: 'site' }
  /** The offers of these groups, sorted by key. */
  | { kind: 'offers'; groups: ChangedGroup[] }
  /** Content, and the offers of these groups. */
  | { kind: 'content'; groups: ChangedGroup[] }
  /** These groups, in any way: added, changed or removed; sorted keys. `content`: content too. */
  | { kind: 'groups'; keys: string[]; content: boolean }
  | { kind: 'full' };

/** Key of a group, and keys of its products whose offers changed. */
export interface ChangedGroup {
  key: string;
  products: string[];
}

/** Most groups that are told apart when more than their offers changed. */
const MOST_GROUPS = 100_000;

type Difference = 'none' | 'offers' | 'full';

export interface Comparison {
  difference: Difference;
  /** Keys of the products whose offers differ; incomplete when the difference is `full`. */
  products: string[];
}

function larger(a: Difference, b: Difference): Difference {
  return a === 'full' || b === 'full' ? 'full' : a === 'offers' || b === 'offers' ? 'offers' : 'none';
}

export function compareBlocks(before: VariantData, after: VariantData): Difference {
  let difference: Difference = 'none';
  for (const name of Object.keys(before) as (keyof VariantData)[]) {
    if (equalJson(before[name], after[name])) continue;
    if (!OFFER_MEMBERS.has(name)) return 'full';
    difference = 'offers';
  }
  for (const name of Object.keys(after) as (keyof VariantData)[]) {
    if (Object.hasOwn(before, name)) continue;
    if (!OFFER_MEMBERS.has(name)) return 'full';
    difference = 'offers';
  }
  return difference;
}

function compareOverrides(before: Variant['overrides'] = {}, after: Variant['overrides'] = {}): Difference {
  let difference: Difference = 'none';
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[key], after[key]];
    // The key of an override adds its locale to the markets, even with an empty block.
    if ((!old || !now) && splitOverrideKey(key).locale !== ANY) return 'full';
    if (!old || !now) difference = 'offers';
    difference = larger(difference, compareBlocks(old ?? {}, now ?? {}));
  }
  return difference;
}

function sameKeys(before: object, after: object): boolean {
  return equalJson(Object.keys(before), Object.keys(after));
}

function compareVariants(before: Variant, after: Variant): Difference {
  if (!equalJson(before.limitedMarkets, after.limitedMarkets)) return 'full';
  return larger(compareBlocks(before.defaults, after.defaults), compareOverrides(before.overrides, after.overrides));
}

function compareProducts(before: Product, after: Product): Difference {
  const { variants: oldVariants, ...old } = before;
  const { variants: newVariants, ...now } = after;
  // Images without an `order` are shown in the order of their keys.
  if (!equalJson(old, now) || !sameKeys(old.images ?? {}, now.images ?? {})) return 'full';
  if (!sameKeys(oldVariants, newVariants)) return 'full';
  let difference: Difference = 'none';
  for (const [key, variant] of Object.entries(oldVariants)) {
    difference = larger(difference, compareVariants(variant, newVariants[key]!));
    if (difference === 'full') break;
  }
  return difference;
}

/** Compares two records of a group. Another order of products, variants or images is a `full` difference. */
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

/** Collects the changes of an import. */
export class ChangeLog {
  private full = false;
  private contentChanged = false;
  /** Keys of the products whose offers changed, by group key. */
  private readonly offers = new Map<string, Set<string>>();
  /** Keys of the groups that changed in other ways. */
  private readonly groups = new Set<string>();

  /** Adds a change of a group; for one that is added or removed, the difference is `full`. */
  addGroup(key: string, { difference, products }: Comparison): void {
    if (difference === 'none' || this.full) return;
    if (difference === 'full') {
      this.groups.add(key);
      if (this.groups.size > MOST_GROUPS) this.addOther();
      return;
    }
    let changed = this.offers.get(key);
    if (!changed) this.offers.set(key, (changed = new Set()));
    for (const product of products) changed.add(product);
  }

  /** Adds a change of a content item. */
  addContent(): void {
    this.contentChanged = true;
  }

  /** Adds any other change. */
  addOther(): void {
    this.full = true;
    this.offers.clear();
    this.groups.clear();
  }

  summary(): ImportChange {
    const { full, contentChanged: content } = this;
    if (full) return { kind: 'full' };
    if (this.groups.size > 0)
      return { kind: 'groups', keys: [...new Set([...this.groups, ...this.offers.keys()])].sort(), content };
    const groups = [...this.offers.keys()].sort().map(key => ({ key, products: [...this.offers.get(key)!].sort() }));
    if (content) return { kind: 'content', groups };
    return groups.length === 0 ? { kind: 'none' } : { kind: 'offers', groups };
  }
}

/** What the catalog store remembers of a change; undefined where it concerns more than some groups and content. */
export function groupChanges(change: ImportChange): GroupChanges | undefined {
  switch (change.kind) {
    case 'none':
    case 'site':
      return { keys: [], content: false };
    case 'offers':
    case 'content':
      return { keys: change.groups.map(({ key }) => key), content: change.kind === 'content' };
    case 'groups':
      return { keys: change.keys, content: change.content };
    case 'full':
      return undefined;
  }
}

/** The change that consists of those of several transactions. @param changes undefined where they are not known */
export function combinedChange(changes: GroupChanges | undefined): ImportChange {
  if (changes === undefined) return { kind: 'full' };
  const { keys, content } = changes;
  if (keys.length > 0) return { kind: 'groups', keys: [...keys], content };
  return content ? { kind: 'content', groups: [] } : { kind: 'site' };
}
