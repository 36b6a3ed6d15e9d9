/**
 * Blocks of 64 consecutive products, two words of a bitmap. The most that any product of a block gets from one source
 * bounds what each of them gets from it, so that whole blocks can be passed over (block-max indexes: Ding and Suel,
 * "Faster Top-k Document Retrieval Using Block-Max Indexes", SIGIR 2011).
 */
export const BLOCK_SHIFT = 6;
export const WORDS_PER_BLOCK = 2;

export function blockCount(products: number): number {
  return (products + 63) >>> BLOCK_SHIFT;
}

/** The most points of any product of each block. @param points by product */
export function blockMaxima(points: Float32Array): Float32Array {
  const most = new Float32Array(blockCount(points.length)).fill(Number.NEGATIVE_INFINITY);
  for (let doc = 0; doc < points.length; doc++) {
    if (points[doc] > most[doc >>> BLOCK_SHIFT]) most[doc >>> BLOCK_SHIFT] = points[doc];
  }
  return most;
}

/** The least value of each block. @param values by product */
export function blockMinima(values: Uint32Array): Uint32Array {
  const least = new Uint32Array(blockCount(values.length)).fill(0xffffffff);
  for (let doc = 0; doc < values.length; doc++) {
    if (values[doc] < least[doc >>> BLOCK_SHIFT]) least[doc >>> BLOCK_SHIFT] = values[doc];
  }
  return least;
}

/** Blocks of a region, which is passed over at once when none of its products can be among the best. */
export const BLOCKS_PER_REGION = 64;

/** The most of the blocks of each region. */
export function regionMaxima(blocks: Float32Array, regions: Float32Array): void {
  regions.fill(Number.NEGATIVE_INFINITY);
  for (let block = 0; block < blocks.length; block++) {
    const region = Math.floor(block / BLOCKS_PER_REGION);
    if (blocks[block] > regions[region]) regions[region] = blocks[block];
  }
}
