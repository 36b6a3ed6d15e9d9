/** What is kept for later queries, and the arrays that it consists of. */
import type { ArenaArray } from '../../kernel/arena.js';

/** Makes arrays. What they hold means nothing. */
export interface Allocator {
  words(length: number): Uint32Array;
  floats(length: number): Float32Array;
}

/** What is kept. */
export interface Kept {
  /** Those that an allocator has made for it so far. */
  arrays(): Iterable<ArenaArray>;
}

/** Keeps by name what was last used, in arrays that it makes. */
export interface Keeper extends Allocator {
  get(key: string): Kept | undefined;
  set(key: string, kept: Kept): void;
}
