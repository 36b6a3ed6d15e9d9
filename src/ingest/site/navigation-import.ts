/**
 * Imports of navigations. An import owns the nodes that it lists; apps add nodes between them and change what they
 * like, but a node stays with the origin that it was created with until an import lists it.
 *
 *   PARTIAL  the listed nodes are added or take the place of those with their ids; the named ones go, with all below
 *   FULL     imported nodes that are not listed go as well; those of apps stay where their parent does
 *   FORCE    nothing stays but what is listed
 *
 * A listed node stands for itself whole: what it leaves out it does not have, a parent neither. Moves come before
 * removals, so that what moves away from a node that goes is saved, with all below it.
 */
import { Compile, type Validator } from 'typebox/compile';
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
import { faultsOf } from '../../kernel/schema-faults.js';
import { refuseDangerous } from './dangerous.js';
import { countDifference } from './difference.js';
import { refuseFaults } from './faults.js';
import { type Given, givenNodes, ofNode } from './navigation-nodes.js';
import { arrange } from './navigation-tree.js';
import type { SiteImport, SiteImportResult } from './site-import-input.js';
import { localeCheck, marketFault } from './view-faults.js';

const container = Compile(NavigationContainer);
const amendment = Compile(NavigationAmendment);

/** @throws Problem BAD_REQUEST */
export function importNavigation({ store, body, force }: SiteImport): SiteImportResult {
  const { type, before, ...result } = apply(store, container, body, 'import');
  if (type !== 'PARTIAL' && !force) refuseDangerous('navigation', 'nodes', result.counts.removed, before);
  return result;
}

/**
 * Amendments of an app: PARTIAL imports, but for the origin of what they add.
 * @throws Problem BAD_REQUEST
 */
export function amendNavigation({ store, body }: SiteImport): SiteImportResult {
  const { change, counts, warnings } = apply(store, amendment, body, 'app');
  return { change, counts, warnings };
}

/** A body whose frame is right; what stands in the list of nodes may be anything. */
type Order = Omit<NavigationContainer, 'type' | 'addOrUpdate'> & {
  type?: NavigationContainer['type'];
  addOrUpdate?: unknown[];
};

interface Applied extends SiteImportResult {
  type: NavigationContainer['type'];
  counts: DocumentCounts;
  /** How many nodes there were. */
  before: number;
}

function apply(store: CatalogStore, validator: Validator, body: unknown, by: NodeOrigin): Applied {
  const faults = faultsOf(validator, body);
  if (faults.some(({ path }) => !NODE_PATH.test(path))) refuseFaults(ofNode(faults, body));
  const { market, locale, type = 'PARTIAL', addOrUpdate = [], remove = [] } = body as Order;
  faults.push(...viewFaults(store, market, locale));

  const key = navigationKey(market, locale);
  const old = store.documents.get<Navigation>(key)?.nodes ?? [];
  const oldById = byId(old);
  const given = givenNodes(addOrUpdate, faults, id => (by === 'import' ? by : (oldById[id]?.origin ?? by)));
  for (const fault of removalFaults(type, remove, given)) faults.push(fault);
  const removed = new Set(remove);
  const stays = {
    PARTIAL: ({ id }: StoredNode) => !removed.has(id),
    FULL: ({ origin }: StoredNode) => origin === 'app',
    FORCE: () => false,
  }[type];
  const { nodes, misfits, lost } = arrange(
    old,
    given.map(({ node }) => node),
    stays,
    type !== 'PARTIAL',
  );
  for (const { at, reason } of misfits) faults.push({ path: given[at].path, message: reason });
  refuseFaults(ofNode(faults, body));

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

function removalFaults(type: NavigationContainer['type'], remove: readonly string[], given: readonly Given[]): Fault[] {
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
