/**
 * The products of rules by the condition that the fewest have, tested against the others: thousands of campaigns with rules
 * of their own take a fraction of what bitmaps of all products would.
 */
import type { Restriction, Rule, RuleExpression } from '../../../catalog/rules/rule-expression.js';
import type { Attribute } from '../../../index/attributes.js';
import type { Offers } from '../../../index/offers.js';
import { hasBit } from '../../../kernel/bitmap.js';
import type { Steps } from '../../../kernel/steps.js';
import type { OfferContext } from '../../../query/filters/offer-context.js';
import type { RulePlanner } from '../../../query/filters/rule-planner.js';
import type { View } from '../../../snapshot/index.js';
import type { PlannedSet } from './market-plan.js';
import { type ValueOrder, valueOrder } from './value-order.js';

/** Owners of the rarest condition up to which they are tested one by one. */
const MOST_TESTED = 4096;
/** Ranges of an attribute from which on an order of its values takes less than looking for each of them. */
const LEAST_RANGES = 8;

/** By attribute; offers are those of one structure. */
const orders = new WeakMap<Offers, Map<string, ValueOrder>>();

interface Test {
  product(product: number): boolean;
  /** Absent: it is no condition on variants. */
  variant?(variant: number): boolean;
}

/** What has a condition. */
interface Owners {
  count: number;
  /** The condition, where all of the products meet it, whichever variant meets the others. */
  met?: Restriction;
  /** Of products, in any order. */
  products(): Iterable<number>;
}

const always = () => true;

export class RuleProducts {
  private readonly orders: Map<string, ValueOrder>;
  /** Owners of the values that were asked for. */
  private readonly known = new Map<Attribute, Map<string, readonly Uint32Array[]>>();

  /** @param planner without a deadline */
  constructor(
    private readonly view: View,
    private readonly planner: RulePlanner,
    private readonly offers: OfferContext,
  ) {
    let known = orders.get(view.offers);
    if (!known) orders.set(view.offers, (known = new Map()));
    this.orders = known;
  }

  /** Makes what many sets take less with. */
  *prepare(sets: readonly PlannedSet[]): Steps<void> {
    const ranges = new Map<string, number>();
    for (const { rules = [] } of sets) {
      for (const { attribute, condition } of rules.flatMap(({ restrictions }) => restrictions)) {
        if (condition.kind === 'range') ranges.set(attribute, (ranges.get(attribute) ?? 0) + 1);
      }
    }
    for (const [attribute, count] of ranges) {
      const values = this.column(attribute);
      if (!values || count < LEAST_RANGES || this.orders.has(attribute)) continue;
      this.orders.set(attribute, yield* valueOrder(values, this.view.structure.productOf));
    }
  }

  /** The products of rules that are one range alone, as often as they have a variant in it; undefined: they are not. */
  ofRange(rules: RuleExpression): Uint32Array | undefined {
    const [restriction, ...more] = rules.flatMap(({ restrictions }) => restrictions);
    return restriction && more.length === 0 ? this.inRange(restriction) : undefined;
  }

  /** Ascending; undefined where too many would have to be tested. */
  few(rules: RuleExpression, nowMs: number): Uint32Array | undefined {
    const found = new Set<number>();
    for (const rule of rules) {
      const rarest = this.rarest(rule);
      if (!rarest || rarest.count > MOST_TESTED) return undefined;
      const passes = this.testOf(
        rule.restrictions.filter(one => one !== rarest.met),
        nowMs,
      );
      for (const product of rarest.products()) if (passes(product)) found.add(product);
    }
    return rules.length === 0 ? undefined : Uint32Array.from(found).sort();
  }

  private rarest({ restrictions }: Rule): Owners | undefined {
    let rarest: Owners | undefined;
    for (const restriction of restrictions) {
      const owners = restriction.exclude ? undefined : this.owners(restriction);
      if (owners && owners.count < (rarest?.count ?? Number.POSITIVE_INFINITY)) rarest = owners;
    }
    return rarest;
  }

  private owners(restriction: Restriction): Owners | undefined {
    const inRange = this.inRange(restriction);
    if (inRange) return { count: inRange.length, products: () => inRange };
    const { attribute: id, condition } = restriction;
    const attribute = condition.kind === 'values' ? this.view.attributes.get(id) : undefined;
    if (!attribute || condition.kind !== 'values' || isOfKeys(id)) return undefined;
    const owners = condition.values.flatMap(value => this.ownersOf(attribute, value));
    const count = owners.reduce((sum, { length }) => sum + length, 0);
    if (attribute.level === 'product')
      return { count, met: restriction, products: () => owners.flatMap(some => [...some]) };
    const { productOf } = this.view.structure;
    return { count, products: () => owners.flatMap(some => Array.from(some, variant => productOf[variant]!)) };
  }

  private ownersOf(attribute: Attribute, value: string): readonly Uint32Array[] {
    let known = this.known.get(attribute);
    if (!known) this.known.set(attribute, (known = new Map()));
    let owners = known.get(value);
    if (!owners) {
      owners = this.planner.resolve(attribute.id, value).map(ordinal => attribute.ownersOf(ordinal));
      known.set(value, owners);
    }
    return owners;
  }

  private inRange({ attribute, condition, exclude }: Restriction): Uint32Array | undefined {
    if (exclude || condition.kind !== 'range') return undefined;
    return this.orders.get(attribute)?.between(condition.min, condition.max);
  }

  /**
   * Whether a product passes restrictions, as `RulePlanner` has it: one of its variants meets all that is included, and none of
   * those that do meets what is excluded.
   */
  private testOf(restrictions: readonly Restriction[], nowMs: number): (product: number) => boolean {
    const tests = (exclude: boolean) =>
      restrictions.filter(one => one.exclude === exclude).map(one => this.test(one, nowMs));
    const [included, excluded] = [tests(false), tests(true)];
    const ofVariants = included.flatMap(({ variant }) => variant ?? []);
    const { variantStart } = this.view.structure;
    const hasVariant = (product: number, isMet: (variant: number) => boolean) => {
      for (let v = variantStart[product]!; v < variantStart[product + 1]!; v++) {
        if (isMet(v) && ofVariants.every(has => has(v))) return true;
      }
      return false;
    };
    return product =>
      included.every(one => one.product(product)) &&
      (ofVariants.length === 0 || hasVariant(product, always)) &&
      !excluded.some(one => one.product(product) && (!one.variant || hasVariant(product, one.variant)));
  }

  private test(restriction: Restriction, nowMs: number): Test {
    const { attribute, condition } = restriction;
    const values = condition.kind === 'range' ? this.column(attribute) : undefined;
    if (values && condition.kind === 'range') {
      const { min, max } = condition;
      return { product: always, variant: variant => values[variant]! >= min && values[variant]! <= max };
    }
    const { products, variants } = this.planner.restriction(restriction, this.offers, nowMs);
    return {
      product: products ? product => hasBit(products, product) : always,
      ...(variants && { variant: variant => hasBit(variants, variant) }),
    };
  }

  /** Numbers of variants by the market's prices and stock. */
  private column(attribute: string): ArrayLike<number> | undefined {
    switch (attribute) {
      case 'price':
        return this.offers.sell;
      case 'list_price':
        return this.offers.list;
      case 'discount':
        return this.offers.discount;
      case 'stock_number':
        return this.offers.stock;
    }
    return undefined;
  }
}

/** Whether values of an attribute are keys of the catalog. */
function isOfKeys(attribute: string): boolean {
  return attribute.endsWith('_key') || attribute === 'in_stock';
}
