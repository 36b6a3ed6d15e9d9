/**
 * A clothes shop small enough to know by heart, and what visitors do in it as the compiled signals would have it. Lists
 * are asked for through the pages that carry them.
 */
import type { Visitor } from '../../src/behaviour/visitors/visitor.js';
import type { Product, ProductData, ProductGroup } from '../../src/catalog/records.js';
import { DEFAULT_INDEX_SETTINGS } from '../../src/index/index-settings.js';
import { type Relations, writeSignals } from '../../src/index/signals.js';
import { type Explanation, Pages } from '../../src/pages/pages.js';
import { DEFAULT_PAGE_SETTINGS, type PageSettings } from '../../src/pages/shared/page-settings.js';
import type {
  AddToCartPopupRequest,
  CartPageRequest,
  ProductPageRequest,
  RecListRequest,
} from '../../src/pages/shared/requests.js';
import { type SharedSignals, type SharedSnapshot, Snapshot } from '../../src/snapshot/index.js';
import { type Catalog, DAY_MS, NOW, SECRET } from '../pages/shop.js';

export const MARKET = 'se';
export const LOCALE = 'en-GB';

export interface Item {
  group: string;
  stock?: number;
  price?: number;
  data: ProductData;
  colors?: string[];
}

/** A catalog of one market, by product key. */
export function catalogOf(items: Record<string, Item>): Catalog {
  const groups: Record<string, ProductGroup> = {};
  for (const [key, { group, stock = 5, price = 100, data, colors }] of Object.entries(items)) {
    const product: Product = {
      markets: [MARKET],
      defaults: { url: `/p/${key}`, dataLocale: LOCALE, ...data },
      variants: { [`${key}-1`]: { defaults: { stock, listPrice: price } } },
      ...(colors && { colorInitial: colors }),
    };
    (groups[group] ??= { products: {} }).products[key] = product;
  }
  return { groups, translations: [] };
}

/** Popularity by product key, and pairs of keys that go together with their weight, best first. */
export interface Told {
  popularity?: Record<string, number>;
  bought?: readonly (readonly [string, string, number])[];
  seen?: readonly (readonly [string, string, number])[];
  liked?: readonly (readonly [string, string, number])[];
}

/** Signals for all markets of a snapshot. Pairs hold both ways. */
export function signalsOf(shared: SharedSnapshot, told: Told): SharedSignals {
  const products = new Map<string, SharedArrayBuffer>();
  const snapshot = new Snapshot(shared);
  for (const { market, locale } of shared.manifest.views) {
    const { structure } = snapshot.view(market, locale);
    const popularity = new Float32Array(structure.productCount);
    for (const [key, value] of Object.entries(told.popularity ?? {})) {
      const at = structure.products.find(key);
      if (at >= 0) popularity[at] = value;
    }
    const relations = (pairs: Told['bought'] = []): Relations => {
      const rows: [number, number][][] = Array.from({ length: structure.productCount }, () => []);
      for (const [a, b, weight] of pairs) {
        const [from, to] = [structure.products.find(a), structure.products.find(b)];
        if (from < 0 || to < 0) continue;
        rows[from]!.push([to, weight]);
        rows[to]!.push([from, weight]);
      }
      for (const row of rows) row.sort((a, b) => b[1] - a[1]);
      const start = new Uint32Array(rows.length + 1);
      rows.forEach((row, i) => {
        start[i + 1] = start[i]! + row.length;
      });
      const all = rows.flat();
      return { start, to: Uint32Array.from(all, ([to]) => to), weight: Float32Array.from(all, ([, weight]) => weight) };
    };
    const bytes = writeSignals(
      { popularity, bought: relations(told.bought), seen: relations(told.seen), liked: relations(told.liked) },
      [],
    ).encode();
    const memory = new SharedArrayBuffer(bytes.length);
    new Uint8Array(memory).set(bytes);
    products.set(market, memory);
  }
  snapshot.close();
  return { snapshotId: shared.id, products, phrases: new Map() };
}

const REQUEST = {
  market: MARKET,
  locale: LOCALE,
  viewId: 'PRODUCTION',
  touchpoint: 'DESKTOP',
  customerKey: 'c',
  sessionKey: 's',
  userContext: 'PERSONALIZED',
  notify: true,
  channels: { online: true, store: true },
  stores: [],
  presentCustom: [],
  presentPrices: [],
} as const;

