/**
 * The nodes of a navigation that a page shows, with their counts: the whole tree, or the part around the selected node.
 */
import { type Navigation, ROOT } from './navigation.js';
import type { NodeCount } from './navigation-cache.js';

export interface ShownNavigation {
  tree: Navigation;
  /** The selected node, by default the root; undefined where the whole tree is shown. */
  selected: number | undefined;
  /** The nodes shown, parents before their children, and children in their order. */
  nodes: readonly number[];
  /** Hits of each of `nodes`. */
  counts: readonly number[];
}

/** The ancestors of the selected node, its siblings, and one level below it. */
export function navigationAround(tree: Navigation, selected: number, count: NodeCount): ShownNavigation {
  const open = tree.pathTo(selected);
  const nodes = shownNodes(tree, node => open.has(node));
  return { tree, selected, nodes, counts: nodes.map(count) };
}

export function wholeNavigation(tree: Navigation, count: NodeCount): ShownNavigation {
  const nodes = shownNodes(tree, () => true);
  return { tree, selected: undefined, nodes, counts: nodes.map(count) };
}

function shownNodes(tree: Navigation, isOpen: (node: number) => boolean): number[] {
  const nodes: number[] = [];
  // A stack of nodes to visit, because a tree may be deeper than the call stack.
  const waiting = [ROOT];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    nodes.push(node);
    if (!isOpen(node)) continue;
    for (const child of tree.childrenOf(node).toReversed()) waiting.push(child);
  }
  return nodes;
}
