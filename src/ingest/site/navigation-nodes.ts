/**
 * Reads the nodes of a navigation import: checks beyond the schema, and conversion to the stored form. A node with
 * faults is converted as far as possible, so that nodes that refer to it are not reported as well.
 */
import {
  MAX_CUSTOM_DATA_CHARACTERS,
  MAX_CUSTOM_DATA_KEYS,
  type NavigationNode,
  type NodeOrigin,
  type StoredNode,
} from '../../catalog/site/navigation-document.js';
import type { Fault } from '../../errors/problem.js';
import { quote } from '../../kernel/quote.js';

/** A node of an import, and its path in the body. */
export interface GivenNode {
  path: string;
  node: StoredNode;
}

/**
 * @param faults those of the schema; further ones are added
 * @param originOf gives the origin for a node by its id
 * @returns the nodes, each id once
 */
export function readNodes(
  listed: readonly unknown[],
  faults: Fault[],
  originOf: (id: string) => NodeOrigin,
): GivenNode[] {
  const given = new Map<string, GivenNode>();
  listed.forEach((raw, i) => {
    const path = `/addOrUpdate/${i}`;
    const { id, parentId, ...rest } = Object(raw) as NavigationNode;
    faults.push(...nodeFaults(path, rest));
    if (typeof id !== 'string') return;
    const first = given.get(id);
    if (first) {
      faults.push({ path: `${path}/id`, message: `found the id of ${first.path}, expected one of its own` });
      return;
    }
    const node: StoredNode = { ...rest, id, origin: originOf(id) };
    if (typeof parentId === 'string') node.parentId = parentId;
    if (node.type !== 'LINK' && node.type !== 'LABEL') node.type = 'PAGE';
    given.set(id, { path, node });
  });
  return [...given.values()];
}

function nodeFaults(path: string, { type, pageId, url, customData }: Omit<NavigationNode, 'id'>): Fault[] {
  const faults: Fault[] = [];
  if (type === 'PAGE' && pageId === undefined) {
    faults.push({ path: `${path}/pageId`, message: 'found nothing, expected the id of a page, as its type is PAGE' });
  }
  if (type === 'LINK' && url === undefined) {
    faults.push({ path: `${path}/url`, message: 'found nothing, expected a URL, as its type is LINK' });
  }
  const data = typeof customData === 'object' ? Object.entries(customData ?? {}) : [];
  if (data.length > MAX_CUSTOM_DATA_KEYS) {
    const message = `found ${data.length} names, expected at most ${MAX_CUSTOM_DATA_KEYS}`;
    faults.push({ path: `${path}/customData`, message });
  }
  const characters = data.reduce((sum, [name, value]) => sum + length(name) + length(String(value)), 0);
  if (characters > MAX_CUSTOM_DATA_CHARACTERS) {
    const message = `found ${characters} characters in names and values, expected at most ${MAX_CUSTOM_DATA_CHARACTERS}`;
    faults.push({ path: `${path}/customData`, message });
  }
  return faults;
}

function length(text: string): number {
  return [...text].length;
}

/** Adds to the messages of faults in nodes the id of the node. */
export function namingNodes(faults: readonly Fault[], body: unknown): Fault[] {
  const { addOrUpdate } = Object(body) as { addOrUpdate?: unknown };
  return faults.map(({ path, message }) => {
    const [, at] = /^\/addOrUpdate\/(\d+)/.exec(path) ?? [];
    const { id } = Object(at === undefined ? undefined : (addOrUpdate as unknown[])[Number(at)]) as { id?: unknown };
    return { path, message: typeof id === 'string' ? `${message} (node ${quoteId(id)})` : message };
  });
}

const MAX_ID_LENGTH = 200;

function quoteId(id: string): string {
  return id.length > MAX_ID_LENGTH ? quote(id) : `"${id}"`;
}
