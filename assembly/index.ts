/**
 * What is compiled to WebAssembly, with SIMD: loops over bytes and counters that take a fifth of a page in JavaScript.
 * Each function has a twin in TypeScript, which gives the same bytes and serves where WebAssembly cannot (see
 * `src/kernel/assembly.ts`).
 *
 * AssemblyScript: addresses are `usize`; `load` and `store` do not check that they are inside of what a caller means,
 * only that they are inside of the memory. Callers therefore make room before they call.
 */
export { spliceGroup } from './cards';
export { blockMost, greatest, ownerBits, positiveBits, writePriors } from './columns';
export { writeValues } from './facets';
export { countBySet, intersect, listProducts, offerAll, offerBlocks, sortBest, unite } from './matching';
export { countFound, mergePostings, packBlocks, packList } from './merging';
export { writeTag } from './tags';
export { countRegions, countSets } from './tally';
export { learnName, readTape } from './tape';
export { compressText, restoreText } from './texts';
export { countValues, listValues } from './values';
export { nearVectors } from './vectors';
