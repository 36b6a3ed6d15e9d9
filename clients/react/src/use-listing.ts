/** A listing: a search, or the page of a category. */
import { endless, type Listing, type ListingOptions, type ListingState, listing } from '@vitrine/client/state';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useShop } from './provider.js';
import { useStateOf } from './use-state-of.js';

/**
 * What is typed, selected and loaded, and what changes it. Options count when the component is first shown, and anew when
 * `page` changes. `end` is the ref of an element after the list: more is loaded when it comes near the window.
 */
export function useListing(options: ListingOptions = {}): ListingState &
  Omit<Listing, 'state' | 'subscribe' | 'sort' | 'close'> & {
    order: Listing['sort'];
    end: (element: Element | null) => void;
  } {
  const shop = useShop();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the others are where it begins.
  const store = useMemo(() => listing(shop, options), [shop, options.page]);
  const state = useStateOf(store);
  useEffect(() => {
    if (store.state.status === 'idle' || store.state.status === 'loading') void store.load();
    return () => store.close();
  }, [store]);
  const stop = useRef<(() => void) | undefined>(undefined);
  const end = useCallback(
    (element: Element | null) => {
      stop.current?.();
      stop.current = element === null ? undefined : endless(store, element);
    },
    [store],
  );
  const { load, search, toggle, range, tick, clear, sort: order, more } = store;
  return { ...state, load, search, toggle, range, tick, clear, order, more, end };
}
