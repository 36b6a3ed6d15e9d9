/**
 * Recommendations: lists of products by algorithms over visitors' behaviour, or over attributes where there is no
 * behaviour yet. One object for each view and thread; all of a thread share scratch.
 */
import type { Visitor } from '../behaviour/visitors/visitor.js';
import type { Bitmap } from '../kernel/bitmap.js';
import { hasBit } from '../kernel/bitmap.js';
import { StampedSet } from '../kernel/stamped-set.js';
import { finish, type Steps } from '../kernel/steps.js';
import type { OfferContext } from '../query/filters/offer-context.js';
import type { View } from '../snapshot/index.js';
import { ALGORITHMS, type Algorithm, MAX_RECENTLY_VIEWED } from './algorithms.js';
import { alternatives } from './alternatives.js';
import { type Base, complements } from './complements.js';
import { productOf, productsOf, weighHistory } from './history.js';
import { ListAssembler } from './list-assembler.js';
import type { Order } from './order.js';
import { type ColdOrder, coldOrderOf, dayOf, releaseOrderOf } from './orders.js';
import { personal } from './personal.js';
import { PopularityRanking } from './popularity-ranking.js';
import { Profile } from './profile.js';
import { type Reasons, reasonsOf } from './reasons.js';
import { type RecommendationContext, Scratch } from './recommendation-context.js';
import { Taste } from './taste.js';
import { type Traits, traitsOf } from './traits.js';

export type { Algorithm } from './algorithms.js';
export type { Base } from './complements.js';
export type { Reasons, Relation } from './reasons.js';

/** One list; products are ordinals. */
export interface ListRequest {
  algorithm: Algorithm;
  /** Number of groups. */
  limit: number;
  /** The products that the list's rules leave; undefined: all. */
  within: Bitmap | undefined;
  offers: OfferContext;
  nowMs: number;
  /** The products that the list is about: one, or those of a cart. Their groups are not in the list. */
  bases: readonly Base[];
  /** The product of the page, whose group is not in the list either. */
  page?: number;
  /** Whether a product that several groups have, under different keys, may be in the list once alone. */
  sameOnce: boolean;
  pinned: readonly number[];
  blocked: readonly number[];
  /** Reads the visitor; called only by algorithms that need it. */
  visitor(): Visitor | undefined;
}

const scratch = new Scratch();
const assembler = new ListAssembler(scratch.filter);
const viewed = new StampedSet();

export class Recommender {
  private readonly profile: Profile;
  private readonly taste: Taste;
  /**
   * Of the list made last: its context, and how many of its products the algorithm chose before the list was filled up.
   */
  private last: { context: RecommendationContext; ownCount: number; personal: boolean } | undefined;

  private constructor(
    private readonly view: View,
    private readonly traits: Traits,
    private readonly released: Order,
    private cold: ColdOrder,
    private ranking: PopularityRanking,
  ) {
    this.profile = new Profile(view, traits);
    this.taste = new Taste(traits);
  }

  static *of(view: View, nowMs: number): Steps<Recommender> {
    const traits = traitsOf(view);
    yield;
    const released = yield* releaseOrderOf(view);
    const cold = yield* coldOrderOf(view, traits, nowMs);
    const ranking = yield* PopularityRanking.of(view.signals, cold.order, traits.kinds);
    return new Recommender(view, traits, released, cold, ranking);
  }

  /** Begins a response. */
  start(nowMs: number): void {
    const { view, traits } = this;
    const isOfToday = dayOf(nowMs) === this.cold.day;
    if (!isOfToday) this.cold = finish(coldOrderOf(view, traits, nowMs));
    if (!isOfToday || this.ranking.signals !== view.signals) {
      this.ranking = finish(PopularityRanking.of(view.signals, this.cold.order, traits.kinds));
    }
    assembler.startResponse(view.structure);
  }

  /** The next list of the response: the main products of its groups. Valid until the next list. */
  list(request: ListRequest): Uint32Array {
    this.assemble(request);
    return assembler.finish();
  }

  /** What the next list of the response would be. It is none of the response: later lists are as without it. */
  candidates(request: ListRequest): Uint32Array {
    this.assemble(request);
    return assembler.listed;
  }

  private assemble(request: ListRequest): void {
    const { algorithm, within, offers, bases, page } = request;
    const { outOfStock, fillUp, demotesShown, isChosen } = ALGORITHMS[algorithm];
    const { structure } = this.view;
    const limit = algorithm === 'RECENTLY_VIEWED' ? Math.min(MAX_RECENTLY_VIEWED, request.limit) : request.limit;
    const inStock = offers.inStock.products;
    scratch.filter.set(structure, within, outOfStock === 'no' ? inStock : undefined, request.blocked);
    if (page !== undefined) scratch.filter.excludeGroupOf(page);
    for (const { product } of bases) scratch.filter.excludeGroupOf(product);
    const isOnce = request.sameOnce && !isChosen;
    assembler.startList(limit, demotesShown, isOnce ? this.view.numbers.sameProduct : undefined);
    const context: RecommendationContext = {
      view: this.view,
      traits: this.traits,
      ranking: this.ranking,
      profile: this.profile,
      taste: this.taste,
      scratch,
      prices: offers.minSell,
      limit,
      narrow: scratch.narrowList(within),
    };
    const behind = outOfStock === 'behind' ? inStock : undefined;
    for (const product of request.pinned) assembler.pin(product);
    let personal = false;
    if (algorithm === 'PERSONAL') personal = this.forVisitor(context, request);
    else take(this.products(context, request), behind);
    assembler.appendDemoted();
    this.last = { context, ownCount: assembler.taken, personal };
    if (fillUp) take(this.top(context), behind);
    assembler.appendDemoted();
  }

