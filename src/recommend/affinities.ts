/**
 * The affinities of visitors in one view. What was learned of a history is kept for the visitors who asked last, and the
 * ordinals of keys for all: visitors look at the same products mostly.
 */
import type { Remembered, Visitor } from '../behaviour/visitors/visitor.js';
import { finish, type Steps } from '../kernel/steps.js';
import { TwoGenerationCache } from '../kernel/two-generation-cache.js';
import type { OfferContext } from '../query/filters/offer-context.js';
import type { View } from '../snapshot/index.js';
import { Affinity, type Excess, type Liking } from './affinity.js';
import { AffinityColumns, logOfLevel } from './affinity-columns.js';
import { productOf, weighHistory } from './history.js';
import { KnownSizes } from './known-sizes.js';
import { PriceBand } from './price-band.js';
import { SharedByParts } from './shared-by-parts.js';
import { PRIOR } from './taste.js';
import { type Trait, traitsOf } from './traits.js';

/** Least standard deviation of the logarithm of prices: a third more or less is the same price range. */
const PRICE_SPREAD = 0.35;
/** Newest entries that are read of each list. */
const MOST_READ = 8;
/** Visitors of each generation of the cache. */
const MOST_KEPT = 512;
/** Keys of each generation of theirs: finding one takes microseconds. */
const MOST_KEYS = 16_384;
/** Weights of a history fade, so that it is weighed again after this time. */
const KEPT_MS = 3_600_000;

/** The lists that affinities come from. */
const LISTS = ['views', 'favorites', 'cart', 'bought', 'boughtVariants'] as const;
type Lists = Pick<Visitor, (typeof LISTS)[number]>;

interface KnownVisitor {
  /** That was read last. */
  visitor: Visitor;
  lists: Lists;
  learnedMs: number;
  /** Undefined: no product of the history is in the view. */
  liking: Liking | undefined;
}

type WeighedHistory = ReadonlyMap<number, number>;

export class Affinities {
  private readonly known = new TwoGenerationCache<KnownVisitor>(MOST_KEPT);
  /** Ordinals of keys; -1 where the view has none. */
  private readonly products = new TwoGenerationCache<number>(MOST_KEYS);
  private readonly variants = new TwoGenerationCache<number>(MOST_KEYS);

  constructor(
    private readonly view: View,
    private readonly columns: AffinityColumns,
  ) {}

  /** @returns undefined where the visitor has no history in the view */
  of(customerKey: string, visitor: Visitor, offers: OfferContext, nowMs: number): Affinity | undefined {
    let known = this.known.get(customerKey);
    if (!known || nowMs - known.learnedMs > KEPT_MS || !isSame(known, visitor)) {
      known = this.learn(visitor, nowMs);
      this.known.set(customerKey, known);
    }
    // Read again each minute, most with the same entries; the one before is not held any longer.
    known.visitor = visitor;
    return known.liking && new Affinity(known.liking, this.columns, offers, offers.stock === this.view.offers.stock);
  }

  private learn(visitor: Visitor, nowMs: number): KnownVisitor {
    const lists = newestOf(visitor);
    const history = weighHistory(key => this.productAt(key), lists, nowMs);
    const liking = history.size === 0 ? undefined : this.likingOf(history, this.variantsOf(lists));
    return { visitor, lists, learnedMs: nowMs, liking };
  }

  private likingOf(history: WeighedHistory, variants: readonly number[]): Liking {
    const { view, columns } = this;
    const prices = new PriceBand(PRICE_SPREAD);
    let total = 0;
    for (const [product, weight] of history) {
      const level = columns.priceLevel(product);
      if (level >= 0) prices.add(logOfLevel(level), weight);
      total += weight;
    }
    return {
      brands: excessOf(history, columns.brands, product => columns.brand(product)),
      types: excessOf(history, columns.types, product => columns.type(product)),
      prices,
      sizes: new KnownSizes(view, variants),
      confidence: total / (total + PRIOR),
    };
  }

  private productAt(key: string): number {
    const known = this.products.get(key);
    if (known !== undefined) return known;
    const product = productOf(this.view.structure, key);
    this.products.set(key, product);
    return product;
  }

  /** Those bought and in the cart. */
  private variantsOf({ boughtVariants, cart }: Lists): number[] {
    return [...boughtVariants, ...cart].map(({ key }) => this.variantAt(key)).filter(variant => variant >= 0);
  }

  private variantAt(key: string): number {
    const known = this.variants.get(key);
    if (known !== undefined) return known;
    const variant = this.view.structure.variants.find(key);
    this.variants.set(key, variant);
    return variant;
  }
}

const ofThread = new SharedByParts<Affinities>();

/** Computes what the affinities of a view need, unless it is there. */
export function* prepareAffinities(view: View): Steps<Affinities> {
  const { attributes, offers } = view;
  const known = ofThread.find(attributes, offers);
  if (known) return known;
  const columns = yield* AffinityColumns.of(view, traitsOf(view));
  return ofThread.get(attributes, offers, () => new Affinities(view, columns));
}

/** The affinities of a view on this thread. */
export function affinitiesOf(view: View): Affinities {
  return finish(prepareAffinities(view));
}

function newestOf(visitor: Visitor): Lists {
  const { views, favorites, cart, bought, boughtVariants } = visitor;
  const newest = (list: Remembered[]) => (list.length > MOST_READ ? list.slice(0, MOST_READ) : list);
  return {
    views: newest(views),
    favorites: newest(favorites),
    cart: newest(cart),
    bought: newest(bought),
    boughtVariants: newest(boughtVariants),
  };
}

/** Whether the newest entries of a visitor are those of before. */
function isSame({ lists, visitor: before }: KnownVisitor, visitor: Visitor): boolean {
  if (before === visitor) return true;
  return LISTS.every(name => {
    const before = lists[name];
    const now = visitor[name];
    if (before.length !== Math.min(now.length, MOST_READ)) return false;
    return before.every(({ key, at }, i) => now[i].key === key && now[i].at === at);
  });
}

/** @param valueIn the value of a product; -1: it has none */
function excessOf(history: WeighedHistory, trait: Trait | undefined, valueIn: (product: number) => number): Excess {
  const excess = new Map<number, number>();
  if (!trait) return excess;
  let total = 0;
  for (const [product, weight] of history) {
    const value = valueIn(product);
    if (value < 0) continue;
    excess.set(value, (excess.get(value) ?? 0) + weight);
    total += weight;
  }
  const { ownersStart, start } = trait.attribute;
  for (const [value, weight] of excess) {
    const share = (ownersStart[value + 1] - ownersStart[value]) / (start.length - 1);
    excess.set(value, Math.max(0, weight - share * total) / (total + PRIOR));
  }
  return excess;
}
