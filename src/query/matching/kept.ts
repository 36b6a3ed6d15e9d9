/** What is kept for later queries, and the arrays that it consists of. */
import type { ArenaArray } from '../../kernel/arena.js';
import type { SparseBitmaps } from './sparse-bitmaps.js';

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

/** What a memory keeps under a name. Those that ask for it often hold the entry, and look up no name. */
export interface Entry {
  /** Undefined once it was dropped. */
  kept: Kept | undefined;
  readonly memory: Keeper;
  /** The last query that has read it. */
  query: number;
  /** Whether it was read since it was last passed over. */
  isRead: boolean;
  readonly key: string;
  /** The one that is passed over next. */
  next: Entry | undefined;
}

/** Keeps by name what was last used, in arrays that it makes. */
export interface Keeper extends Allocator {
  /** What is soon made again, for the query at hand. */
  readonly sparse: SparseBitmaps;
  /** What is kept under a name, to be read with `read`. */
  entryOf(key: string): Entry | undefined;
  /** What an entry of this memory or another has; undefined: nothing, or not in this memory. */
  read(entry: Entry): Kept | undefined;
  /** Keeps arrays under a name that has none yet. */
  keep(key: string, kept: Kept): Entry;
}
