/**
 * Who the visitor is to the daemon, and the wish to be somebody else.
 */
import { mention } from '../api/queries.js';
import { t } from '../texts/text.js';
import { becomeNew, visitor } from '../visitor/visitor.js';

/** @param {{state: () => object, say: (text: string) => void, again: () => void}} page */
export function footer(button, { state, say, again }) {
  const key = document.getElementById('customer-key');
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
