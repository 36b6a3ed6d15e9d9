/**
 * The key by which the daemon knows the visitor, and a button that makes another one.
 */
import { mention } from '../api/notifications.js';
import type { State } from '../page/state.js';
import { t } from '../texts/text.js';
import { becomeNew, visitor } from '../visitor/visitor.js';

interface FooterContext {
  state: () => State;
  say: (text: string) => void;
  /** Called when the visitor has become a new one. */
  again: () => void;
}

/** @param key shows the key. @param button asks for another */
export function footer(key: HTMLElement, button: HTMLElement, { state, say, again }: FooterContext): void {
  const show = () => {
    key.textContent = visitor.customerKey;
  };
  button.addEventListener('click', () => {
    mention('end', state());
    becomeNew();
    show();
    say(t('forgotten'));
    again();
  });
  show();
}
