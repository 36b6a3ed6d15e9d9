/** The products that have a recognised value, as bitmaps: those last used of a view, unless they are soon made again. */
import type { ArenaArray } from '../../kernel/arena.js';
import { type Bitmap, bitmapWords, setBit } from '../../kernel/bitmap.js';
import type { Searchable } from '../../snapshot/index.js';
import { LookupCounter } from '../cache-lookups.js';
import { valueWeight } from '../ranking/scoring.js';
import type { RecognisedValue } from '../understanding/recognition.js';
import { Slot } from '../understanding/remembered.js';
import type { Entry, Keeper, Kept } from './kept.js';

/** A value that the text names, with what it adds to the score of each product that has it. */
export interface WeightedValue {
  /** Ordinals of the attribute and of the value. */
  readonly attribute: number;
  readonly value: number;
  readonly points: number;
  readonly products: Bitmap;
}

/** A value is kept when at least one product in so many has it. */
const KEPT_SHARE = 256;

const lookups = new LookupCounter('values');

class ValueProducts implements Kept {
  constructor(readonly products: Bitmap) {}

  arrays(): [ArenaArray] {
    return [this.products];
  }
}

/** Where the products of a value were found last: the understandings of frequent texts are remembered. */
const knownEntries = new Slot<RecognisedValue, Entry>();

/** Those of the values that products have themselves; values of variants add nothing. */
export function weightedValues(values: readonly RecognisedValue[], view: Searchable, memory: Keeper): WeightedValue[] {
  const weighted: WeightedValue[] = [];
  for (const value of values) {
    const { id, level } = view.attributes.all[value.attribute];
    if (level !== 'product') continue;
    weighted.push(new ProductValue(value, valueWeight(id) * value.share, view, memory));
  }
  return weighted;
}

/** Its products are found when they are asked for: where the best of a term are known, they are not. */
class ProductValue implements WeightedValue {
  private found: Bitmap | undefined;

  constructor(
    private readonly recognised: RecognisedValue,
    readonly points: number,
    private readonly view: Searchable,
    private readonly memory: Keeper,
  ) {}

  get attribute(): number {
    return this.recognised.attribute;
  }

  get value(): number {
    return this.recognised.value;
  }

  get products(): Bitmap {
    this.found ??= productsWith(this.recognised, this.view, this.memory);
    return this.found;
  }
}

function productsWith(recognised: RecognisedValue, view: Searchable, memory: Keeper): Bitmap {
  const held = knownEntries.get(recognised);
  const known = held && memory.read(held);
  if (known instanceof ValueProducts) {
    lookups.hit();
    return known.products;
  }
  const { attribute, value } = recognised;
  const owners = view.attributes.all[attribute].ownersOf(value);
  if (owners.length * KEPT_SHARE < view.structure.productCount) return memory.sparse.of(owners);
  const key = `${attribute}=${value}`;
  const entry = memory.entryOf(key);
  const kept = entry && memory.read(entry);
  if (entry && kept instanceof ValueProducts) {
    lookups.hit();
    knownEntries.set(recognised, entry);
    return kept.products;
  }
  lookups.miss();
  const products = memory.words(bitmapWords(view.structure.productCount)).fill(0);
  for (let i = 0; i < owners.length; i++) setBit(products, owners[i]);
  knownEntries.set(recognised, memory.keep(key, new ValueProducts(products)));
  return products;
}
