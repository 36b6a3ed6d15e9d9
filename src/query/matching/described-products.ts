/**
 * The products that have words of a text in their descriptions alone. They are kept, so that a text that is asked again
 * costs nothing more.
 */

import { FAR } from '../../index/descriptions.js';
import type { ArenaArray } from '../../kernel/arena.js';
import { type Bitmap, bitmapWords, hasBit, setBit } from '../../kernel/bitmap.js';
import type { Searchable } from '../../snapshot/index.js';
import type { Keeper, Kept } from './kept.js';
import type { TermMatches } from './term-matches.js';

/** So many words further on at most, two words of a description are near to each other. */
export const NEAR_WORDS = 5;
/** Products have a bitmap of their own when at least one in so many is among them. */
const DENSE_SHARE = 256;

/** A word that descriptions have. */
export interface WordInDescriptions {
  /** Its ordinal in the descriptions of the view. */
  stem: number;
  /** Names all that stands for it elsewhere, within the view. */
  key: string;
  /** The products that have that; undefined: none do. */
  elsewhere: TermMatches | undefined;
}

/** Products that have two words in their descriptions alone, as bitmaps; undefined: none. */
export interface Together {
  /** One behind the other. */
  following: Bitmap | undefined;
  /** Near to each other otherwise. */
  near: Bitmap | undefined;
}

/** The products that have a word in their description alone; undefined: there are none. */
export function describedProducts(word: WordInDescriptions, view: Searchable, memory: Keeper): Bitmap | undefined {
  const key = `described:${word.stem}:${word.key}`;
  const entry = memory.entryOf(key);
  const known = entry && memory.read(entry);
  if (known instanceof Collected) return known.bitmap(memory);
  const groups = view.descriptions!.groupsOf(word.stem);
  first.begin(view, [word]);
  for (let i = 0; i < groups.length; i++) first.add(groups[i]);
  const found = first.finish(memory);
  memory.keep(key, found);
  return found.bitmap(memory);
}

/** The products that have two words of a text, which follow each other there, near to each other as well. */
export function describedTogether(
  one: WordInDescriptions,
  other: WordInDescriptions,
  view: Searchable,
  memory: Keeper,
): Together {
  const key = `together:${one.stem}:${one.key}&${other.stem}:${other.key}`;
  const entry = memory.entryOf(key);
  let known = entry && memory.read(entry);
  if (!(known instanceof BothCollected)) {
    known = findTogether(one, other, view, memory);
    memory.keep(key, known);
  }
  const { following, near } = known as BothCollected;
  return { following: following.bitmap(memory), near: near.bitmap(memory) };
}

function findTogether(
  one: WordInDescriptions,
  other: WordInDescriptions,
  view: Searchable,
  memory: Keeper,
): BothCollected {
  const descriptions = view.descriptions!;
  const groups = descriptions.groupsOf(one.stem).slice();
  const places = descriptions.placesOf(one.stem);
  const others = descriptions.groupsOf(other.stem);
  const otherPlaces = descriptions.placesOf(other.stem);
  first.begin(view, [one, other]);
  second.begin(view, [one, other]);
  for (let i = 0, j = 0; i < groups.length && j < others.length; i++) {
    while (j < others.length && others[j] < groups[i]) j++;
    if (others[j] !== groups[i] || places[i] === FAR || otherPlaces[j] === FAR) continue;
    const further = otherPlaces[j] - places[i];
    if (further === 1) first.add(groups[i]);
    else if (Math.abs(further) <= NEAR_WORDS) second.add(groups[i]);
  }
  return new BothCollected(first.finish(memory), second.finish(memory));
}

const NO_GROUPS = new Uint32Array(0);

/** Collects the products of groups, ascending, but for those that have one of some words elsewhere. */
class Collector {
  private products = new Uint32Array(1 << 10);
  private count = 0;
  private groupStart: Uint32Array = NO_GROUPS;
  private productCount = 0;
  private having: readonly Having[] = [];

  begin({ structure }: Searchable, words: readonly WordInDescriptions[]): void {
    this.count = 0;
    this.groupStart = structure.groupStart;
    this.productCount = structure.productCount;
    this.having = words.flatMap(({ elsewhere }) => (elsewhere ? [new Having(elsewhere)] : []));
  }

  add(group: number): void {
    const { groupStart, having } = this;
    const from = groupStart[group];
    const behind = groupStart[group + 1];
    if (this.count + behind - from > this.products.length) this.grow(this.count + behind - from);
    const { products } = this;
    for (let doc = from; doc < behind; doc++) {
      let isElsewhere = false;
      for (let h = 0; h < having.length; h++) isElsewhere ||= having[h].has(doc);
      if (!isElsewhere) products[this.count++] = doc;
    }
  }

  finish(memory: Keeper): Collected {
    const { productCount, count } = this;
    const products = this.products.subarray(0, count);
    if (count * DENSE_SHARE < productCount) {
      const docs = memory.words(count);
      docs.set(products);
      return new Collected(docs, undefined);
    }
    const bits = memory.words(bitmapWords(productCount)).fill(0);
    for (let i = 0; i < count; i++) setBit(bits, products[i]);
    return new Collected(undefined, bits);
  }

  private grow(least: number): void {
    const grown = new Uint32Array(Math.max(least, this.products.length * 2));
    grown.set(this.products);
    this.products = grown;
  }
}

/** Which products a term has, asked for in ascending order. */
class Having {
  private at = 0;

  constructor(private readonly term: TermMatches) {}

  has(doc: number): boolean {
    const { docs, bits, isDense } = this.term;
    if (isDense) return hasBit(bits, doc);
    while (this.at < docs.length && docs[this.at] < doc) this.at++;
    return docs[this.at] === doc;
  }
}

class Collected implements Kept {
  /** One of them is there. */
  constructor(
    private readonly docs: Uint32Array | undefined,
    private readonly bits: Bitmap | undefined,
  ) {}

  bitmap(memory: Keeper): Bitmap | undefined {
    const { docs, bits } = this;
    return docs ? (docs.length > 0 ? memory.sparse.of(docs) : undefined) : bits;
  }

  *arrays(): Generator<ArenaArray> {
    if (this.docs) yield this.docs;
    if (this.bits) yield this.bits;
  }
}

class BothCollected implements Kept {
  constructor(
    readonly following: Collected,
    readonly near: Collected,
  ) {}

  *arrays(): Generator<ArenaArray> {
    yield* this.following.arrays();
    yield* this.near.arrays();
  }
}

/** Of the thread. */
const first = new Collector();
const second = new Collector();
