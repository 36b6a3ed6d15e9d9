/**
 * The products that campaigns name, each set once: by ordinals where there are few, as a bitmap where there are many. Sets
 * that prices and stock do not change are kept for as long as the view's other parts stay.
 */
import { parseRules } from '../../../catalog/rules/parse-rules.js';
import type { RuleExpression } from '../../../catalog/rules/rule-expression.js';
import type { Campaign } from '../../../catalog/site/campaign-document.js';
import { type Bitmap, fullBitmap, listBits, popcount, setBit } from '../../../kernel/bitmap.js';
import { passingProducts } from '../../../query/filters/filter.js';
import type { OfferContext } from '../../../query/filters/offer-context.js';
import type { RulePlanner } from '../../../query/filters/rule-planner.js';
import type { PartsKey, View } from '../../../snapshot/index.js';

/** A set of more products is kept as a bitmap. */
const MOST_LISTED = 4096;
/** Attributes whose values are those of the market's prices and stock. */
const OF_OFFERS: ReadonlySet<string> = new Set(['price', 'list_price', 'discount', 'stock_number', 'in_stock']);

export type NamedProducts = NonNullable<Campaign['products']>;

/** Exactly one of the members. */
export interface ProductSet {
  listed?: Uint32Array;
  bits?: Bitmap;
}

/** By the key of what names them. */
const lasting = new WeakMap<PartsKey, Map<string, ProductSet>>();

/** Equal for equal products. */
export function setKey({ keys = [], groups = [], rules = '' }: NamedProducts): string {
  return JSON.stringify([[...keys].sort(), [...groups].sort(), rules]);
}

/** Whether rules depend on time or on prices and stock. */
export function changesWith(rules: string | undefined): boolean {
  return rules !== undefined && changes(parseRules(rules));
}

function changes(rules: RuleExpression): boolean {
  return rules.some(({ restrictions }) =>
    restrictions.some(({ attribute }) => attribute === 'newness' || OF_OFFERS.has(attribute)),
  );
}

export class ProductSets {
  private readonly kept: Map<string, ProductSet>;

  /** @param rules without a deadline: sets are made in between queries */
  constructor(
    private readonly view: View,
    private readonly rules: RulePlanner,
    private readonly offers: OfferContext,
  ) {
    let kept = lasting.get(view.key);
    if (!kept) lasting.set(view.key, (kept = new Map()));
    this.kept = kept;
  }

  /** @param key of `setKey` */
  get(key: string, named: NamedProducts, nowMs: number): ProductSet {
    const known = this.kept.get(key);
    if (known) return known;
    const made = this.make(named, nowMs);
    if (!changesWith(named.rules)) this.kept.set(key, made);
    return made;
  }

  /** Forgets the sets that no campaign names any more. */
  keepOnly(keys: ReadonlySet<string>): void {
    for (const key of this.kept.keys()) if (!keys.has(key)) this.kept.delete(key);
  }

  private make({ keys = [], groups = [], rules }: NamedProducts, nowMs: number): ProductSet {
    const { structure } = this.view;
    if (rules === undefined) return { listed: this.listed(keys, groups) };
    const parsed = parseRules(rules);
    const passing = passingProducts(this.rules.expression(parsed, this.offers, nowMs), structure);
    const count = passing ? popcount(passing) : structure.productCount;
    if (count > MOST_LISTED) {
      const bits = passing?.slice() ?? fullBitmap(structure.productCount);
      for (const product of this.listed(keys, groups)) setBit(bits, product);
      return { bits };
    }
    const own = new Uint32Array(count);
    if (count > 0) listBits(passing ?? fullBitmap(structure.productCount), own);
    if (keys.length + groups.length === 0) return { listed: own };
    return { listed: Uint32Array.from(new Set([...own, ...this.listed(keys, groups)])).sort() };
  }

  private listed(keys: readonly string[], groups: readonly string[]): Uint32Array {
    const { structure } = this.view;
    const found = new Set<number>();
    for (const key of keys) {
      const product = structure.products.find(key);
      if (product >= 0) found.add(product);
    }
    for (const key of groups) {
      const group = structure.groups.find(key);
      if (group < 0) continue;
      for (let p = structure.groupStart[group]!; p < structure.groupStart[group + 1]!; p++) found.add(p);
    }
    return Uint32Array.from(found).sort();
  }
}
