/**
 * Links within the page: real addresses, so that they can be copied and opened elsewhere; a plain click stays here.
 */
import { h } from '../dom/elements.js';
import { formatState } from './state.js';

const isPlain = event => event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);

/**
 * @param {{go: (state: object, options: object) => void}} page
 * @param {object} next the state that the link leads to
 * @param {Record<string, unknown>} properties as for `h`; `first` is called before the page leaves
 */
export function link(page, next, { first, ...properties }, ...children) {
  const click = event => {
    first?.();
    if (!isPlain(event)) return;
    event.preventDefault();
    page.go(next, { top: true });
  };
  return h('a', { ...properties, href: formatState(next), on: { click } }, ...children);
}

/** Whether an address leads out of the shop. */
const isAbsolute = address => /^(https?:)?\/\//.test(address);

/** A link of the shop's own: one of its pages, or an address elsewhere. `to` makes a state of a path. */
export function shopLink(page, address, to, properties, ...children) {
  return isAbsolute(address)
    ? h('a', { ...properties, href: address, rel: 'noopener', target: '_blank' }, ...children)
    : link(page, to(address), properties, ...children);
}
