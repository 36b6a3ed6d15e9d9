/**
 * Learned data of products and contents, per market: their popularity, and pairs of products seen in one session,
 * viewed by one customer in different sessions, or bought in one basket.
 *
 * Sessions and baskets of a single product hold no pair and are left out of the totals.
 */
import type { Part, PartWriter } from '../../index/part.js';
import type { PaymentLine } from '../activities/notification.js';
import { InternTable } from './intern-table.js';
import { type Limits, LONGEST } from './learning-limits.js';
import { RelationRows } from './relation-rows.js';
import { DID, isNewContent, type Session, touch } from './sessions.js';

/** Weights of activities in popularity, relative to a view of the product's page. */
const INTEREST = { VIEW: 1, CLICK: 2, FAVORITE: 4, CART: 8, PAYMENT: 20 } as const;
export type Interest = keyof typeof INTEREST;

const MOST_QUANTITY = 3;
/** Weight of a cart as a basket, relative to a payment. */
const CART_SHARE = 0.35;
/** Most products of a basket that are paired: larger baskets mix several needs, and their pairs are many. */
const LONGEST_BASKET = 30;

/** Relations of products: viewed in one session, viewed by one customer, bought together. */
const RELATIONS = ['seen', 'liked', 'bought'] as const;
export type Relation = (typeof RELATIONS)[number];

interface Pairing {
  /** The product that was added. */
  product: number;
  relation: 'seen' | 'bought';
  /** The bit of `DID` that marks the session's products to pair it with. */
  bit: number;
  /** Number of the session's products with that mark, the added one included. */
  count: number;
}

export class ProductLearning {
  /** Sessions and baskets of at least two products; for `liked`, both ends of all pairs. */
  readonly markets: InternTable<Relation>;
  /**
   * Products, scoped by market: popularity, what of it was paid for, and the product's sessions, baskets and pairs,
   * counted as for `markets`.
   */
  readonly products: InternTable<'popularity' | 'paid' | Relation>;
  readonly contents: InternTable<'popularity'>;
  readonly seen: RelationRows;
  /** Products viewed by one customer in different sessions. */
  readonly liked: RelationRows;
  readonly bought: RelationRows;

  constructor(limits: Limits) {
    this.markets = new InternTable(RELATIONS, limits.scopes);
    this.products = new InternTable(['popularity', 'paid', ...RELATIONS], limits.products);
    this.contents = new InternTable(['popularity'], limits.contents);
    this.seen = new RelationRows(LONGEST.seen, limits.seen);
    this.liked = new RelationRows(LONGEST.liked, limits.liked);
    this.bought = new RelationRows(LONGEST.bought, limits.bought);
  }

  /** The slot of a product or content; -1 where there is no room for its market. */
  slot(kind: 'products' | 'contents', market: string, key: string, makeRoom: () => void): number {
    const slots = this[kind];
    const known = slots.find(this.markets.find(0, market), key);
    if (known >= 0) return known;
    // Room is made before the market is looked up: releasing its last product may release the market.
    if (slots.full) makeRoom();
    const scope = this.markets.take(0, market);
    return scope < 0 ? -1 : slots.take(scope, key);
  }

  /** The slot of a product; -1 if it has no learned data. */
  find(market: string, key: string): number {
    return this.products.find(this.markets.find(0, market), key);
  }

  /** @param factor weight of the activity at its time (see Decay) */
  interest(product: number, interest: Interest, session: Session | undefined, factor: number): void {
    const { counters } = this.products;
    if (session === undefined) {
      counters.popularity[product] += INTEREST[interest] * factor;
      return;
    }
    const touched = touch(session, product);
    if ((touched.did & DID[interest]) === 0) {
      touched.did |= DID[interest];
      counters.popularity[product] += INTEREST[interest] * factor;
    }
    if (interest === 'FAVORITE') return;
    if ((touched.did & DID.SEEN) === 0) {
      session.seen++;
      this.addPairs({ product, relation: 'seen', bit: DID.SEEN, count: session.seen }, session, factor);
      touched.did |= DID.SEEN;
      this.addLikedPairs(product, session, factor);
    }
    if (interest === 'CART' && (touched.did & DID.IN_CART) === 0) {
      session.inCart++;
      const pairing = { product, relation: 'bought', bit: DID.IN_CART, count: session.inCart } as const;
      this.addPairs(pairing, session, factor * CART_SHARE);
      touched.did |= DID.IN_CART;
    }
  }

  interestInContent(content: number, session: Session | undefined, factor: number): void {
    if (session && !isNewContent(session, content)) return;
    this.contents.counters.popularity[content] += factor;
  }

