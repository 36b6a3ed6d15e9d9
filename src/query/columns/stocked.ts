/** Which products and variants are in stock. */
import type { Structure } from '../../index/structure.js';
import { type Bitmap, emptyBitmap, setBit } from '../../kernel/bitmap.js';
import { inSteps, type Steps } from '../../kernel/steps.js';
import { AssemblyColumns } from './assembly-columns.js';

/** Products and variants that are in stock. */
export interface Stocked {
  products: Bitmap;
  variants: Bitmap;
}

type Variants = Pick<Structure, 'variantStart' | 'productCount' | 'variantCount'>;

/**
 * @param stock by variant
 * @param assembly whether it is computed in WebAssembly, where there is any
 */
export function* stockedOf(stock: Int32Array, structure: Variants, assembly: boolean): Steps<Stocked> {
  const { variantStart, productCount, variantCount } = structure;
  const stocked = { products: emptyBitmap(productCount), variants: emptyBitmap(variantCount) };
  const columns = assembly ? AssemblyColumns.ofThread() : undefined;
  if (!columns) {
    yield* inSteps(productCount, (from, end) => enter(stock, variantStart, stocked, from, end));
    return stocked;
  }
  const { products, variants } = stocked;
  yield* inSteps(variantCount, (from, end) => columns.positive(stock, from, end, variants));
  yield* inSteps(productCount, (from, end) => columns.owners(variants, variantStart, from, end, products));
  return stocked;
}

/** Enters the products from `from` to before `end`, and their variants. */
function enter(
  stock: Int32Array,
  variantStart: Uint32Array,
  { products, variants }: Stocked,
  from: number,
  end: number,
): void {
  for (let product = from; product < end; product++) {
    for (let v = variantStart[product], last = variantStart[product + 1]; v < last; v++) {
      if (stock[v] <= 0) continue;
      setBit(variants, v);
      setBit(products, product);
    }
  }
}
