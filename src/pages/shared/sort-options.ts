/** The sort orders that a view offers, and their columns. */
import type { Order, OrderColumn } from '../../query/ranking/top-hits.js';
import type { View } from '../../snapshot/index.js';
import { SORT_ORDERS, type SortOrder } from './requests.js';
import { sortLabel } from './wording.js';

const MEASURE = /^(LENGTH|WIDTH|HEIGHT|DEPTH|VOLUME|WEIGHT)_(INCREASING|DECREASING)$/;

export function orderOf(sort: SortOrder): Order {
  switch (sort) {
    case 'RELEVANCE':
      return { by: 'relevance' };
    case 'NEWEST_FIRST':
      return { by: 'release_date', descending: true };
    case 'PRICE_ASCENDING':
      return { by: 'price', descending: false };
    case 'PRICE_DESCENDING':
      return { by: 'price', descending: true };
    case 'DISCOUNT':
      return { by: 'discount', descending: true };
    case 'RATING':
      return { by: 'rating', descending: true };
    case 'NAME':
      return { by: 'name', descending: false };
    case 'TITLE':
      return { by: 'title', descending: false };
    default: {
      const [, column, direction] = MEASURE.exec(sort)!;
      return { by: column.toLowerCase() as OrderColumn, descending: direction === 'DECREASING' };
    }
  }
}

/** Orders with an attribute that the catalog has, as JSON of `sort.options`. */
export function sortOptions(view: View): string {
  return optionsJson(offeredOrders(SORT_ORDERS, view), view);
}

/** The orders with an attribute that the catalog has. */
export function offeredOrders(orders: readonly SortOrder[], view: View): SortOrder[] {
  return orders.filter(order => isOffered(order, view));
}

export function optionsJson(orders: readonly SortOrder[], view: View): string {
  return JSON.stringify(orders.map(id => ({ id, label: sortLabel(id, view.analyzer.language) })));
}

function isOffered(order: SortOrder, view: View): boolean {
  if (order === 'RATING') return view.numbers.get('rating') !== undefined;
  if (order === 'NAME') return view.attributes.get('name') !== undefined;
  const measure = MEASURE.exec(order);
  return measure === null || view.numbers.get(measure[1].toLowerCase()) !== undefined;
}
