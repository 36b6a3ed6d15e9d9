/**
 * Highlights: the API puts double braces around what matched, `{{jea}}ns`.
 */
import { h } from './elements.js';

/** @returns {Node[]} text and `mark` elements */
export function highlighted(text) {
  const nodes = [];
  for (const part of text.split(/(\{\{.*?\}\})/)) {
    if (part === '') continue;
    const marked = /^\{\{(.*)\}\}$/.exec(part);
    nodes.push(marked ? h('mark', {}, marked[1]) : document.createTextNode(part));
  }
  return nodes;
}
