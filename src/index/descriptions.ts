/**
 * Part `descriptions`: which words the descriptions of groups have. It is apart from the part `text`, so that what long
 * texts say by the way never bears on what words mean: heads, rarity, compounds, spelling and exclusions know nothing
 * of it.
 *
 *   stems (dictionary)          the stems of all words but stop words, sorted
 *   groups (ascending lists)    the groups of each stem
 *   places u8                   where each of them says it first, in words; 255: further on
 *   prints u32[2 × groups]      a hash of each group's descriptions, by which a join knows those that have not changed
 *
 * All are empty where descriptions are not read. The products of a group mostly have one description: what one of them
 * says counts for all.
 */
import { AscendingLists } from './ascending-lists.js';
import { Dictionary } from './dictionary.js';
import type { Part } from './part.js';
import type { PagedSection } from './part-reader.js';

/** Says that a word comes first behind all places that are told apart. */
export const FAR = 255;

/** Numbers of each hash. */
export const PRINT_WORDS = 2;

export class Descriptions {
  readonly stems: Dictionary;
  readonly prints: Uint32Array;
  private readonly lists: AscendingLists;
  private readonly places: PagedSection<Uint8Array>;

  constructor(part: Part) {
    this.stems = new Dictionary(part, 'stems');
    this.prints = part.u32('prints');
    this.lists = new AscendingLists(part, 'groups');
    this.places = part.pagedU8('places');
  }

  get groupCount(): number {
    return this.prints.length / PRINT_WORDS;
  }

  /** The groups with a stem, ascending; valid until the next call. */
  groupsOf(stem: number): Uint32Array {
    return this.lists.read(stem);
  }

  /** Where each of the groups with a stem has it first. */
  placesOf(stem: number): Uint8Array {
    const { firsts } = this.lists;
    return this.places.range(firsts[stem], firsts[stem + 1]).subarray(firsts[stem], firsts[stem + 1]);
  }

  /** Number of groups with a stem. */
  frequency(stem: number): number {
    return this.lists.count(stem);
  }
}
