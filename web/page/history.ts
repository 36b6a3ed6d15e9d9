/**
 * The address and the way back: each entry of the history remembers how far the page was scrolled and which control
 * had the focus, so that going back lands where the visitor was.
 */
import { focused, focusOn } from '../dom/elements.js';
import { formatState, type State } from './state.js';

const SETTLE_MS = 120;

/** What an entry of the history remembers; null before the page is left for the first time. */
type Left = { scroll: number; focus: string | undefined } | null;

let timer: ReturnType<typeof setTimeout> | undefined;

function remember(): void {
  clearTimeout(timer);
  history.replaceState({ scroll: scrollY, focus: focused() } satisfies Left, '');
}

export function push(state: State): void {
  remember();
  history.pushState(null, '', formatState(state));
}

export const replace = (state: State): void => history.replaceState(history.state, '', formatState(state));

/** Whether the current entry was left somewhere: `restore` goes there. */
export const wasLeft = (): boolean => history.state !== null;

/** Goes back to where the current entry was left. */
export function restore(): void {
  const left = history.state as Left;
  if (left?.focus !== undefined) focusOn(document, left.focus);
  scrollTo({ top: left?.scroll ?? 0 });
}

/** @param listener called when the visitor goes back or forward */
export function onReturn(listener: () => void): void {
  history.scrollRestoration = 'manual';
  addEventListener('popstate', () => {
    // The entry that was left keeps what it had; this one must not get it.
    clearTimeout(timer);
    listener();
  });
  addEventListener(
    'scroll',
    () => {
      clearTimeout(timer);
      timer = setTimeout(remember, SETTLE_MS);
    },
    { passive: true },
  );
  addEventListener('pagehide', remember);
}
