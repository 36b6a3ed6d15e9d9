/** Writes navigations as JSON. */
import type { Bytes } from '../../../kernel/bytes.js';
import { ROOT } from './navigation.js';
import type { ShownNavigation } from './shown-navigation.js';

/** Writes `{"breadcrumbs":[…],"tree":{…}}`: the path to the selected node, and the nodes shown around it. */
export function writeNavigation(out: Bytes, navigation: ShownNavigation): void {
  const { tree, selected = ROOT } = navigation;
  const breadcrumbs = [...tree.pathTo(selected)].reverse().flatMap(node => {
    const { label, path } = tree.at(node);
    return node === ROOT || path === undefined ? [] : { path, label };
  });
  out.ascii('{"breadcrumbs":');
  out.json(breadcrumbs);
  out.ascii(',"tree":');
  writeTree(out, navigation);
  out.ascii('}');
}

/** Writes `{…}`, the root with the nodes shown below it. */
export function writeTree(out: Bytes, { tree, selected, nodes, counts }: ShownNavigation): void {
  // The stack of nodes whose children are being written.
  const path: number[] = [];
  nodes.forEach((node, i) => {
    const { parent, head } = tree.at(node);
    const isFirst = path.at(-1) === parent;
    while (path.length > 0 && path.at(-1) !== parent) {
      out.ascii(']}');
      path.pop();
    }
    if (path.length > 0 && !isFirst) out.ascii(',');
    out.text(head);
    out.ascii(',"count":');
    out.integer(counts[i]!);
    if (selected !== undefined) {
      const expandable = tree.childrenOf(node).length > 0;
      out.ascii(`,"selected":${node === selected},"expandable":${expandable}`);
    }
    out.ascii(',"children":[');
    path.push(node);
  });
  for (const _ of path) out.ascii(']}');
}
