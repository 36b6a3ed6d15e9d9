/**
 * The columns of sets of a view, as WebAssembly counts them. Neighbours in the index are neighbours in the shop, so that
 * many blocks of 64 products have one category, and a search for a kind of products finds nearly all of a region of
 * 4,096: of each block the set is known where it is only one, and of each region how often it has each set.
 *
 * Of a column, each from a multiple of 16 on:
 *   cells     u16 a product: its set
 *   blocks    u16 a block: the set of all its products; 0xffff: several
 *   regions   for each whole region u16 a set of the column, in multiples of 8: products that have it
 */
import { MAX_SETS, type ValueSetTable } from '../../index/value-sets.js';

const ALIGNMENT = 16;
const BLOCK = 64;
export const REGION = 4096;
const SEVERAL = MAX_SETS;
/** Counts of a region that are added at once. */
const SETS_AT_ONCE = 8;
/** Where fewer blocks than one in so many have a single set, products are counted one by one. */
const BLOCKS_PER_SINGLE = 2;

/** Offsets of a column. */
export interface ColumnPlace {
  readonly cells: number;
  readonly blocks: number;
  readonly regions: number;
  /** Whether most blocks have a single set. */
  readonly isByBlock: boolean;
}

/** Takes bytes of the memory, which are 0. @returns their offset, a multiple of 16; undefined: there is no room */
export type Take = (bytes: number) => number | undefined;

/** Writes a column. @param buffer of the memory, to be asked for once all was taken */
export function placeColumn(
  { rows, width, bases }: ValueSetTable,
  column: number,
  take: Take,
  buffer: () => ArrayBuffer,
): ColumnPlace | undefined {
  const products = rows.length / width;
  const base = bases[column];
  const row = regionCells(bases[column + 1] - base);
  const wholeBlocks = Math.ceil(products / BLOCK);
  const wholeRegions = Math.floor(products / REGION);
  const bytes = [products, wholeBlocks, wholeRegions * row].map(length => length * Uint16Array.BYTES_PER_ELEMENT);
  // Together: what one of them had taken before there was no room for another would be lost each time.
  const cells = take(bytes.reduce((sum, own) => sum + aligned(own), 0));
  if (cells === undefined) return undefined;
  const blocks = cells + aligned(bytes[0]);
  const regions = blocks + aligned(bytes[1]);
  const copy = new Uint16Array(buffer(), cells, products);
  const ofBlocks = new Uint16Array(buffer(), blocks, wholeBlocks);
  const ofRegions = new Uint16Array(buffer(), regions, wholeRegions * row);
  const inWhole = wholeRegions * REGION;
  for (let product = 0, cell = column; product < products; product++, cell += width) {
    const set = rows[cell];
    copy[product] = set;
    const block = Math.floor(product / BLOCK);
    if (product % BLOCK === 0) ofBlocks[block] = set;
    else if (ofBlocks[block] !== set) ofBlocks[block] = SEVERAL;
    if (product < inWhole) ofRegions[Math.floor(product / REGION) * row + set - base]++;
  }
  let single = 0;
  for (const set of ofBlocks) if (set !== SEVERAL) single++;
  return { cells, blocks, regions, isByBlock: single * BLOCKS_PER_SINGLE >= wholeBlocks };
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}

/** Counts of a region, with those that fill it up. */
function regionCells(sets: number): number {
  return Math.ceil(sets / SETS_AT_ONCE) * SETS_AT_ONCE;
}
