/**
 * Highlights: the API puts double braces around what matched, `{{jea}}ns`.
 */
import { h } from './elements.js';

/** @returns text and `mark` elements */
export function highlighted(text: string): Node[] {
  return text
    .split(/(\{\{.*?\}\})/)
    .filter(part => part !== '')
    .map(part => {
      const marked = /^\{\{(.*)\}\}$/.exec(part)?.[1];
      return marked === undefined ? document.createTextNode(part) : h('mark', {}, marked);
    });
}
