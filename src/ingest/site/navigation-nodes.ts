/**
 * The nodes of a navigation import as they come: what a schema cannot say about each of them, and their form in the
 * store. Nodes with faults are read as well as they can be, so that those which refer to them are not called wrong.
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

/** A node, and where in the body it stands. */
export interface Given {
  path: string;
  node: StoredNode;
}

/**
 * @param faults those of the schema; what else is found is added
 * @param originOf the origin that a node with this id gets
 * @returns each id once
 */
export function givenNodes(listed: readonly unknown[], faults: Fault[], originOf: (id: string) => NodeOrigin): Given[] {
  const given = new Map<string, Given>();
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

/** The faults, those of nodes with the node's id. */
export function ofNode(faults: readonly Fault[], body: unknown): Fault[] {
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