export type Wanted = Partial<RecListRequest> & Pick<RecListRequest, 'algorithm'>;

export function list(wanted: Wanted, id = 'list'): RecListRequest {
  return { id, limit: 4, rules: [], visualization: 'CAROUSEL', ...wanted };
}

export interface ListJson {
  id: string;
  algorithm: string;
  label?: string;
  productGroups: { key: string; products: { key: string; ticket: string }[] }[];
  showMoreLink?: string;
  visible: boolean;
  visualization: string;
}

type Context = Partial<Omit<CartPageRequest, 'stores' | 'presentCustom' | 'presentPrices'>> & { stores?: string[] };

export class RecommendingShop {
  private readonly pages: Pages;
  visitor: Visitor | undefined;
  /** Whether the last answer was one for its visitor alone. */
  personal = false;

  constructor(shared: SharedSnapshot, told?: Told, settings: Partial<PageSettings> = {}) {
    const config = {
      settings: { ...DEFAULT_PAGE_SETTINGS, ...settings },
      discountThreshold: DEFAULT_INDEX_SETTINGS.discountThreshold,
      ticketSecret: SECRET,
    };
    this.pages = new Pages(shared, config, { get: () => this.visitor });
    if (told) this.pages.learn(signalsOf(shared, told));
  }

  learn(signals: SharedSignals): void {
    this.pages.learn(signals);
  }

  /** Lists of a cart page. */
  lists(wanted: readonly RecListRequest[], context: Context = {}): ListJson[] {
    const request: CartPageRequest = {
      ...structuredClone(REQUEST),
      stores: [],
      presentCustom: [],
      presentPrices: [],
      cart: [],
      includeCart: false,
      ...context,
      query: 'cart-page',
      recommendationLists: [...wanted],
    };
    return this.answer(request);
  }

  onProduct(productKey: string, wanted: readonly RecListRequest[]): ListJson[] {
    const request: ProductPageRequest = {
      ...structuredClone(REQUEST),
      stores: [],
      presentCustom: [],
      presentPrices: [],
      productKey,
      includeGroup: false,
      query: 'product-page',
      recommendationLists: [...wanted],
    };
    return this.answer(request);
  }

  onPopup(variantKey: string, cart: string[] | undefined, wanted: readonly RecListRequest[]): ListJson[] {
    const request: AddToCartPopupRequest = {
      ...structuredClone(REQUEST),
      stores: [],
      presentCustom: [],
      presentPrices: [],
      variantKey,
      ...(cart && { cart }),
      query: 'add-to-cart-popup',
      recommendationLists: [...wanted],
    };
    return this.answer(request);
  }

  /** Main products of one list on the cart page. */
  keys(wanted: Wanted, context: Context = {}): string[] {
    return keysOf(this.lists([list(wanted)], context)[0]!);
  }

  private answer(request: CartPageRequest | ProductPageRequest | AddToCartPopupRequest): ListJson[] {
    const { body, personal } = this.pages.answer(request, NOW);
    this.personal = personal;
    return (JSON.parse(Buffer.from(body).toString()) as { recommendationLists: ListJson[] }).recommendationLists;
  }

  /** Lists of a page about a product, explained. */
  explain(
    productKey: string,
    recommendationLists: readonly RecListRequest[],
    products: readonly string[],
  ): Explanation {
    const request: ProductPageRequest = {
      ...structuredClone(REQUEST),
      stores: [],
      presentCustom: [],
      presentPrices: [],
      productKey,
      includeGroup: true,
      query: 'product-page',
      recommendationLists: [...recommendationLists],
    };
    return this.pages.explain(request, products, NOW);
  }

  close(): void {
    this.pages.close();
  }
}

export function keysOf({ productGroups }: ListJson): string[] {
  return productGroups.map(({ products }) => products[0]!.key);
}

const MINUTE_MS = 60_000;

/** A visitor who did these things, the first of each list last. Keys of products, of the cart those of variants. */
export function visitor(did: Partial<Record<keyof Visitor, string[]>>): Visitor {
  const lists = (keys: string[] = []) => keys.map((key, i) => ({ key, at: Math.floor(NOW / MINUTE_MS) - i * 10 }));
  return {
    searches: [],
    views: lists(did.views),
    favorites: lists(did.favorites),
    cart: lists(did.cart),
    bought: lists(did.bought),
    boughtVariants: lists(did.boughtVariants),
  };
}

