/** What is offered while a visitor types. */
import type { Answer, Body, Parameters, Storefront } from '../storefront.js';
import { Latest } from './latest.js';
import { type Readable, Store } from './store.js';

export interface SuggestionsOptions {
  /** How long typing has to pause; 50 ms unless stated. */
  debounceMs?: number;
  parameters?: Parameters<'autocomplete'>;
  body?: Body<'autocomplete'>;
}

export interface SuggestionsState {
  q: string;
  status: 'idle' | 'loading' | 'ready' | 'failed';
  error: unknown;
  /** To the last text that was answered. */
  answer: Answer<'autocomplete'> | undefined;
}

export interface Suggestions extends Readable<SuggestionsState> {
  /** What is in the box. */
  type(q: string): Promise<void>;
  close(): void;
}

export function suggestions(shop: Storefront, options: SuggestionsOptions = {}): Suggestions {
  const { debounceMs = 50, parameters, body } = options;
  const store = new Store<SuggestionsState>({ q: '', status: 'idle', error: undefined, answer: undefined });
  const latest = new Latest();
  return {
    get state() {
      return store.state;
    },
    subscribe: listener => store.subscribe(listener),
    async type(q) {
      store.set({ q, status: 'loading', error: undefined });
      try {
        const ask = (signal: AbortSignal) => shop.autocomplete({ ...parameters, q }, body, { signal });
        const answer = await latest.run(ask, debounceMs);
        if (answer !== undefined) store.set({ status: 'ready', answer });
      } catch (error) {
        store.set({ status: 'failed', error });
      }
    },
    close: () => latest.end(),
  };
}
