/**
 * Imports navigations. A listed node gets the origin `import`; nodes that apps add have the origin `app`, and an
 * amendment by an app does not change the origin of existing nodes.
 *
 *   PARTIAL  listed nodes are added, or replace those with their ids; nodes to remove are removed with all below
 *   FULL     imported nodes that are not listed are removed as well; those of apps stay where their parent does
 *   FORCE    only the listed nodes remain
 *
 * A listed node replaces the stored one as a whole, its parent included. Nodes are moved before others are removed, so
 * that a node that moves away from a removed one stays, with all below it.
 */
import type { TSchema } from 'typebox';
import type { CatalogStore } from '../../catalog/catalog-store.js';
import {
  type Navigation,
  NavigationAmendment,
  NavigationContainer,
  type NodeOrigin,
  navigationKey,
  type StoredNode,
} from '../../catalog/site/navigation-document.js';
import type { Fault } from '../../errors/problem.js';
import type { DocumentCounts } from '../../imports/protocol.js';
import { LazyValidator } from '../../kernel/lazy-validator.js';
import { faultsOf } from '../../kernel/schema-faults.js';
import { countDifference } from './count-difference.js';
import { refuseDangerous } from './dangerous-import.js';
import { refuseFaults } from './document-faults.js';
import { mergeNavigation } from './navigation-merge.js';
import { type GivenNode, namingNodes, readNodes } from './navigation-nodes.js';
import type { SiteImport, SiteImportResult } from './site-import-input.js';
import { localeCheck, marketFault } from './view-faults.js';

const container = new LazyValidator(NavigationContainer);
const amendment = new LazyValidator(NavigationAmendment);

/** @throws `document_refused`, or `import_dangerous` when most nodes would be removed without `force` */
export function importNavigation({ store, body, force }: SiteImport): SiteImportResult {
  const { type, before, ...result } = apply(store, container, body, 'import');
  if (type !== 'PARTIAL' && !force) refuseDangerous('navigation', 'nodes', result.counts.removed, before);
  return result;
}

/**
 * Amends a navigation for an app: a PARTIAL import whose new nodes have the origin `app`.
 * @throws `document_refused`
 */
export function amendNavigation({ store, body }: SiteImport): SiteImportResult {
  const { change, counts, warnings } = apply(store, amendment, body, 'app');
  return { change, counts, warnings };
}

/** A body whose nodes are not checked yet. */
type Order = Omit<NavigationContainer, 'type' | 'addOrUpdate'> & {
  type?: NavigationContainer['type'];
  addOrUpdate?: unknown[];
};

interface Applied extends SiteImportResult {
  type: NavigationContainer['type'];
  counts: DocumentCounts;
  /** Number of nodes before the import. */
  before: number;
}

function apply(store: CatalogStore, validator: LazyValidator<TSchema>, body: unknown, by: NodeOrigin): Applied {
  const faults = faultsOf(validator, body);
  if (faults.some(({ path }) => !NODE_PATH.test(path))) refuseFaults(namingNodes(faults, body));
  const { market, locale, type = 'PARTIAL', addOrUpdate = [], remove = [] } = body as Order;
  faults.push(...viewFaults(store, market, locale));

  const key = navigationKey(market, locale);
  const old = store.documents.get<Navigation>(key)?.nodes ?? [];
  const oldById = byId(old);
  const given = readNodes(addOrUpdate, faults, id => (by === 'import' ? by : (oldById[id]?.origin ?? by)));
  for (const fault of removalFaults(type, remove, given)) faults.push(fault);
  const removed = new Set(remove);
  const stays = {
    PARTIAL: ({ id }: StoredNode) => !removed.has(id),
    FULL: ({ origin }: StoredNode) => origin === 'app',
    FORCE: () => false,
  }[type];
  const { nodes, misfits, lost } = mergeNavigation(
    old,
    given.map(({ node }) => node),
    stays,
    type !== 'PARTIAL',
  );
  for (const { at, reason } of misfits) faults.push({ path: given[at].path, message: reason });
  refuseFaults(namingNodes(faults, body));

  const changed =
    nodes.length === 0 ? store.documents.remove(key) : store.documents.put(key, { nodes } satisfies Navigation);
  const warnings: string[] = [];
  const absent = remove.filter(id => !Object.hasOwn(oldById, id));
  if (absent.length > 0) warnings.push(`${absent.length} nodes to remove were not there, the first is ${absent[0]}`);
  if (type === 'FULL' && lost.length > 0) {
    warnings.push(`${lost.length} nodes of apps went with the nodes above them, the first is ${lost[0].id}`);
  }
  const counts = countDifference(oldById, byId(nodes));
  return { type, change: { kind: changed ? 'site' : 'none' }, counts, warnings, before: old.length };
}

const NODE_PATH = /^\/addOrUpdate\/\d/;

function byId(nodes: readonly StoredNode[]): Record<string, StoredNode> {
  return Object.fromEntries(nodes.map(node => [node.id, node]));
}

function viewFaults(store: CatalogStore, market: string, locale: string): Fault[] {
  const fault = marketFault(store, market);
  if (fault) return [fault];
  const message = localeCheck(store, market)(locale);
  return message === undefined ? [] : [{ path: '/locale', message }];
}

function removalFaults(
  type: NavigationContainer['type'],
  remove: readonly string[],
  given: readonly GivenNode[],
): Fault[] {
  if (remove.length === 0) return [];
  if (type !== 'PARTIAL') {
    return [
      { path: '/remove', message: `found ${remove.length} ids in an import of type ${type}, expected type PARTIAL` },
    ];
  }
  const listed = new Set(given.map(({ node }) => node.id));
  return remove.flatMap((id, i) =>
    listed.has(id) ? [{ path: `/remove/${i}`, message: `found ${id}, which addOrUpdate lists, expected another` }] : [],
  );
}
