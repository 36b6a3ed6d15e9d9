/** The sort orders of a listing worked out the slow way, product by product. */
import type { SortOrder } from '../../src/pages/shared/requests.js';
import { discountOf, type Item, type OfferSelection, type Oracle, offerOf } from './oracle.js';

type Value = number | string | undefined;

/** What a product is sorted by; undefined: it has nothing of the kind. */
function sortValue(sort: SortOrder, { product }: Item, oracle: Oracle, offers: OfferSelection): Value {
  const { data, variants } = product;
  const all = variants.map(variant => offerOf(variant, offers));
  switch (sort) {
    case 'NEWEST_FIRST':
      return data.releaseDate === undefined ? undefined : Date.parse(data.releaseDate);
    case 'PRICE_ASCENDING':
      return Math.min(...all.map(({ sell }) => sell));
    case 'PRICE_DESCENDING':
      return Math.max(...all.map(({ sell }) => sell));
    case 'DISCOUNT':
      return Math.max(...all.map(discountOf));
    case 'RATING':
      return data.rating;
    case 'NAME':
      return data.name;
    case 'TITLE':
      return data.title;
  }
  const values = variants.flatMap(
    (variant, i) => oracle.number(sort.split('_')[0]!.toLowerCase(), product, variant, all[i]!) ?? [],
  );
  if (values.length === 0) return undefined;
  return isDescending(sort) ? Math.max(...values) : Math.min(...values);
}

function isDescending(sort: SortOrder): boolean {
  return ['NEWEST_FIRST', 'PRICE_DESCENDING', 'DISCOUNT', 'RATING'].includes(sort) || sort.endsWith('_DECREASING');
}

function compareValues(a: Value, b: Value, descending: boolean, compare: (a: string, b: string) => number): number {
  if (a === undefined || b === undefined) return (a === undefined ? 1 : 0) - (b === undefined ? 1 : 0);
  const order = typeof a === 'string' ? compare(a, b as string) : a - (b as number);
  return descending ? -order : order;
}

/** The given products in an order that is not that of relevance, ties by key. */
export function sorted(items: readonly Item[], sort: SortOrder, oracle: Oracle, offers: OfferSelection): Item[] {
  const { compare } = new Intl.Collator(oracle.locale, { numeric: true });
  const entries = items.map(item => ({ item, key: item.product.key, value: sortValue(sort, item, oracle, offers) }));
  entries.sort((a, b) => compareValues(a.value, b.value, isDescending(sort), compare) || (a.key < b.key ? -1 : 1));
  return entries.map(({ item }) => item);
}
