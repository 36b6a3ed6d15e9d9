/** The market and locale of the address or of last time: they take no list of markets. */
import { recall } from '../visitor/storage.js';
import type { State } from './state.js';

type View = Pick<State, 'market' | 'locale'>;

export function rememberedView(): View | undefined {
  const [market, locale] = recall('localStorage', 'view')?.split('|') ?? [];
  return market && locale ? { market, locale } : undefined;
}

/** The address's view or, where it names none, the last one used: one that was there once. */
export function lastView({ market, locale }: State): View | undefined {
  if (!market) return rememberedView();
  return locale ? { market, locale } : undefined;
}
