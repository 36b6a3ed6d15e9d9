/** Writes navigations as JSON: the whole tree, or the part of it around what is selected. */
import type { Bytes } from '../../../kernel/bytes.js';
import { type Navigation, ROOT } from './navigation.js';
import type { NodeCount } from './navigation-cache.js';

const COMMA = 0x2c;

/** Writes `{"breadcrumbs":[…],"tree":{…}}`: what stands above the selected node with its siblings, and one level below. */
export function writeNavigation(out: Bytes, tree: Navigation, selected: number, count: NodeCount): void {
  const open = tree.pathTo(selected);
  const breadcrumbs = [...open].reverse().flatMap(node => {
    const { label, path } = tree.at(node);
    return node === ROOT || path === undefined ? [] : { path, label };
  });
  out.ascii('{"breadcrumbs":');
  out.json(breadcrumbs);
  out.ascii(',"tree":');
  writeNodes(
    out,
    tree,
    count,
    node => open.has(node),
    node => {
      const expandable = tree.childrenOf(node).length > 0;
      out.ascii(`,"selected":${node === selected},"expandable":${expandable}`);
    },
  );
  out.ascii('}');
}

/** Writes `{…}`, the root with everything below it. */
export function writeTree(out: Bytes, tree: Navigation, count: NodeCount): void {
  writeNodes(
    out,
    tree,
    count,
    () => true,
    () => {},
  );
}

/** @param isOpen whether a node's children are written. @param state writes further members of a node. */
function writeNodes(
  out: Bytes,
  tree: Navigation,
  count: NodeCount,
  isOpen: (node: number) => boolean,
  state: (node: number) => void,
): void {
  // The nodes whose children are being written, and how many of those have been: a tree may be deeper than the stack.
  const path: number[] = [];
  const done: number[] = [];
  const begin = (node: number) => {
    out.text(tree.at(node).head);
    out.ascii(',"count":');
    out.integer(count(node));
    state(node);
    out.ascii(',"children":[');
    path.push(node);
    done.push(0);
  };
  begin(ROOT);
  while (path.length > 0) {
    const node = path[path.length - 1];
    const children = isOpen(node) ? tree.childrenOf(node) : [];
    const position = done[done.length - 1]++;
    if (position < children.length) {
      if (position > 0) out.byte(COMMA);
      begin(children[position]);
      continue;
    }
    out.ascii(']}');
    path.pop();
    done.pop();
  }
}
