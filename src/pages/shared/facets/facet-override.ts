/** The facets that a page configures: which, in which order, and the sort order, unit and display of each. */
import { resolveAttribute } from '../../../catalog/rules/rule-attributes.js';
import type { FacetSetting } from '../../../catalog/site/facet-settings.js';
import type { AttributeLabels } from '../../../index/value-labels.js';
import { dimensionOf } from '../../../kernel/measures.js';
import type { View } from '../../../snapshot/index.js';
import { type Facet, facetOf, type ValueOrder, type ValueSort } from './facet-plan.js';

const SORTS: Record<NonNullable<FacetSetting['sortOrder']>, ValueSort> = {
  RELEVANCE: 'RELEVANCE',
  ALPHABETIC: 'ALPHABETICAL',
  NATURAL: 'NATURAL',
};

/**
 * Facets of the attributes that the view has; of an attribute named twice the first.
 * @param template settings of those that use the defaults
 */
export function facetsOf(
  settings: readonly FacetSetting[],
  view: View,
  template: readonly FacetSetting[] = [],
): Facet[] {
  const facets = new Map<string, Facet>();
  for (const setting of settings) {
    const facet = facetOf(view, facetId(setting.attribute));
    if (!facet || facets.has(facet.id)) continue;
    const isOfFacet = ({ attribute, useDefaults }: FacetSetting) => !useDefaults && facetId(attribute) === facet.id;
    const acting = setting.useDefaults ? template.find(isOfFacet) : setting;
    facets.set(facet.id, acting ? changed(facet, acting, view) : facet);
  }
  return [...facets.values()];
}

function facetId(attribute: string): string {
  const id = resolveAttribute(attribute)?.alias ?? attribute;
  return id === 'inStock' ? 'onlyInStock' : id;
}

function changed(facet: Facet, { sortOrder, unit, visualization }: FacetSetting, view: View): Facet {
  if (facet.type === 'RANGE' && facet.source === 'column') {
    const { id, label } = facet;
    const column = { ...facet.column, ...(unit && fits(unit, facet.column.unit) && { unit }) };
    const sort = sortOrder ? SORTS[sortOrder] : 'NATURAL';
    const asValues = visualization === 'VALUES' && /^custom\.(number|length)\./.test(column.id);
    return asValues ? { id, label, type: 'NUMBERS', column, sort } : { ...facet, column };
  }
  if (!sortOrder || (facet.type !== 'TEXT' && facet.type !== 'COLOR')) return facet;
  const sort = SORTS[sortOrder];
  return { ...facet, sort, ...(sort === 'ALPHABETICAL' && { order: alphabetical(facet.labels, view) }) };
}

/** Only what is measured in some unit can be shown in another of the same kind. */
function fits(unit: string, shown: string | undefined): boolean {
  const dimension = dimensionOf(unit);
  return dimension !== undefined && shown !== undefined && dimension === dimensionOf(shown);
}

/** Made when a page first asks for it: many attributes are never shown in this order. */
const orders = new WeakMap<AttributeLabels, ValueOrder>();

function alphabetical(labels: AttributeLabels, { analyzer }: View): ValueOrder {
  let order = orders.get(labels);
  if (!order) {
    const texts = Array.from({ length: labels.labels.size }, (_, value) => labels.labels.at(value));
    const { compare } = new Intl.Collator(analyzer.language);
    const byRank = Uint32Array.from(texts.keys()).sort((a, b) => compare(texts[a]!, texts[b]!) || a - b);
    const rank = new Uint32Array(byRank.length);
    byRank.forEach((value, position) => {
      rank[value] = position;
    });
    orders.set(labels, (order = { rank, byRank }));
  }
  return order;
}