const released = (daysAgo: number) => new Date(NOW - daysAgo * DAY_MS).toISOString();
const kind = (category: string, gender: string, brand: string, more: ProductData = {}): ProductData => ({
  category: [category],
  productType: [category.split(' > ').at(-1)!],
  gender: [gender],
  brand,
  ...more,
});

/** Shirts, jeans, shoes, belts and rugs of three brands, for men and women. */
export const SHOP: Record<string, Item> = {
  shirtA: {
    group: 'shirtA',
    price: 50,
    colors: ['#ffffff'],
    data: kind('Clothes > Tops > Shirts', 'men', 'Norr', {
      title: 'Norr oxford shirt',
      rating: 4,
      releaseDate: released(400),
    }),
  },
  shirtA2: {
    group: 'shirtA',
    price: 50,
    colors: ['#0000ff'],
    data: kind('Clothes > Tops > Shirts', 'men', 'Norr', { title: 'Norr oxford shirt blue', rating: 4 }),
  },
  shirtB: {
    group: 'shirtB',
    price: 55,
    colors: ['#ffffff'],
    data: kind('Clothes > Tops > Shirts', 'men', 'Sund', { title: 'Sund oxford shirt', rating: 3 }),
  },
  shirtC: {
    group: 'shirtC',
    price: 400,
    colors: ['#ff0000'],
    data: kind('Clothes > Tops > Shirts', 'men', 'Luxe', {
      title: 'Luxe silk shirt',
      rating: 5,
      releaseDate: released(-3),
    }),
  },
  shirtW: {
    group: 'shirtW',
    price: 52,
    colors: ['#ffffff'],
    data: kind('Clothes > Tops > Shirts', 'women', 'Norr', { title: 'Norr blouse shirt', rating: 4.5 }),
  },
  shirtOut: {
    group: 'shirtOut',
    price: 51,
    stock: 0,
    colors: ['#ffffff'],
    data: kind('Clothes > Tops > Shirts', 'men', 'Norr', { title: 'Norr oxford shirt slim', rating: 5 }),
  },
  jeansA: {
    group: 'jeansA',
    price: 80,
    colors: ['#0000ff'],
    data: kind('Clothes > Bottoms > Jeans', 'men', 'Norr', {
      title: 'Norr slim jeans',
      series: 'Trail',
      rating: 4,
      releaseDate: released(2),
    }),
  },
  jeansB: {
    group: 'jeansB',
    price: 85,
    colors: ['#000000'],
    data: kind('Clothes > Bottoms > Jeans', 'men', 'Sund', { title: 'Sund wide jeans', rating: 2 }),
  },
  jeansW: {
    group: 'jeansW',
    price: 80,
    colors: ['#0000ff'],
    data: kind('Clothes > Bottoms > Jeans', 'women', 'Norr', { title: 'Norr slim jeans woman', rating: 4.8 }),
  },
  shoesA: {
    group: 'shoesA',
    price: 90,
    colors: ['#ffffff'],
    data: kind('Shoes > Sneakers', 'men', 'Norr', {
      title: 'Norr runner',
      series: 'Trail',
      rating: 3.5,
      releaseDate: released(1),
      styleWith: ['jeansB', 'gone', 'shirtOut', 'beltA', 'jeansA'],
    }),
  },
  shoesW: {
    group: 'shoesW',
    price: 90,
    colors: ['#ffffff'],
    data: kind('Shoes > Sneakers', 'women', 'Norr', { title: 'Norr runner woman', series: 'Trail', rating: 4.4 }),
  },
  beltA: {
    group: 'beltA',
    price: 30,
    colors: ['#8b4513'],
    data: kind('Accessories > Belts', 'men', 'Norr', { title: 'Norr belt', rating: 3 }),
  },
  beltOut: {
    group: 'beltOut',
    price: 30,
    stock: 0,
    colors: ['#000000'],
    data: kind('Accessories > Belts', 'men', 'Norr', {
      title: 'Norr belt black',
      series: 'Trail',
      rating: 5,
      releaseDate: released(0),
    }),
  },
  rug: {
    group: 'rug',
    price: 300,
    data: {
      title: 'Wool rug',
      category: ['Home > Rugs'],
      productType: ['Rugs'],
      brand: 'Luxe',
      rating: 4.9,
      releaseDate: released(700),
    },
  },
};