  /** Learns a payment. @param products slot of each line's product, -1 for unknown ones */
  payment(
    products: readonly number[],
    lines: readonly PaymentLine[],
    session: Session | undefined,
    factor: number,
  ): void {
    const quantities = new Map<number, number>();
    for (const [i, product] of products.entries()) {
      if (product >= 0) quantities.set(product, (quantities.get(product) ?? 0) + lines[i].quantity);
    }
    const { counters } = this.products;
    const before = session?.products.filter(({ product }) => quantities.has(product)) ?? [];
    // Notifications may be repeated: a basket whose products have all been paid for in this session is a duplicate.
    if (before.length === quantities.size && before.every(({ did }) => (did & DID.PAYMENT) !== 0)) return;
    const carted = new Set(before.filter(({ did }) => (did & DID.IN_CART) !== 0).map(({ product }) => product));
    for (const [product, quantity] of quantities) {
      const worth = INTEREST.PAYMENT * Math.min(quantity, MOST_QUANTITY) * factor;
      counters.popularity[product] += worth;
      counters.paid[product] += worth;
    }
    const basket = [...quantities.keys()].slice(0, LONGEST_BASKET);
    if (basket.length > 1) this.markets.counters.bought[this.products.scopes[basket[0]]] += factor;
    for (const [i, a] of basket.entries()) {
      if (basket.length > 1) counters.bought[a] += factor;
      for (const b of basket.slice(i + 1)) {
        // A pair that was in this session's cart has been counted as evidence already.
        const supports = !(carted.has(a) && carted.has(b));
        this.bought.add(a, b, factor, supports);
        this.bought.add(b, a, factor, supports);
      }
    }
    if (session) markPaid(session, quantities);
  }

  /** Releases the least popular products. @returns 1 for each slot released. */
  releaseProducts(): Uint8Array {
    const gone = this.products.releaseLightest(this.products.counters.popularity);
    for (const relation of RELATIONS) this[relation].drop(gone, gone);
    this.releaseMarkets();
    return gone;
  }

  releaseContents(): Uint8Array {
    return this.contents.releaseLightest(this.contents.counters.popularity);
  }

  scale(factor: number): void {
    for (const relation of RELATIONS) {
      this.markets.scale(relation, factor);
      this.products.scale(relation, factor);
      this[relation].scale(factor);
    }
    this.products.scale('popularity', factor);
    this.products.scale('paid', factor);
    this.contents.scale('popularity', factor);
  }

  write(part: PartWriter): void {
    this.markets.write(part, 'markets');
    this.products.write(part, 'products');
    this.contents.write(part, 'contents');
    for (const relation of RELATIONS) this[relation].write(part, relation, this.products.used);
  }

  /** Restores the encoded state; nothing may have been learned before. */
  read(part: Part): void {
    this.markets.read(part, 'markets');
    this.products.read(part, 'products');
    this.contents.read(part, 'contents');
    for (const relation of RELATIONS) this[relation].read(part, relation);
  }

  /** Relates a product new in a session to the session's products that have the mark of the pairing. */
  private addPairs({ product, relation, bit, count }: Pairing, session: Session, factor: number): void {
    if (count < 2) return;
    const rows = this[relation];
    const ofProducts = this.products.counters[relation];
    for (const other of session.products) {
      if ((other.did & bit) === 0) continue;
      // The first product of the session could not be counted before there was a second.
      if (count === 2) ofProducts[other.product] += factor;
      rows.add(product, other.product, factor, true);
      rows.add(other.product, product, factor, true);
    }
    ofProducts[product] += factor;
    if (count === 2) this.markets.counters[relation][this.products.scopes[product]] += factor;
  }

  /** Relates a product to those that its customer has viewed in earlier sessions. */
  private addLikedPairs(product: number, { earlier }: Session, factor: number): void {
    const { scopes, counters } = this.products;
    for (const other of earlier) {
      if (other === product || scopes[other] !== scopes[product]) continue;
      this.liked.add(product, other, factor, true);
      this.liked.add(other, product, factor, true);
      counters.liked[product] += factor;
      counters.liked[other] += factor;
      this.markets.counters.liked[scopes[product]] += 2 * factor;
    }
  }

  private releaseMarkets(): void {
    const empty = new Uint8Array(this.markets.used).fill(1);
    for (const slots of [this.products, this.contents]) {
      for (let slot = 0; slot < slots.used; slot++) if (slots.name(slot) !== '') empty[slots.scopes[slot]] = 0;
    }
    this.markets.release(empty);
  }
}

/** Marks products as paid for and empties the session's cart. */
function markPaid(session: Session, paid: ReadonlyMap<number, number>): void {
  for (const product of paid.keys()) touch(session, product).did |= DID.PAYMENT;
  for (const touched of session.products) touched.did &= ~DID.IN_CART;
  session.inCart = 0;
}
