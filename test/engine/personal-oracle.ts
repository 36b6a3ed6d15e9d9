/** What a visitor is likely to want, worked out from the records: points by product for the personal order. */
import type { Remembered, Visitor } from '../../src/behaviour/visitors/visitor.js';
import { type Item, type OfferSelection, type Oracle, offerOf } from '../pages/oracle.js';

const { fround } = Math;
const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
const WEIGHTS = { views: 1, favorites: 2.5, cart: 2.5, bought: 1.5 };
const MOST_READ = 8;
const PRIOR = 5;

type History = Map<Item, number>;

export class PersonalOracle {
  constructor(private readonly oracle: Oracle) {}

  /** @returns undefined where the visitor has no history here */
  pointsFor(visitor: Visitor, offers: OfferSelection, nowMs: number): ((item: Item) => number) | undefined {
    const history = this.historyOf(visitor, nowMs);
    if (history.size === 0) return undefined;
    const brand = this.excesses('brand', history);
    const [type] = ['product_type', 'category', 'ontology'].filter(id => this.all(id).size > 0);
    const types = type ? this.excesses(type, history) : () => 0;
    const fit = this.priceFit(history);
    const missing = this.missingSizes(visitor, offers);
    return item => fround(0.4 * brand(item) + 0.3 * types(item) + 0.3 * fit(item) - 0.3 * missing(item));
  }

  private find(key: string): Item | undefined {
    const { items } = this.oracle;
    const ofVariant = ({ product }: Item) => product.variants.some(variant => variant.key === key);
    return items.find(({ product }) => product.key === key) ?? items.find(ofVariant);
  }

  private historyOf(visitor: Visitor, nowMs: number): History {
    const all = (['views', 'favorites', 'cart', 'bought'] as const).flatMap(kind =>
      visitor[kind].slice(0, MOST_READ).map(({ key, at }) => ({ key, at, weight: WEIGHTS[kind] })),
    );
    all.sort((a, b) => a.at - b.at);
    const sessions: (typeof all)[] = [];
    for (const one of all) {
      const last = sessions.at(-1);
      if (last && one.at - last.at(-1)!.at <= 30) last.push(one);
      else sessions.push([one]);
    }
    const history: History = new Map();
    for (const session of sessions) {
      for (const { key, at, weight } of session) {
        const item = this.find(key);
        const days = Math.max(0, nowMs / MINUTE_MS - at) / DAY_MINUTES;
        const share = (weight * 2 ** (-days / 14)) / Math.sqrt(session.length);
        if (item) history.set(item, (history.get(item) ?? 0) + share);
      }
    }
    return history;
  }

  private valuesOf(attribute: string, { product }: Item): string[] {
    return this.oracle.values(attribute, product, product.variants[0]!);
  }

  private all(attribute: string): Set<string> {
    return new Set(this.oracle.items.flatMap(item => this.valuesOf(attribute, item)));
  }

  /** The first value of a product in the order of bytes. */
  private firstValue(attribute: string, item: Item): string | undefined {
    return this.valuesOf(attribute, item).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))[0];
  }

  /** By how much more of the history than of the catalog has the value of a product. */
  private excesses(attribute: string, history: History): (item: Item) => number {
    const weights = new Map<string, number>();
    for (const [item, weight] of history) {
      const value = this.firstValue(attribute, item);
      if (value !== undefined) weights.set(value, (weights.get(value) ?? 0) + weight);
    }
    const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
    return item => {
      const value = this.firstValue(attribute, item);
      const weight = value === undefined ? undefined : weights.get(value);
      if (weight === undefined) return 0;
      const having = this.oracle.items.filter(other => this.valuesOf(attribute, other).includes(value!)).length;
      return Math.max(0, weight - (having / this.oracle.items.length) * total) / (total + PRIOR);
    };
  }

  /** How high prices are for their kind, as logarithms in steps of a 32nd. */
  private priceLevels(): Map<Item, number> {
    const { items } = this.oracle;
    const [attribute] = ['category', 'ontology', 'product_type'].filter(id => this.all(id).size > 0);
    const depth = (value: string) => value.split(' > ').length;
    const kindOf = (item: Item) => {
      const values = attribute ? this.valuesOf(attribute, item) : [];
      return values.sort((a, b) => depth(b) - depth(a) || Buffer.compare(Buffer.from(a), Buffer.from(b)))[0];
    };
    const logOf = ({ product }: Item) =>
      fround(Math.log(Math.min(...product.variants.map(({ data }) => data.sellingPrice ?? data.listPrice))));
    const byKind = new Map<string | undefined, Item[]>();
    for (const item of items) byKind.set(kindOf(item), [...(byKind.get(kindOf(item)) ?? []), item]);
    return new Map(
      [...byKind.values()].flatMap(same => {
        const mean = same.reduce((sum, item) => sum + logOf(item), 0) / same.length;
        return same.map((item): [Item, number] => [item, Math.round((logOf(item) - mean) * 32) / 32]);
      }),
    );
  }

  private priceFit(history: History): (item: Item) => number {
    const levels = this.priceLevels();
    const entries = [...history].map(([item, weight]) => ({ log: levels.get(item)!, weight }));
    const total = entries.reduce((sum, { weight }) => sum + weight, 0);
    const mean = entries.reduce((sum, { log, weight }) => sum + weight * log, 0) / total;
    const squares = entries.reduce((sum, { log, weight }) => sum + weight * log * log, 0) / total;
    const spread = Math.sqrt(Math.max(0, squares - mean * mean)) + 0.35;
    return item => (total / (total + PRIOR)) * Math.exp(-(((levels.get(item)! - mean) / spread) ** 2) / 2);
  }

  /** How surely a product is out of stock in a size of the visitor. */
  private missingSizes(visitor: Visitor, offers: OfferSelection): (item: Item) => number {
    const { oracle } = this;
    const counts = new Map<string, number>();
    const taken: Remembered[] = [...visitor.boughtVariants.slice(0, MOST_READ), ...visitor.cart.slice(0, MOST_READ)];
    for (const { key } of taken) {
      for (const { product } of oracle.items) {
        for (const variant of product.variants.filter(variant => variant.key === key)) {
          for (const size of oracle.values('size', product, variant)) counts.set(size, (counts.get(size) ?? 0) + 1);
        }
      }
    }
    return ({ product }) => {
      const known = product.variants.flatMap(variant => {
        const having = oracle.values('size', product, variant).flatMap(size => counts.get(size) ?? []);
        return having.map(count => ({ count, stock: offerOf(variant, offers).stock }));
      });
      if (known.some(({ stock }) => stock > 0)) return 0;
      const most = Math.max(0, ...known.map(({ count }) => count));
      return most / (most + 1);
    };
  }
}
