/**
 * The inverted index of a view: which products contain which words, and in what fields. Words are kept as written
 * (folded, not stemmed); words of one stem are tied together, so that an exact match can rank before an inflected one.
 *
 *   terms (dictionary)                  words, sorted
 *   postings.start u32[T+1], .docs u32, .fields u16, .place u8   products of each word, ascending
 *   heads u8[T]                         share of a word's products in which it says what the thing is, of 255
 *   stems (dictionary), stemTerms.start u32[S+1], stemTerms u32   words by stem, but for those with a digit: each is a
 *                                       stem of its own (keys, sizes, part numbers: most words of a large catalog)
 *   stemEndings u32[S]                  stems in the order of their letters read backwards; empty where compounds are
 *                                       written apart
 *   entities (strings), entities.start u32, entities.attribute u16, entities.value u32
 *                                       attribute values by their stemmed words ("casual shoe")
 *
 * `fields` has a bit for each field the word stands in; `place` says where in the title it first stands: see `placeIn`.
 *
 * In languages that write compounds as one word, each is divided by the view's own vocabulary when all of it is known:
 * its parts stand in the fields that it stands in, as the words of "running shoes" do in English.
 */
import { Dictionary } from './dictionary.js';
import type { Part } from './part.js';
import { Strings } from './strings.js';

export interface Entity {
  /** Index in `Attributes.all`. */
  attribute: number;
  value: number;
}

const NONE = new Uint32Array(0);

export class TextIndex {
  readonly terms: Dictionary;
  readonly start: Uint32Array;
  readonly docs: Uint32Array;
  readonly fields: Uint16Array;
  readonly place: Uint8Array;
  /** Share of a word's products in which it says what the thing is, of 255. */
  readonly heads: Uint8Array;
  readonly stems: Dictionary;
  readonly productCount: number;
  private readonly stemEndings: Uint32Array;
  private readonly stemStart: Uint32Array;
  private readonly stemTerms: Uint32Array;
  private readonly entities: Strings;
  private readonly entityStart: Uint32Array;
  private readonly entityAttribute: Uint16Array;
  private readonly entityValue: Uint32Array;

  constructor(part: Part) {
    this.terms = new Dictionary(part, 'terms');
    this.start = part.u32('postings.start');
    this.docs = part.u32('postings.docs');
    this.fields = part.u16('postings.fields');
    this.place = part.u8('postings.place');
    this.heads = part.u8('heads');
    this.productCount = (part.meta as { products: number }).products;
    this.stems = new Dictionary(part, 'stems');
    this.stemEndings = part.u32('stemEndings');
    this.stemStart = part.u32('stemTerms.start');
    this.stemTerms = part.u32('stemTerms');
    this.entities = new Strings(part, 'entities');
    this.entityStart = part.u32('entities.start');
    this.entityAttribute = part.u16('entities.attribute');
    this.entityValue = part.u32('entities.value');
  }

  /** Number of products a word occurs in. */
  frequency(term: number): number {
    return this.start[term + 1] - this.start[term];
  }

  /** The words of one stem; empty when no word has it. */
  termsOfStem(stem: string): Uint32Array {
    if (!isOwnStem(stem)) return this.termsOfStemAt(this.stems.find(stem));
    const term = this.terms.find(stem);
    return term < 0 ? NONE : Uint32Array.of(term);
  }

  termsOfStemAt(at: number): Uint32Array {
    return at < 0 ? NONE : this.stemTerms.subarray(this.stemStart[at], this.stemStart[at + 1]);
  }

  /** Stems that end with `ending` and are longer, at most `limit`: of compounds, those that it is the head of. */
  stemsEndingWith(ending: string, limit: number): number[] {
    const found: number[] = [];
    const backwards = reversed(ending);
    let low = 0;
    let high = this.stemEndings.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (reversed(this.stems.term(this.stemEndings[middle])) < backwards) low = middle + 1;
      else high = middle;
    }
    for (; low < this.stemEndings.length && found.length < limit; low++) {
      const stem = this.stems.term(this.stemEndings[low]);
      if (!stem.endsWith(ending)) break;
      if (stem.length > ending.length) found.push(this.stemEndings[low]);
    }
    return found;
  }

  /** Attribute values whose words have these stems, joined by spaces. */
  entitiesOf(key: string): Entity[] {
    const at = this.entities.find(key);
    const found: Entity[] = [];
    if (at < 0) return found;
    for (let i = this.entityStart[at]; i < this.entityStart[at + 1]; i++) {
      found.push({ attribute: this.entityAttribute[i], value: this.entityValue[i] });
    }
    return found;
  }
}

/** Whether a word has a stem that nothing else has: no language has rules for digits. */
export function isOwnStem(word: string): boolean {
  return /\d/.test(word);
}

/** A word read backwards: words that end alike are neighbours in that order. */
export function reversed(word: string): string {
  let out = '';
  for (let i = word.length - 1; i >= 0; i--) out += word[i];
  return out;
}
