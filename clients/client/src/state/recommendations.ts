/** Recommendations for a product, a cart or a page. */
import type { Body, RecommendationList, Storefront } from '../storefront.js';
import { Latest } from './latest.js';
import { type Readable, Store } from './store.js';

export interface RecommendationsRequest {
  /** What is recommended for; the visitor alone where none is stated. */
  productKey?: string;
  cart?: readonly string[];
  lists: NonNullable<Body<'productPage'>['recommendationLists']>;
}

export interface RecommendationsState {
  status: 'idle' | 'loading' | 'ready' | 'failed';
  error: unknown;
  lists: RecommendationList[];
}

export interface Recommendations extends Readable<RecommendationsState> {
  load(request: RecommendationsRequest): Promise<void>;
  close(): void;
}

export function recommendations(shop: Storefront): Recommendations {
  const store = new Store<RecommendationsState>({ status: 'idle', error: undefined, lists: [] });
  const latest = new Latest();
  return {
    get state() {
      return store.state;
    },
    subscribe: listener => store.subscribe(listener),
    async load({ productKey, cart = [], lists }) {
      store.set({ status: 'loading', error: undefined });
      try {
        const body = { recommendationLists: lists };
        const answer = await latest.run((signal): Promise<{ recommendationLists: RecommendationList[] }> => {
          if (productKey !== undefined) return shop.productPage({ productKey }, body, { signal });
          return shop.cartPage({ cart: [...cart] }, body, { signal });
        });
        if (answer !== undefined) store.set({ status: 'ready', lists: answer.recommendationLists });
      } catch (error) {
        store.set({ status: 'failed', error });
      }
    },
    close: () => latest.end(),
  };
}
