/** Suggestions while a visitor types. */
import { type Suggestions, type SuggestionsOptions, type SuggestionsState, suggestions } from '@vitrine/client/state';
import { useEffect, useMemo } from 'react';
import { useShop } from './provider.js';
import { useStateOf } from './use-state-of.js';

/** Options count when the component is first shown. */
export function useSuggestions(options: SuggestionsOptions = {}): SuggestionsState & Pick<Suggestions, 'type'> {
  const shop = useShop();
  // biome-ignore lint/correctness/useExhaustiveDependencies: options are where it begins.
  const store = useMemo(() => suggestions(shop, options), [shop]);
  const state = useStateOf(store);
  useEffect(() => () => store.close(), [store]);
  return { ...state, type: store.type };
}
