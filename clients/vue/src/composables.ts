/** State that components show, and what changes it. */
import {
  endless,
  type Listing,
  type ListingOptions,
  type ListingState,
  listing,
  type Readable,
  type RecommendationsRequest,
  type RecommendationsState,
  recommendations,
  type Suggestions,
  type SuggestionsOptions,
  type SuggestionsState,
  suggestions,
} from '@vitrine/client/state';
import {
  type MaybeRefOrGetter,
  onMounted,
  onScopeDispose,
  type Ref,
  type ShallowRef,
  shallowRef,
  toValue,
  watch,
} from 'vue';
import { useShop } from './plugin.js';

/** The state of a store as a ref, until the component is gone. */
function stateOf<State>(store: Readable<State> & { close(): void }): Readonly<ShallowRef<State>> {
  const state = shallowRef(store.state);
  const unsubscribe = store.subscribe(() => {
    state.value = store.state;
  });
  onScopeDispose(() => {
    unsubscribe();
    store.close();
  });
  return state;
}

/**
 * A listing: a search, or the page of a category. It is loaded when the component is mounted, unless it has begun with an
 * answer of the server. `end` is the template ref of an element after the list: more is loaded when it comes near.
 */
export function useListing(options: ListingOptions = {}): Omit<Listing, 'state' | 'subscribe' | 'close'> & {
  state: Readonly<ShallowRef<ListingState>>;
  end: Ref<Element | null>;
} {
  const store = listing(useShop(), options);
  const { load, search, toggle, range, tick, clear, sort, more } = store;
  const state = stateOf<ListingState>(store);
  const end = shallowRef<Element | null>(null);
  let stop = () => {};
  watch(end, element => {
    stop();
    stop = element === null ? () => {} : endless(store, element);
  });
  onScopeDispose(() => stop());
  onMounted(() => {
    if (state.value.status === 'idle') void load();
  });
  return { state, end, load, search, toggle, range, tick, clear, sort, more };
}

/** Suggestions while a visitor types. */
export function useSuggestions(
  options: SuggestionsOptions = {},
): Pick<Suggestions, 'type'> & { state: Readonly<ShallowRef<SuggestionsState>> } {
  const store = suggestions(useShop(), options);
  return { state: stateOf(store), type: store.type };
}

/** Recommendations for a product, a cart or the visitor; asked for anew when the request changes. */
export function useRecommendations(
  request: MaybeRefOrGetter<RecommendationsRequest>,
): Readonly<ShallowRef<RecommendationsState>> {
  const store = recommendations(useShop());
  const state = stateOf(store);
  onMounted(() => {
    watch(
      () => toValue(request),
      asked => void store.load(asked),
      { immediate: true, deep: true },
    );
  });
  return state;
}
