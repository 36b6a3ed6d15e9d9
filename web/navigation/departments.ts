/**
 * The departments of the shop: the top of its navigation. A shop without navigation has its top categories instead, as
 * filters of a search.
 */
import { navigationTree, searchPage } from '../api/queries.js';
import type { FacetOf, NavigationNode, TextFacetValue } from '../api/responses.js';
import type { Child, Properties } from '../dom/elements.js';
import { link, shopLink } from '../page/links.js';
import type { Department, PageContext } from '../page/page-context.js';
import { at, type State, searchFor, withFacet } from '../page/state.js';

const byCategory = (state: State, id: string) => withFacet(searchFor(state, ''), 'category', { values: new Set([id]) });

/** Made of the values of the category facet. */
async function fromFacet(state: State): Promise<Department[]> {
  const { body } = await searchPage({ ...searchFor(state, ''), page: 1 }, undefined);
  const facet = body.primaryList.facets.find(
    (facet): facet is FacetOf<'TEXT'> => facet.id === 'category' && facet.type === 'TEXT',
  );
  const values = facet?.values ?? [];
  const entry = ({ id, label }: TextFacetValue): Department => ({
    label: label.split(' > ').at(-1) ?? label,
    next: byCategory(state, id),
    children: [],
  });
  return values
    .filter(value => !value.id.includes(' > '))
    .map(top => ({
      ...entry(top),
      children: values.filter(({ id }) => id.startsWith(`${top.id} > `) && id.split(' > ').length === 2).map(entry),
    }));
}

type Entry = Extract<NavigationNode, { type: 'PRODUCT' | 'PAGE_LINK' }>;

const isEntry = (node: NavigationNode): node is Entry => node.type === 'PRODUCT' || node.type === 'PAGE_LINK';

function fromNode(node: Entry, state: State): Department {
  const children = node.children
    .filter(isEntry)
    .filter(({ type }) => type === 'PRODUCT')
    .map(child => fromNode(child, state));
  if (node.type === 'PAGE_LINK')
    return { label: node.label, address: node.link, next: at(state, 'category'), children };
  return { label: node.label, path: node.path, next: at(state, 'category', node.path), children };
}

/** Those of the market and language of a state. @throws ApiError */
export async function departmentsOf(state: State): Promise<Department[]> {
  const { body } = await navigationTree(state);
  const nodes = body.tree.children.filter(isEntry);
  return nodes.length > 0 ? nodes.map(node => fromNode(node, state)) : fromFacet(state);
}

export const departmentLink = (
  { address, next }: Department,
  page: PageContext,
  properties: Properties,
  ...children: Child[]
): HTMLElement =>
  address === undefined
    ? link(page, next, properties, ...children)
    : shopLink(page, address, path => at(page.state, 'category', path), properties, ...children);
