/** The state of a store, for as long as a component shows it. */
import type { Readable } from '@vitrine/client/state';
import { useSyncExternalStore } from 'react';

export function useStateOf<State>(store: Readable<State>): State {
  const state = () => store.state;
  return useSyncExternalStore(store.subscribe, state, state);
}
