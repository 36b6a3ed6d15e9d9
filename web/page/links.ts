/**
 * Links within the page: real addresses, so that they can be copied and opened elsewhere; a plain click stays here.
 */
import { type Child, h, type Properties } from '../dom/elements.js';
import type { PageContext } from './page-context.js';
import { formatState, type State } from './state.js';

interface LinkProperties extends Properties {
  /** Called on a click before the page leaves, also for another window. */
  first?: () => void;
}

/** Whether a click is meant for this window rather than for another one. */
export const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);

/** @param next the state that the link leads to */
export function link(
  page: Pick<PageContext, 'go'>,
  next: State,
  { first, ...properties }: LinkProperties,
  ...children: Child[]
): HTMLAnchorElement {
  const click = (event: MouseEvent) => {
    first?.();
    if (!isPlain(event)) return;
    event.preventDefault();
    page.go(next, { top: true });
  };
  return h('a', { ...properties, href: formatState(next), on: { click } }, ...children);
}

/** Whether an address leads out of the shop. */
const isAbsolute = (address: string) => /^(https?:)?\/\//.test(address);

/** A link of the shop's own: one of its pages, or an address elsewhere. @param to makes a state of a path */
export function shopLink(
  page: Pick<PageContext, 'go'>,
  address: string,
  to: (path: string) => State,
  properties: Properties,
  ...children: Child[]
): HTMLAnchorElement {
  return isAbsolute(address)
    ? h('a', { ...properties, href: address, rel: 'noopener', target: '_blank' }, ...children)
    : link(page, to(address), properties, ...children);
}
