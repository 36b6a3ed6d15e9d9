/**
 * Merges imported nodes into a stored navigation: decides which nodes stay, orders siblings, and finds nodes that would
 * not be part of a tree.
 *
 * Imported siblings are ordered as in the import. A retained node (one that stays without being imported) follows the
 * nearest preceding sibling that is still there, or comes first where there is none; so it moves with that sibling, or
 * with its parent. New siblings therefore come last.
 */
import type { StoredNode } from '../../catalog/site/navigation-document.js';

/** An imported node that cannot be a child of its parent; `at` is its index in `given`. */
export interface NodeMisplacement {
  at: number;
  reason: string;
}

export interface MergedNavigation {
  /** Parents before their children, siblings in their order. */
  nodes: StoredNode[];
  misfits: NodeMisplacement[];
  /** Retained nodes that are removed with a parent. */
  lost: StoredNode[];
}

/**
 * @param old the stored nodes
 * @param given nodes that are added, or replace those with their ids; each id once
 * @param stays whether an old node that is not given is retained
 * @param orphansGo whether retained nodes are removed when their parent can no longer have children; otherwise the
 *   parent is misplaced
 */
export function mergeNavigation(
  old: readonly StoredNode[],
  given: readonly StoredNode[],
  stays: (node: StoredNode) => boolean,
  orphansGo: boolean,
): MergedNavigation {
  const listed = new Set(given.map(({ id }) => id));
  const retained = old.filter(node => !listed.has(node.id) && stays(node));
  const byId = new Map([...retained, ...given].map(node => [node.id, node]));
  const children = siblings(old, given, new Set(retained));
  const nodes = walk(children);
  const placed = new Set(nodes);
  const misplaced = given.some(node => !placed.has(node)) ? new UnreachableNodes(byId, retained) : undefined;
  const misfits: NodeMisplacement[] = [];
  given.forEach((node, at) => {
    let reason: string | undefined;
    if (!placed.has(node)) reason = misplaced!.reason(node);
    else if (node.type !== 'PAGE' && !orphansGo) {
      reason = leafFault(node, children.get(node.id)?.filter(({ id }) => !listed.has(id)).length ?? 0);
    }
    if (reason !== undefined) misfits.push({ at, reason });
  });
  return { nodes, misfits, lost: retained.filter(node => !placed.has(node)) };
}

type Children = Map<string | undefined, StoredNode[]>;

/** The children of each parent in order; those of the top level under undefined. */
function siblings(
  old: readonly StoredNode[],
  given: readonly StoredNode[],
  retained: ReadonlySet<StoredNode>,
): Children {
  const leaders = byParent(given);
  const before = byParent(old);
  const children: Children = new Map();
  for (const parent of new Set([...before.keys(), ...leaders.keys()])) {
    const led = leaders.get(parent) ?? [];
    const first: StoredNode[] = [];
    const followers = new Map(led.map(({ id }): [string, StoredNode[]] => [id, []]));
    let last = first;
    for (const node of before.get(parent) ?? []) {
      if (retained.has(node)) last.push(node);
      else last = followers.get(node.id) ?? last;
    }
    children.set(parent, [...first, ...led.flatMap(node => [node, ...followers.get(node.id)!])]);
  }
  return children;
}

function byParent(nodes: readonly StoredNode[]): Children {
  const children: Children = new Map();
  for (const node of nodes) {
    const there = children.get(node.parentId);
    if (there) there.push(node);
    else children.set(node.parentId, [node]);
  }
  return children;
}

/** All nodes below the top level in preorder; without recursion, because trees may be deep. */
function walk(children: Children): StoredNode[] {
  const nodes: StoredNode[] = [];
  const ahead = [...(children.get(undefined) ?? [])].reverse();
  for (let node = ahead.pop(); node; node = ahead.pop()) {
    nodes.push(node);
    if (node.type !== 'PAGE') continue;
    const below = children.get(node.id) ?? [];
    for (let i = below.length - 1; i >= 0; i--) ahead.push(below[i]);
  }
  return nodes;
}

function leafFault({ type }: StoredNode, below: number): string | undefined {
  return below === 0 ? undefined : `found type ${type} and ${below} children that stay, expected type PAGE`;
}

/** Finds the reasons why nodes cannot be reached from the top level. */
class UnreachableNodes {
  /** Retained nodes below one that was removed, or that can no longer have children. */
  private readonly lost = new Set<StoredNode>();
  /** Nodes that are their own ancestors. */
  private readonly circular = new Set<StoredNode>();

  /** @param retained parents before their children */
  constructor(
    private readonly byId: ReadonlyMap<string, StoredNode>,
    retained: readonly StoredNode[],
  ) {
    for (const node of retained) {
      if (node.parentId === undefined) continue;
      const parent = byId.get(node.parentId);
      if (parent?.type !== 'PAGE' || this.lost.has(parent)) this.lost.add(node);
    }
    const visited = new Set<StoredNode>();
    for (const node of byId.values()) this.climb(node, visited);
  }

  /** Follows parents up to the first visited node, so that each node is visited once. */
  private climb(from: StoredNode, visited: Set<StoredNode>): void {
    const path = new Set<StoredNode>();
    let node: StoredNode | undefined = from;
    while (node && !visited.has(node)) {
      visited.add(node);
      path.add(node);
      node = this.parent(node);
    }
    if (!node || !path.has(node)) return;
    const [...steps] = path;
    for (const step of steps.slice(steps.indexOf(node))) this.circular.add(step);
  }

  private parent({ parentId }: StoredNode): StoredNode | undefined {
    return parentId === undefined ? undefined : this.byId.get(parentId);
  }

  /** @returns undefined where an ancestor is misplaced, for which a reason of its own is reported */
  reason(node: StoredNode): string | undefined {
    const { parentId } = node;
    const parent = this.parent(node);
    if (!parent) return `found parent ${parentId}, expected a node of the navigation`;
    if (parent.type !== 'PAGE') return `found parent ${parentId} of type ${parent.type}, expected one of type PAGE`;
    if (this.circular.has(node)) return `found parent ${parentId}, which is below it, expected one that is not`;
    return this.lost.has(parent) ? `found parent ${parentId}, expected one that this import leaves there` : undefined;
  }
}
