/**
 * Runs `assembly/merging.ts`: merges the postings of a query term piece by piece, in a memory of the thread. As all that
 * was found lies in a bitmap, few products need not be sorted, and a product is found without a branch.
 *
 *   0  the merge (see `MERGE`), then what places are worth, columns of a piece of postings, what sets of fields are
 *      worth for each kind of query term; by product: bitmap, points; by block: ranks (or products found) and most points
 */
import { Assembly } from '../../kernel/assembly.js';
import { bitmapWords } from '../../kernel/bitmap.js';
import { DEADLINE_STEPS, type Deadline } from '../../kernel/deadline.js';
import type { Searchable } from '../../snapshot/index.js';
import { blockCount, WORDS_PER_BLOCK } from '../ranking/blocks.js';
import { FIELD_SCORE, type FieldScores, fieldScoresOf, PLACE_SCORE } from '../ranking/scoring.js';
import type { Expansion, QueryTerm, TermGroup } from '../understanding/query-term.js';
import type { Allocator } from './kept.js';
import { termGroupHitsOf } from './posting-lookup.js';
import { TermMatches } from './term-matches.js';

/** Words of a merge; the factor is in double precision. */
const MERGE = {
  FOUND: 0,
  POINTS: 1,
  DOCS: 2,
  FIELDS: 3,
  PLACES: 4,
  KNOWN_FIELDS: 5,
  PLACE_POINTS: 6,
  COUNTING: 7,
  FACTOR: 8,
} as const;
const MERGE_BYTES = 64;
const WORD_BYTES = 4;
const HALF_BYTES = 2;
const WORDS_PER_DOUBLE = 2;

/** Postings that are merged at once; between two pieces the deadline is looked at. */
const PIECE = DEADLINE_STEPS + 1;
const PLACE_POINTS = MERGE_BYTES;
const DOCS = PLACE_POINTS + PLACE_SCORE.byteLength;
const FIELDS = DOCS + PIECE * WORD_BYTES;
const PLACES = FIELDS + PIECE * HALF_BYTES;
const KNOWN_FIELDS = PLACES + PIECE;
const FIELD_MASKS = 1 << 16;
/** Plain words, heads, and likely heads. */
const KINDS_OF_TERMS = 3;
const BY_PRODUCT = KNOWN_FIELDS + KINDS_OF_TERMS * FIELD_MASKS * WORD_BYTES;
const NOT_KNOWN = Number.NaN;
/** So few are copied one by one: views of their columns take longer to make. */
const FEW_POSTINGS = 64;

let ofThread: AssemblyMerger | undefined;

export class AssemblyMerger {
  private products = 0;
  private readonly kinds: FieldScores[] = [];
  /** Of the query term at hand. */
  private fieldScores = FIELD_SCORE;
  /** Whether what the merge before has written is cleared: not where postings were damaged. */
  private isTaken = true;
  /** Whether some postings are merged. */
  private isBegun = false;
  /** Postings in the columns of the piece. */
  private waiting = 0;
  private words!: Uint32Array;
  private floats!: Float32Array;
  private doubles!: Float64Array;
  private masks!: Uint16Array;
  private places!: Uint8Array;

  private constructor(private readonly assembly: Assembly) {
    this.look();
    this.floats.set(PLACE_SCORE, PLACE_POINTS / WORD_BYTES);
    this.floats.fill(NOT_KNOWN, KNOWN_FIELDS / WORD_BYTES, BY_PRODUCT / WORD_BYTES);
  }

  /** That of this thread. @returns undefined where it has no WebAssembly */
  static ofThread(): AssemblyMerger | undefined {
    if (ofThread) return ofThread;
    const assembly = Assembly.make(BY_PRODUCT);
    if (assembly) ofThread = new AssemblyMerger(assembly);
    return ofThread;
  }

  /** As `TermMerger.merge`. @param rarity of the query term */
  merge(queryTerm: QueryTerm, rarity: number, view: Searchable, deadline: Deadline, allocator: Allocator): TermMatches {
    const { productCount } = view.structure;
    this.begin(productCount);
    this.fieldScores = fieldScoresOf(queryTerm);
    this.words[MERGE.COUNTING] = queryTerm.fields;
    this.words[MERGE.KNOWN_FIELDS] = this.knownFieldsOf(this.fieldScores);
    for (const expansion of queryTerm.expansions) this.addPostings(expansion, rarity, view, deadline);
    this.addWaiting(deadline);
    for (const group of queryTerm.termGroups) this.addGroup(group, rarity, view, deadline);
    return this.taken(productCount, allocator);
  }

  /** Makes room for what lies by product. What a merge has written there is cleared when it is taken. */
  private begin(products: number): void {
    const { isTaken } = this;
    this.isTaken = false;
    this.isBegun = false;
    if (products <= this.products) {
      if (!isTaken) this.clear();
      return;
    }
    const { assembly } = this;
    const blocks = blockCount(products);
    const bitmap = BY_PRODUCT;
    const points = bitmap + bitmapWords(products) * WORD_BYTES;
    const ranks = points + blocks * 64 * WORD_BYTES;
    assembly.reserve(ranks + 2 * blocks * WORD_BYTES);
    this.look();
    this.clear();
    this.words[MERGE.FOUND] = bitmap;
    this.words[MERGE.POINTS] = points;
    this.words[MERGE.DOCS] = DOCS;
    this.words[MERGE.FIELDS] = FIELDS;
    this.words[MERGE.PLACES] = PLACES;
    this.words[MERGE.PLACE_POINTS] = PLACE_POINTS;
    this.products = products;
  }