  /** How many products of the list made last the algorithm chose; those behind them fill it up. */
  get own(): number {
    return this.last?.ownCount ?? 0;
  }

  /** The reasons why a product is in the list made last. */
  reasons(product: number, { algorithm, bases, nowMs, visitor }: ListRequest): Reasons | undefined {
    if (!this.last) return undefined;
    const { context, personal } = this.last;
    const past = personal ? visitor() : undefined;
    const from = past ? [...this.weigh(past, nowMs).keys()] : bases.map(base => base.product);
    return reasonsOf(product, algorithm, from, personal, context);
  }

  /** The products that an algorithm other than PERSONAL chooses, best first. */
  private products(
    context: RecommendationContext,
    { algorithm, bases, nowMs, visitor }: ListRequest,
  ): ArrayLike<number> {
    const { structure } = this.view;
    if (algorithm === 'TOP_PRODUCTS') return this.top(context);
    if (algorithm === 'NEWEST_PRODUCTS') return this.newest(context, nowMs);
    if (algorithm === 'FAVORITES') return productsOf(structure, visitor()?.favorites ?? []);
    if (algorithm === 'RECENTLY_VIEWED') return productsOf(structure, visitor()?.views ?? []);
    if (bases.length === 0) return [];
    const base = bases[0].product;
    if (algorithm === 'ALTERNATIVES') return alternatives(context, base);
    if (algorithm === 'MORE_FROM_SERIES') return this.series(base);
    if (algorithm !== 'STYLE_WITH') return complements(context, bases);
    return structure.styleWith.subarray(structure.styleStart[base], structure.styleStart[base + 1]);
  }

  /** @returns whether the visitor has a history */
  private forVisitor(context: RecommendationContext, request: ListRequest): boolean {
    const { structure } = this.view;
    const visitor = request.visitor();
    // Excluded from what fills up the list as well.
    if (visitor) for (const product of productsOf(structure, visitor.bought)) scratch.filter.excludeGroupOf(product);
    const history = visitor && this.weigh(visitor, request.nowMs);
    if (!history || history.size === 0) return false;
    viewed.clear(structure.groupCount);
    for (const product of productsOf(structure, visitor.views)) viewed.add(structure.groupOf[product]);
    const products = personal(context, history);
    for (const product of products) if (!viewed.has(structure.groupOf[product])) assembler.take(product);
    for (const product of products) assembler.take(product);
    return true;
  }

  private weigh(visitor: Visitor, nowMs: number): Map<number, number> {
    return weighHistory(key => productOf(this.view.structure, key), visitor, nowMs);
  }

  private top({ narrow: few }: RecommendationContext): Uint32Array {
    return few ? this.ranking.order.among(few) : this.ranking.order.products;
  }

  private newest({ narrow: few }: RecommendationContext, nowMs: number): Uint32Array {
    const released = this.view.numbers.get('release_date')?.values;
    const products = few ? this.released.among(few) : this.released.products;
    let future = 0;
    while (future < products.length && released![products[future]] > nowMs) future++;
    return products.subarray(future);
  }

  /**
   * Products of the same series; those of the same brand first, because names of series are not unique among brands.
   */
  private series(product: number): Uint32Array {
    const series = this.view.attributes.get('series');
    if (!series || series.start[product] === series.start[product + 1]) return new Uint32Array(0);
    const value = series.of[series.start[product]];
    const order = this.ranking.order.among(
      series.owners.subarray(series.ownersStart[value], series.ownersStart[value + 1]),
    );
    const brands = this.view.attributes.get('brand');
    if (!brands) return order;
    const brandOf = (p: number) => (brands.start[p] < brands.start[p + 1] ? brands.of[brands.start[p]] : -1);
    const brand = brandOf(product);
    const others = order.filter(p => brandOf(p) !== brand);
    const own = order.filter(p => brandOf(p) === brand);
    order.set(own);
    order.set(others, own.length);
    return order;
  }
}

/** Appends products in their order until the list is full; with `inStock`, those without stock behind the others. */
function take(products: ArrayLike<number>, inStock?: Bitmap): void {
  for (let i = 0; i < products.length && !assembler.isFull; i++) {
    if (inStock === undefined || hasBit(inStock, products[i])) assembler.take(products[i]);
  }
  if (inStock === undefined) return;
  for (let i = 0; i < products.length && !assembler.isFull; i++) assembler.take(products[i]);
}
