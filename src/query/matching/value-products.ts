/** The products that have a recognised value, as bitmaps: those last used of a view. */
import type { ArenaArray } from '../../kernel/arena.js';
import { type Bitmap, bitmapWords, setBit } from '../../kernel/bitmap.js';
import type { Searchable } from '../../snapshot/index.js';
import { LookupCounter } from '../cache-lookups.js';
import { valueWeight } from '../ranking/scoring.js';
import type { RecognisedValue } from '../understanding/recognition.js';
import type { Keeper, Kept } from './kept.js';

/** A value that the text names, with what it adds to the score of each product that has it. */
export interface WeightedValue {
  readonly points: number;
  readonly products: Bitmap;
}

const lookups = new LookupCounter('values');

class ValueProducts implements Kept {
  constructor(readonly products: Bitmap) {}

  arrays(): [ArenaArray] {
    return [this.products];
  }
}

/** Those of the values that products have themselves; values of variants add nothing. */
export function weightedValues(values: readonly RecognisedValue[], view: Searchable, memory: Keeper): WeightedValue[] {
  const weighted: WeightedValue[] = [];
  for (const { attribute: at, value, share } of values) {
    const { id, level } = view.attributes.all[at];
    if (level !== 'product') continue;
    weighted.push({ points: valueWeight(id) * share, products: productsWith(at, value, view, memory) });
  }
  return weighted;
}

function productsWith(attribute: number, value: number, view: Searchable, memory: Keeper): Bitmap {
  const key = `${attribute}=${value}`;
  const known = memory.get(key);
  if (known instanceof ValueProducts) {
    lookups.hit();
    return known.products;
  }
  lookups.miss();
  const { ownersStart, owners } = view.attributes.all[attribute];
  const products = memory.words(bitmapWords(view.structure.productCount)).fill(0);
  for (let i = ownersStart[value], end = ownersStart[value + 1]; i < end; i++) setBit(products, owners[i]);
  memory.set(key, new ValueProducts(products));
  return products;
}
