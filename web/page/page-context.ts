/** What views and their parts work with: the state shown, and what they can ask of the page. */
import type { State } from './state.js';

/** A department of the shop, with those directly below it. */
export interface Department {
  label: string;
  /** The state that shows it. */
  next: State;
  /** Its place in the navigation of the shop. */
  path?: string;
  /** Where it leads instead of to `next`: a link of the shop's own. */
  address?: string;
  children: Department[];
}

export interface PageContext {
  readonly state: State;
  /** Shows another state and puts it into the history. `top`: from the top of the page. */
  go: (next: State, way?: { top?: boolean }) => void;
  /** Formats an amount in the currency of the market. */
  money: (amount: number) => string;
  /** Tells what was just done, briefly. */
  say: (text: string) => void;
  /** Asks again for what is shown. */
  reload: () => void;
  /** Those of the market and language shown. */
  departments: () => Promise<Department[]>;
}
