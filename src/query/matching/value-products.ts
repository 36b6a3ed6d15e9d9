/** The products that have a recognised value, as bitmaps: those last used of a view. */
import { type Bitmap, emptyBitmap, setBit } from '../../kernel/bitmap.js';
import type { Searchable } from '../../snapshot/index.js';
import { valueWeight } from '../ranking/scoring.js';
import type { RecognisedValue } from '../understanding/recognition.js';
import { ViewCache } from '../view-cache.js';

/** Values of a view whose bitmaps are kept, in each of two generations. */
const KEPT = 128;

/** A value that the text names, with what it adds to the score of each product that has it. */
export interface WeightedValue {
  readonly points: number;
  readonly products: Bitmap;
}

const kept = new ViewCache<Bitmap>('values', KEPT);

/** Those of the values that products have themselves; values of variants add nothing. */
export function weightedValues(values: readonly RecognisedValue[], view: Searchable): WeightedValue[] {
  const weighted: WeightedValue[] = [];
  for (const { attribute: at, value, share } of values) {
    const { id, level } = view.attributes.all[at];
    if (level !== 'product') continue;
    weighted.push({ points: valueWeight(id) * share, products: productsWith(at, value, view) });
  }
  return weighted;
}

function productsWith(attribute: number, value: number, view: Searchable): Bitmap {
  return kept.get(view, `${attribute}:${value}`, () => {
    const { ownersStart, owners } = view.attributes.all[attribute];
    const products = emptyBitmap(view.structure.productCount);
    for (let i = ownersStart[value], end = ownersStart[value + 1]; i < end; i++) setBit(products, owners[i]);
    return products;
  });
}
