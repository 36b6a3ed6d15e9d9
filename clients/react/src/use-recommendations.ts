/** Recommendations for a product, a cart or the visitor. */
import { type RecommendationsRequest, type RecommendationsState, recommendations } from '@vitrine/client/state';
import { useEffect, useMemo } from 'react';
import { useShop } from './provider.js';
import { useStateOf } from './use-state-of.js';

/** Asked for anew when the request says something else. */
export function useRecommendations(request: RecommendationsRequest): RecommendationsState {
  const shop = useShop();
  const store = useMemo(() => recommendations(shop), [shop]);
  const state = useStateOf(store);
  const said = JSON.stringify(request);
  useEffect(() => {
    void store.load(JSON.parse(said) as RecommendationsRequest);
    return () => store.close();
  }, [store, said]);
  return state;
}
