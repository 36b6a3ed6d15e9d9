/**
 * The navigation of a view in a locale: the stored nodes below a root, each with the encoded beginning of its JSON and
 * its page. Trees may be very deep, so that nothing here is recursive.
 */
import {
  navigationKey,
  type Navigation as StoredNavigation,
  type StoredNode,
} from '../../../catalog/site/navigation-document.js';
import { normalizePath } from '../../../catalog/site/page-document.js';
import type { Site } from '../../../index/site.js';
import { localised, type PageDirectory } from '../configurations/page-directory.js';
import { rootLabel } from '../wording.js';

export const ROOT = 0;
const NO_CHILDREN: readonly number[] = [];

interface Node {
  parent: number;
  /** JSON without its end. */
  head: string;
  label: string;
  /** Of nodes that lead to a page. */
  path?: string;
  /** Id of that page; absent where there is none. */
  page?: string;
}

export class Navigation {
  private readonly nodes: Node[];
  private readonly children = new Map<number, number[]>();
  private readonly byPath = new Map<string, number>();
  private readonly byPage = new Map<string, number>();

  constructor(site: Site, directory: PageDirectory, market: string, locale: string, language: string) {
    const root = { type: 'PRODUCT', label: rootLabel(language), path: '/' };
    this.nodes = [{ parent: -1, head: head(root), label: root.label, path: root.path }];
    const ordinals = new Map<string, number>();
    for (const stored of site.get<StoredNavigation>(navigationKey(market, locale))?.nodes ?? []) {
      const parent = (stored.parentId !== undefined && ordinals.get(stored.parentId)) || ROOT;
      const ordinal = this.nodes.length;
      ordinals.set(stored.id, ordinal);
      const siblings = this.children.get(parent);
      if (siblings) siblings.push(ordinal);
      else this.children.set(parent, [ordinal]);
      this.add(stored, parent, ordinal, directory, locale);
    }
  }

  get size(): number {
    return this.nodes.length;
  }

  at(node: number): Readonly<Node> {
    return this.nodes[node]!;
  }

  childrenOf(node: number): readonly number[] {
    return this.children.get(node) ?? NO_CHILDREN;
  }

  /** The first node of a page, by the page's id. */
  ofPage(id: string): number | undefined {
    return this.byPage.get(id);
  }

  /** The first node with a path. */
  ofPath(path: string): number | undefined {
    return this.byPath.get(normalizePath(path));
  }

  /** The node and its ancestors. */
  pathTo(node: number): Set<number> {
    const path = new Set<number>();
    for (let at = node; at >= 0; at = this.nodes[at]!.parent) path.add(at);
    return path;
  }

  private add(stored: StoredNode, parent: number, ordinal: number, directory: PageDirectory, locale: string): void {
    const { title: label, type, iconPath, customData, pageId, url } = stored;
    if (type !== 'PAGE') {
      const kind = type === 'LINK' ? { type: 'PAGE_LINK', label, link: url } : { type: 'LABEL', label };
      this.nodes.push({ parent, head: head({ ...kind, iconPath, customData }), label });
      return;
    }
    const page = directory.byId(pageId!);
    const path = page ? (localised(page.paths, locale) ?? page.id) : pageId!;
    const json = head({ type: 'PRODUCT', label, path, iconPath, customData });
    this.nodes.push({ parent, head: json, label, path, ...(page && { page: page.id }) });
    const plain = normalizePath(path);
    if (plain !== '' && !this.byPath.has(plain)) this.byPath.set(plain, ordinal);
    if (page && !this.byPage.has(page.id)) this.byPage.set(page.id, ordinal);
  }
}

function head(members: Record<string, unknown>): string {
  return JSON.stringify(members).slice(0, -1);
}
