/**
 * Invented visitors of a given catalog, with a structure that is known, so that it can be measured how much of it
 * recommendations find again. The same products and options give the same activities.
 *
 * A visitor has a taste (one of a few segments): a gender, categories, brands, colours, a price level. A session stays
 * in one category and near one style, which is a hidden property of products that half follows their brand; now and
 * then it strays to what goes with a product or to what most visitors look at. What goes together is fixed: each category
 * has others that complement it, each product a few products of those. How much a product is looked at follows Zipf's
 * law.
 */
import type { Activity } from '../../src/behaviour/activities/activity.js';
import type { ActivityContext, Shown } from '../../src/behaviour/activities/notification.js';
import { type Draws, stream } from '../catalogs/chance.js';
import type { SessionProduct } from './products.js';
import { SessionShop } from './session-shop.js';

export interface SessionOptions {
  visitors: number;
  /** Another seed, other visitors and other structure. */
  seed: string;
}

/** Activities in order of time; `test` follows `train`. */
export interface Sessions {
  train: Activity[];
  test: Activity[];
  /** What goes with a product, by key. */
  complements: Map<string, string[]>;
}

const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2026, 0, 5);
const DAYS = 28;
/** The last of them. */
const TEST_DAYS = 4;
const SEGMENTS = 12;
const MARKET = 'uk';
const LOCALE = 'en-GB';

/** In percent. */
const CHANCE = {
  anyCategory: 15,
  straysToComplement: 10,
  straysAnywhere: 10,
  click: 60,
  favorite: 3,
  cart: 12,
  addsComplement: 55,
  pays: 55,
};

export function generateSessions(products: readonly SessionProduct[], { visitors, seed }: SessionOptions): Sessions {
  const shop = new SessionShop(products, seed, SEGMENTS);
  const all: Activity[] = [];
  for (let visitor = 0; visitor < visitors; visitor++) {
    const draws = stream(`${seed} visitor ${visitor}`);
    const segment = draws.below(SEGMENTS);
    const sessions = 1 + draws.below(3) + (draws.chance(20) ? draws.below(5) : 0);
    for (let session = 0; session < sessions; session++) {
      const begin: ActivityContext = {
        at: START_MS + draws.below(DAYS) * DAY_MS + draws.below(DAY_MS - 3_600_000),
        market: MARKET,
        customerKey: `c${visitor}`,
        sessionKey: `c${visitor}s${session}`,
        userContext: 'PERSONALIZED',
      };
      all.push(...new Session(shop, segment, begin, draws).activities());
    }
  }
  all.sort((a, b) => a.at - b.at || byKey(a.sessionKey, b.sessionKey));
  const splitAt = START_MS + (DAYS - TEST_DAYS) * DAY_MS;
  return {
    train: all.filter(({ at }) => at < splitAt),
    test: all.filter(({ at }) => at >= splitAt),
    complements: new Map(products.map(({ key }, i) => [key, shop.complements[i].map(other => products[other].key)])),
  };
}

function byKey(a = '', b = ''): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** One visit to the shop. */
class Session {
  private readonly cart = new Set<number>();
  private at: number;

  /** @param segment index of the visitor's */
  constructor(
    private readonly shop: SessionShop,
    private readonly segment: number,
    private readonly begin: ActivityContext,
    private readonly draws: Draws,
  ) {
    this.at = begin.at;
  }

  *activities(): Generator<Activity> {
    const { shop, segment, draws, cart } = this;
    const category = draws.chance(CHANCE.anyCategory)
      ? draws.pick(shop.categories)
      : draws.pick(shop.segment(segment).categories);
    let current = shop.draw(segment, { category }, draws);
    const style = shop.styleOf(current);
    const length = 1 + draws.below(4) + (draws.chance(50) ? draws.below(8) : 0);
    for (let step = 0; step < length; step++) {
      yield* this.look(current);
      if (draws.chance(CHANCE.favorite)) {
        yield { type: 'add-favorite', ...this.next(), productKey: shop.products[current].key };
      }
      if (draws.chance(CHANCE.cart) && !cart.has(current)) yield* this.fillCart(current);
      const goesWith = shop.complements[current];
      const strays = draws.below(100);
      if (strays < CHANCE.straysToComplement && goesWith.length > 0) current = draws.pick(goesWith);
      else if (strays < CHANCE.straysToComplement + CHANCE.straysAnywhere) current = shop.draw(segment, {}, draws);
      else current = shop.draw(segment, { category, style }, draws);
    }
    if (cart.size > 0 && draws.chance(CHANCE.pays)) yield this.pay();
  }

  /** Some seconds after the last. */
  private next(): ActivityContext {
    return { ...this.begin, at: (this.at += 3_000 + this.draws.below(60_000)) };
  }

  /** Clicked somewhere, mostly, and its page asked for. */
  private *look(product: number): Generator<Activity> {
    const { draws } = this;
    const { key } = this.shop.products[product];
    if (draws.chance(CHANCE.click)) {
      yield { type: 'click', ...this.next(), shown: this.shown('LANDING', draws.below(60)), productKey: key };
    }
    yield { type: 'view', ...this.next(), productKey: key };
  }

  /** With a product, and now and then with what goes with it. */
  private *fillCart(product: number): Generator<Activity> {
    const { draws, cart } = this;
    yield this.put(product);
    const goesWith = this.shop.complements[product];
    while (goesWith.length > 0 && draws.chance(CHANCE.addsComplement)) {
      const other = draws.pick(goesWith);
      if (cart.has(other)) break;
      yield* this.look(other);
      yield this.put(other);
    }
  }

  private put(product: number): Activity {
    this.cart.add(product);
    const { key, variantKey } = this.shop.products[product];
    return { type: 'add-to-cart', ...this.next(), shown: this.shown('PRODUCT', 0), productKey: key, variantKey };
  }

  private pay(): Activity {
    const lines = Array.from(this.cart, product => {
      const { key, variantKey } = this.shop.products[product];
      return { quantity: this.draws.chance(90) ? 1 : 2, variantKey, productKey: key };
    });
    return { type: 'payment', ...this.next(), lines };
  }

  private shown(pageType: 'LANDING' | 'PRODUCT', position: number): Shown {
    const minute = Math.floor(this.at / 60_000);
    const place = { pageReference: '', list: 'primary', q: '', position, minute, generation: 1 };
    return { kind: pageType === 'PRODUCT' ? 'variant' : 'product', locale: LOCALE, pageType, ...place };
  }
}
