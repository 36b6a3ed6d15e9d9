/** The values of a product for the attribute of a filter, as text for people. */

import { toDisplayUnit } from '../../index/numbers.js';
import { dimensionOf } from '../../kernel/measures.js';
import type { OfferContext } from '../../query/filters/offer-context.js';
import type { View } from '../../snapshot/index.js';

/** Most values listed. */
const MOST_VALUES = 8;

/**
 * Distinct values; of numbers that differ between variants the least and the largest. Empty: the product has none.
 * @param attribute its name in rules
 */
export function ownValues(attribute: string, product: number, view: View, offers: OfferContext): string[] {
  const { structure } = view;
  const variants = range(structure.variantStart[product], structure.variantStart[product + 1]);
  const ofVariants = (values: ArrayLike<number>, unit = '') =>
    span(
      variants.map(variant => values[variant]),
      unit,
    );
  switch (attribute) {
    case 'price':
      return ofVariants(offers.sell);
    case 'list_price':
      return ofVariants(offers.list);
    case 'discount':
      return ofVariants(offers.discount, '%');
    case 'stock_number':
    case 'in_stock':
      return ofVariants(offers.stock, ' in stock');
    case 'newness':
      return releaseDate(product, view);
    case 'product_key':
      return [structure.products.at(product)];
    case 'variant_key':
      return variants.map(variant => structure.variants.at(variant)).slice(0, MOST_VALUES);
    case 'product_group_key':
      return [structure.groups.at(structure.groupOf[product])];
  }
  return view.attributes.get(attribute)
    ? labels(attribute, product, variants, view)
    : numbers(attribute, product, variants, view);
}

/** Labels of an attribute's values; of a category with its ancestors. */
function labels(id: string, product: number, variants: readonly number[], view: View): string[] {
  const { level, start, of, values } = view.attributes.get(id)!;
  const names = view.labels.get(id)?.labels;
  const owners = level === 'variant' ? variants : [product];
  const ordinals = owners.flatMap(owner => [...of.subarray(start[owner], start[owner + 1])]);
  return [...new Set(ordinals)].slice(0, MOST_VALUES).map(ordinal => names?.at(ordinal) ?? values.at(ordinal));
}

function numbers(id: string, product: number, variants: readonly number[], view: View): string[] {
  const column = view.numbers.get(id);
  if (!column) return [];
  const owners = column.level === 'variant' ? variants : [product];
  const unit = column.unit === undefined ? '' : ` ${column.unit}`;
  return span(
    owners.map(owner => toDisplayUnit(column, column.values[owner])),
    unit,
  );
}

/** Measures of the dimension of a unit. */
export function ownMeasures(unit: string, product: number, view: View, offers: OfferContext): string[] {
  const dimension = dimensionOf(unit);
  const ids = [...view.numbers.ids()].filter(id => {
    const own = view.numbers.get(id)!.unit;
    return own !== undefined && dimension !== undefined && dimensionOf(own) === dimension;
  });
  return ids.flatMap(id => ownValues(id, product, view, offers).map(value => `${id} ${value}`));
}

function releaseDate(product: number, { numbers }: View): string[] {
  const released = numbers.get('release_date')?.values[product];
  return released === undefined || Number.isNaN(released) ? [] : [`released ${new Date(released).toISOString()}`];
}

function span(values: readonly number[], unit: string): string[] {
  const known = values.filter(value => !Number.isNaN(value));
  if (known.length === 0) return [];
  const [min, max] = [Math.min(...known), Math.max(...known)];
  return [min === max ? `${min}${unit}` : `${min} to ${max}${unit}`];
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}
