/**
 * The address and the way back: each entry of the history remembers how far the page was scrolled and which control
 * had the focus, so that going back lands where the visitor was.
 */
import { formatState } from './state.js';

const SETTLE_MS = 120;

let timer;

const focused = () => document.activeElement?.closest('[data-focus]')?.dataset.focus;

function remember() {
  clearTimeout(timer);
  history.replaceState({ scroll: scrollY, focus: focused() }, '');
}

export function push(state) {
  remember();
  history.pushState(null, '', formatState(state));
}

export const replace = state => history.replaceState(history.state, '', formatState(state));

/** Goes back to where the current entry was left. */
export function restore() {
  const { scroll = 0, focus } = history.state ?? {};
  if (focus !== undefined) {
    const node = [...document.querySelectorAll('[data-focus]')].find(other => other.dataset.focus === focus);
    node?.focus({ preventScroll: true });
  }
  scrollTo({ top: scroll });
}

/** @param {() => void} listener called when the visitor goes back or forward */
export function onReturn(listener) {
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
