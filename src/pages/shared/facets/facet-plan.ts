/** The facets of a view in the order in which listings show them, and how each is counted and selected. */

import type { Restriction } from '../../../catalog/rules/rule-expression.js';
import type { Attribute } from '../../../index/attributes.js';
import { type NumberColumn, toDisplayUnit } from '../../../index/numbers.js';
import type { AttributeLabels } from '../../../index/value-labels.js';
import { convert, DEFAULT_UNITS } from '../../../kernel/measures.js';
import type { View } from '../../../snapshot/index.js';
import type { FacetSelection } from '../requests.js';
import { facetLabel } from '../wording.js';

/** By count, in the natural order of sizes and the like, or letter by letter. */
export type ValueSort = 'RELEVANCE' | 'NATURAL' | 'ALPHABETICAL';

/** Values in an order: the position of each, and the value at each position. */
export interface ValueOrder {
  rank: Uint32Array;
  byRank: Uint32Array;
}

interface FacetHead {
  id: string;
  label: string;
}

export interface ValueFacet extends FacetHead {
  type: 'TEXT' | 'COLOR' | 'SIZE';
  attribute: Attribute;
  labels: AttributeLabels;
  sort: ValueSort;
  /** Where the order of values is not that of their labels. */
  order?: ValueOrder;
}

/** The numbers of a column as values to choose from. */
export interface NumbersFacet extends FacetHead {
  type: 'NUMBERS';
  column: NumberColumn;
  sort: ValueSort;
}

export type RangeFacet = FacetHead & { type: 'RANGE' } & (
    | { source: 'price' | 'discount' | 'newness' }
    | { source: 'column'; column: NumberColumn }
  );

export interface CheckboxFacet extends FacetHead {
  type: 'CHECKBOX';
}

export type Facet = ValueFacet | NumbersFacet | RangeFacet | CheckboxFacet;

/** Text facets whose values read best in their own order. */
const IN_NATURAL_ORDER = new Set(['age', 'size']);
/** Attributes that are for rules and sorting alone. */
const NO_FACET = new Set(['title', 'name', 'release_date', 'ontology']);
const OFFER_RANGES = new Set(['price', 'discount', 'newness']);

function attributeOf(facet: string): string {
  return facet.startsWith('custom.') ? facet : facet.replace(/[A-Z]/g, c => `_${c.toLowerCase()}`);
}

/**
 * Values that an attribute may always have; with more, it must tell products apart into sets rather than one by one.
 */
const FEW_VALUES = 50;
const OWNERS_PER_VALUE = 2;

/**
 * All facets of a view, those in `order` first, then the custom ones that are not named there, by id: but for part
 * numbers and the like, whose values stand for a single product and so narrow nothing down.
 */
export function planFacets(view: View, order: readonly string[]): Facet[] {
  const attributes = view.attributes.all.filter(
    ({ size, pairCount }) => size <= FEW_VALUES || pairCount >= size * OWNERS_PER_VALUE,
  );
  const present = [...attributes.map(({ id }) => id), ...view.numbers.ids()].filter(id => !NO_FACET.has(id));
  const custom = present.filter(id => id.startsWith('custom.')).sort();
  const ids = new Set([...order, ...custom]);
  return [...ids].flatMap(id => facetOf(view, id) ?? []);
}

/** One facet by its id; undefined when the view has no such thing. */
export function facetOf(view: View, id: string): Facet | undefined {
  const label = facetLabel(id, view.analyzer.language);
  if (id === 'onlyInStock') return { id, label, type: 'CHECKBOX' };
  if (OFFER_RANGES.has(id)) {
    if (id === 'newness' && !view.numbers.get('release_date')) return undefined;
    return { id, label, type: 'RANGE', source: id as 'price' | 'discount' | 'newness' };
  }
  const attribute = view.attributes.get(attributeOf(id));
  const labels = view.labels.get(attributeOf(id));
  if (attribute && labels && !NO_FACET.has(attribute.id)) {
    const type = id === 'color' ? 'COLOR' : id === 'size' ? 'SIZE' : 'TEXT';
    return { id, label, type, attribute, labels, sort: IN_NATURAL_ORDER.has(id) ? 'NATURAL' : 'RELEVANCE' };
  }
  const column = view.numbers.get(attributeOf(id));
  return column && !NO_FACET.has(column.id) ? { id, label, type: 'RANGE', source: 'column', column } : undefined;
}

/** What a selection restricts; undefined when it restricts nothing or does not fit the facet. */
export function restrictionOf(facet: Facet, selection: FacetSelection): Restriction | undefined {
  if (facet.type === 'CHECKBOX') {
    const checked = selection.checked ?? selection.values?.[0]?.trim().toLowerCase() === 'true';
    return checked ? restriction('in_stock', { kind: 'values', values: ['true'] }) : undefined;
  }
  if (facet.type === 'NUMBERS') return numbersRestriction(facet.column, selection.values ?? []);
  if (facet.type === 'RANGE') {
    if (selection.min === undefined && selection.max === undefined) return undefined;
    const min = selection.min ?? Number.NEGATIVE_INFINITY;
    const max = selection.max ?? Number.POSITIVE_INFINITY;
    // Bounds come in the unit that the facet shows.
    const unit = facet.source === 'column' && facet.column.unit ? { unit: facet.column.unit } : undefined;
    return restriction(attributeOf(facet.id), { kind: 'range', min, max, ...unit });
  }
  if (!selection.values || selection.values.length === 0) return undefined;
  return restriction(facet.attribute.id, { kind: 'values', values: selection.values });
}

/** Rules take amounts without a unit in the default one of lengths. */
function numbersRestriction({ id, unit }: NumberColumn, values: readonly string[]): Restriction | undefined {
  if (values.length === 0) return undefined;
  const inDefault = (text: string) => String(convert(Number(text), unit!, DEFAULT_UNITS.length));
  return restriction(id, { kind: 'values', values: unit ? values.map(inDefault) : [...values] });
}

function restriction(attribute: string, condition: Restriction['condition']): Restriction {
  return { exclude: false, attribute, condition };
}

/** A bound of a column in its display unit. */
export function shownBound(facet: Facet, value: number): number {
  return facet.type === 'RANGE' && facet.source === 'column' ? toDisplayUnit(facet.column, value) : value;
}