  private clear(): void {
    this.words.fill(0, BY_PRODUCT / WORD_BYTES);
    this.waiting = 0;
  }

  /** Makes views of the memory, which are others when it has grown. */
  private look(): void {
    const { buffer } = this.assembly;
    this.words = new Uint32Array(buffer);
    this.floats = new Float32Array(buffer);
    this.doubles = new Float64Array(buffer, 0, MERGE_BYTES / WORD_BYTES / WORDS_PER_DOUBLE);
    this.masks = new Uint16Array(buffer, FIELDS, PIECE);
    this.places = new Uint8Array(buffer, PLACES, PIECE);
  }

  /** Puts postings behind those that wait to be merged: the words of a prefix are many, and most of them are rare. */
  private addPostings({ term, weight }: Expansion, rarity: number, { text }: Searchable, deadline: Deadline): void {
    const { docs, fields, place } = text.postings(term);
    const factor = rarity * weight;
    if (factor !== this.doubles[MERGE.FACTOR / WORDS_PER_DOUBLE]) this.addWaiting(deadline);
    this.doubles[MERGE.FACTOR / WORDS_PER_DOUBLE] = factor;
    const last = text.start[term + 1];
    for (let from = text.start[term]; from < last; ) {
      const end = Math.min(last, from + PIECE - this.waiting);
      const { words, masks, places, waiting } = this;
      if (end - from < FEW_POSTINGS) {
        for (let i = from; i < end; i++) {
          words[DOCS / WORD_BYTES + waiting + i - from] = docs[i];
          masks[waiting + i - from] = fields[i];
          places[waiting + i - from] = place[i];
        }
      } else {
        words.set(docs.subarray(from, end), DOCS / WORD_BYTES + waiting);
        masks.set(fields.subarray(from, end), waiting);
        places.set(place.subarray(from, end), waiting);
      }
      this.waiting += end - from;
      from = end;
      if (this.waiting === PIECE) this.addWaiting(deadline);
    }
  }

  /** Merges the postings that wait, unless others were merged and the deadline has passed. */
  private addWaiting(deadline: Deadline): void {
    const { words, masks, waiting, fieldScores } = this;
    this.waiting = 0;
    // A list is not empty however late it is.
    if (waiting === 0 || (this.isBegun && deadline.passed)) return;
    this.isBegun = true;
    const known = words[MERGE.KNOWN_FIELDS] / WORD_BYTES;
    for (let at = 0; (at = this.assembly.functions.mergePostings(0, at, waiting)) < waiting; ) {
      this.floats[known + masks[at]] = fieldScores.of(masks[at]);
    }
  }

  /** The address of what sets of fields are worth, as far as it is known. */
  private knownFieldsOf(fieldScores: FieldScores): number {
    const { kinds } = this;
    let at = kinds.indexOf(fieldScores);
    if (at < 0) at = kinds.push(fieldScores) - 1;
    if (at >= KINDS_OF_TERMS) throw new Error('merger: more kinds of query terms than it has room for');
    return KNOWN_FIELDS + at * FIELD_MASKS * WORD_BYTES;
  }

  private addGroup({ words, weight }: TermGroup, rarity: number, view: Searchable, deadline: Deadline): void {
    const { docs, scores } = termGroupHitsOf(words, view, deadline);
    const found = this.words[MERGE.FOUND] / WORD_BYTES;
    const points = this.words[MERGE.POINTS] / WORD_BYTES;
    for (let i = 0; i < docs.length; i++) {
      const doc = docs[i];
      const own = rarity * weight * scores[i];
      this.words[found + (doc >>> 5)] |= 1 << (doc & 31);
      if (own > this.floats[points + doc]) this.floats[points + doc] = own;
    }
  }

  private taken(products: number, allocator: Allocator): TermMatches {
    const { words, floats } = this;
    const { functions } = this.assembly;
    const blocks = blockCount(products);
    const found = words[MERGE.FOUND] / WORD_BYTES;
    const points = words[MERGE.POINTS] / WORD_BYTES;
    const ranks = points + blockCount(this.products) * 64;
    const most = ranks + blockCount(this.products);
    const count = functions.countFound(0, blocks);
    let matches: TermMatches;
    if (TermMatches.isDense(count, products)) {
      const bits = allocator.words(blocks * WORDS_PER_BLOCK);
      bits.set(words.subarray(found, found + bits.length));
      functions.packBlocks(0, blocks, ranks * WORD_BYTES, most * WORD_BYTES);
      const byBlock = { ranks: words.subarray(ranks, ranks + blocks), most: floats.subarray(most, most + blocks) };
      matches = TermMatches.packed(bits, floats.subarray(points, points + count), byBlock, allocator);
    } else {
      functions.packList(0, blocks, ranks * WORD_BYTES);
      const docs = allocator.words(count);
      const own = allocator.floats(count);
      docs.set(words.subarray(ranks, ranks + count));
      own.set(floats.subarray(points, points + count));
      matches = TermMatches.listed(docs, own, allocator);
    }
    floats.fill(0, points, points + count);
    this.isTaken = true;
    return matches;
  }
}
