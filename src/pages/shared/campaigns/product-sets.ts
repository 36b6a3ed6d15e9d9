/** The products that campaigns name, each set once: by ordinals where there are few, as a bitmap where there are many. */
import type { RuleExpression } from '../../../catalog/rules/rule-expression.js';
import { type Bitmap, emptyBitmap, fullBitmap, listBits, popcount, setBit } from '../../../kernel/bitmap.js';
import type { Steps } from '../../../kernel/steps.js';
import { passingProducts } from '../../../query/filters/filter.js';
import type { OfferContext } from '../../../query/filters/offer-context.js';
import type { RulePlanner } from '../../../query/filters/rule-planner.js';
import type { View } from '../../../snapshot/index.js';
import type { KeptCampaigns, ProductSet } from './kept-campaigns.js';
import { AT_ONCE, type MarketPlan, type NamedProducts, type PlannedSet } from './market-plan.js';
import { RuleProducts } from './rule-products.js';

/** A set of more products is kept as a bitmap. */
const MOST_LISTED = 4096;

export class ProductSets {
  private readonly byRules: RuleProducts;

  /** @param rules without a deadline: sets are made in between queries */
  constructor(
    private readonly view: View,
    private readonly rules: RulePlanner,
    private readonly offers: OfferContext,
    private readonly kept: Pick<KeptCampaigns, 'sets' | 'attributes'>,
  ) {
    this.byRules = new RuleProducts(view, rules, offers);
  }

  /** All sets of a plan in their order, each when it is made. */
  *all(plan: MarketPlan, nowMs: number, each: (set: ProductSet) => void): Steps<void> {
    yield* this.byRules.prepare(plan.sets);
    for (let number = 0; number < plan.sets.length; number++) {
      each(this.get(plan.sets[number]!, nowMs));
      if (number % AT_ONCE === AT_ONCE - 1) yield;
    }
    this.keepOnly(new Set(plan.sets.map(({ key }) => key)));
  }

  /** Forgets the sets that no campaign names any more. */
  private keepOnly(keys: ReadonlySet<string>): void {
    const { sets } = this.kept;
    for (const key of sets.keys()) if (!keys.has(key)) sets.delete(key);
  }

  private get(planned: PlannedSet, nowMs: number): ProductSet {
    const { key, isChanging, attributes } = planned;
    const known = this.kept.sets.get(key);
    if (known) return known;
    const set = this.make(planned, nowMs);
    if (isChanging) return set;
    this.kept.sets.set(key, set);
    for (const attribute of attributes) this.kept.attributes.add(attribute);
    return set;
  }

  private make({ named, rules }: PlannedSet, nowMs: number): ProductSet {
    const { structure } = this.view;
    const own = this.listed(named);
    if (rules === undefined) return { listed: own };
    const few = this.byRules.few(rules, nowMs);
    if (few) return { listed: own.length === 0 ? few : Uint32Array.from(new Set([...few, ...own])).sort() };
    const inRange = this.byRules.ofRange(rules);
    const bits = emptyBitmap(structure.productCount);
    if (inRange) for (let i = 0; i < inRange.length; i++) setBit(bits, inRange[i]!);
    else bits.set(this.passing(rules, nowMs) ?? fullBitmap(structure.productCount));
    for (const product of own) setBit(bits, product);
    const count = popcount(bits);
    if (count > MOST_LISTED) return { bits };
    const listed = new Uint32Array(count);
    listBits(bits, listed);
    return { listed };
  }

  private passing(rules: RuleExpression, nowMs: number): Bitmap | undefined {
    return passingProducts(this.rules.expression(rules, this.offers, nowMs), this.view.structure);
  }

  private listed({ keys = [], groups = [] }: NamedProducts): Uint32Array {
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
